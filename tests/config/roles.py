"""A database with its two roles, created by the statements of docs/operating.md."""

import re

import psycopg

from tests.support.documents import text_of


def create(url: str, name: str) -> dict[str, str]:
    """Create a database on the server of `url`, and return its addresses by role.

    The serving role has the name of the database.
    """
    (block,) = re.findall(r"```sql\n(CREATE ROLE.*?)```", text_of("operating.md"), re.DOTALL)
    before, after = re.sub(r"\billimat", name, block).split(f"\\connect {name}\n")
    account, _, server = url.rpartition("/")[0].rpartition("@")
    for statements, database in ((before, "postgres"), (after, name)):
        with psycopg.connect(f"{account}@{server}/{database}", autocommit=True) as connection:
            for statement in statements.strip().split("\n"):
                connection.execute(statement)
    return {
        "owner": f"postgres://{name}_owner@{server}/{name}",
        "server": f"postgres://{name}@{server}/{name}",
        "superuser": f"{account}@{server}/{name}",
    }
