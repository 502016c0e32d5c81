"""Collects the strings to translate, with those that the pure packages say through their errors.

Pure packages know no gettext: they give a template and its facts, and `config.errors.in_words`
translates the template. So the template of each call named in WORDED is collected, too.
"""

from django.core.management.commands.makemessages import Command as DjangoCommand

# The call, and which of its arguments is the template.
WORDED = {
    **dict.fromkeys(("FormatError", "RuleError", "Kind", "Remark"), 2),
    # of the game itself
    **dict.fromkeys(("IllegalAction", "IllegalPlay", "NotationError", "PositionError"), 2),
    **dict.fromkeys(("RulesError", "ScoreError", "SituationError", "VariantError"), 2),
    # of what stands beside it
    **dict.fromkeys(("ChouetteError", "ClockError", "FairDiceError"), 2),
    "said": 1,
}


class Command(DjangoCommand):
    xgettext_options = [
        *DjangoCommand.xgettext_options,
        *(f"--keyword={name}:{position}" for name, position in WORDED.items()),
    ]
