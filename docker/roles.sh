#!/bin/sh
# Creates the role that the server runs as: it reads and writes the tables that POSTGRES_USER makes
# when it migrates, now and later, and owns none of them. PostgreSQL's image runs this once, when it
# makes the database.
set -eu
psql --quiet --set ON_ERROR_STOP=1 \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set role="${SERVER_ROLE:-illimat}" --set password="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"role";
ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO :"role";
SQL
