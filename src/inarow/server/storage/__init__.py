"""Games and runs, kept in a database: a SQLite file by default, PostgreSQL by its address."""

from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.records import StoredGame, StoredMove, StoredRun, now
from inarow.server.storage.store import Store

__all__ = ["StorageFailed", "Store", "StoredGame", "StoredMove", "StoredRun", "now"]
