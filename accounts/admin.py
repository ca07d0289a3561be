"""People, for the staff."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin

from accounts.models import User

# The staff logs in as everybody does, under the same limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Shows people and lets the staff suspend them; passwords are changed by their owners."""

    list_display = ["handle", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["handle", "email"]
    readonly_fields = ["last_login", "date_joined"]
    exclude = ["password"]
