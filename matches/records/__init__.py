"""Match files in and out."""
