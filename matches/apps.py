from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import receivers, tasks  # noqa: F401 (connects the signals)
        from matches.fragments import register_sources
        from matches.services import clock_flags, lateness, reporting  # noqa: F401 (deadlines' handlers)

        register_sources()
