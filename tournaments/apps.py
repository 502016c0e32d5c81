from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import receivers  # noqa: F401 (connects the signals)
        from tournaments.fragments import register_sources
        from tournaments.services import clock_rules, play_rules  # noqa: F401 (read the rules)

        register_sources()
