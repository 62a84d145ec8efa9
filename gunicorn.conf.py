"""What gunicorn does for this app: which proxies are believed is said once, by TRUSTED_PROXIES (docs/settings.md)."""

forwarded_allow_ips = ""  # X-Forwarded-Proto is read by the app itself, where the settings count a proxy
umask = 0o077
