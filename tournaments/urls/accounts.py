"""Addresses of accounts: logging in, the first account, invitations, one's own settings."""

from django.urls import path

from tournaments.views import account, accounts, messages

urlpatterns = [
    path("login/", accounts.log_in, name="login"),
    path("logout/", accounts.log_out, name="logout"),
    path("setup/<str:token>/", accounts.setup, name="setup"),
    path("join/<str:token>/", accounts.join, name="join"),
    path("account/", account.account, name="account"),
    path("account/messages/", messages.account_messages, name="account_messages"),
    path("account/password/", account.change_password, name="account_password"),
    path("account/tokens/", account.new_token, name="account_tokens"),
    path("account/tokens/<slug:key>/revoke/", account.revoke_token, name="account_token_revoke"),
]
