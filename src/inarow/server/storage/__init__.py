"""Games and runs in a database: a SQLite file by default, PostgreSQL by its URL."""

from inarow.server.storage.database import now
from inarow.server.storage.failures import StorageFailed
from inarow.server.storage.games import StoredGame, StoredMove
from inarow.server.storage.runs import StoredRun
from inarow.server.storage.store import Store

__all__ = ["StorageFailed", "Store", "StoredGame", "StoredMove", "StoredRun", "now"]
