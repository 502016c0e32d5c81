"""Measurements: each module with a `main` is a command; README.md says what they show."""
