"""Where Alembic runs migrations: on the connection that `lodge.server.storage.migrate` hands it."""

from alembic import context

from lodge.server.storage.schema import VERSIONS, metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, version_table=VERSIONS)
context.run_migrations()
