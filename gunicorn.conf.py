"""How gunicorn runs the web processes; it finds this file by itself. Its command line wins."""

from config import env, logs

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = 4
timeout = 30
control_socket_disable = True
logconfig_dict = logs.of_gunicorn(
    env.read("LOG_FORMAT", env.log_format, default="text", example="json")
)
