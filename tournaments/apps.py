from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import receivers, tasks  # noqa: F401 (connects the signals)
        from tournaments.fragments import register_sources
        from tournaments.services import (  # noqa: F401 (read the rules, handle deadlines)
            appeals,
            clock_rules,
            event_moments,
            late_rules,
            overdue,
            play_rules,
            report_rules,
            rest_ends,
            rulings,
        )

        register_sources()
