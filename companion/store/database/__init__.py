"""The database: its place, lock, connections, schema and migrations; its copies and checksums; moving it elsewhere."""
