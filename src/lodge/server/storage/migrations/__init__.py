"""Steps from one version of the database's schema to the next, run by Alembic."""
