#!/usr/bin/env python
"""Crawford's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 (after settings)

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
