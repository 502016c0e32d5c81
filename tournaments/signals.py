"""How tournaments tell their own edges that there is work.

`notices_due` is sent after a commit that left lines of the log of which somebody is to be told, or
messages to send. Whoever hears it hands the work to a worker; if nobody does, the sweep finds it.
"""

from django.dispatch import Signal

notices_due = Signal()
