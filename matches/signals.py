"""How a match tells higher apps what happened.

`match_changed` is sent inside the transaction of the change, with the match locked. Receivers may
add rows of their own (a log entry) and register `on_commit` work; they must not lock an event.
Arguments: match, action, act, before, after.

`deadline_set` is sent after the commit that set a deadline. Arguments: deadline_id, due_at.
`analysis_due` is sent after the commit that asked for the analysis of a record.
`swept` is sent by each sweep: a chance to mend what a crash left half done. Argument: at.
"""

from django.dispatch import Signal

match_changed = Signal()
deadline_set = Signal()
analysis_due = Signal()
swept = Signal()
