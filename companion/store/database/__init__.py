"""The database: its location, lock, connections, schema and migrations; backups and checksums; moving it elsewhere."""
