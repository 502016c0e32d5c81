"""Collects the strings to translate, with those that the pure packages say through their errors.

Pure packages know no gettext: they give a template and its facts, and `config.errors.in_words`
translates the template. So the template of each call named in WORDED is collected, too.
"""

from django.core.management.commands.makemessages import Command as DjangoCommand

# The call, and which of its arguments is the template.
WORDED = {"ScoreError": 2, "FormatError": 2, "Kind": 2, "said": 1, "RuleError": 2}


class Command(DjangoCommand):
    xgettext_options = [
        *DjangoCommand.xgettext_options,
        *(f"--keyword={name}:{position}" for name, position in WORDED.items()),
    ]
