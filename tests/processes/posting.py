"""The product's settings with a mail server that is a folder, for processes of their own.

LETTERS names the folder: each mail becomes a file. While a file called `hangs` is there, whoever
handed a mail over waits for ever.
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from config.settings import *  # noqa: F403

HANGS = "hangs"
EMAIL_BACKEND = "tests.processes.posting.Folder"


class Folder(BaseEmailBackend):
    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        folder = Path(os.environ["LETTERS"])
        for message in messages:
            number = len(list(folder.glob("*.eml"))) + 1
            draft = folder / f"{number}.draft"
            draft.write_bytes(message.message().as_bytes())
            draft.rename(folder / f"{number}.eml")
            if (folder / HANGS).exists():
                threading.Event().wait()
        return len(messages)
