"""Engines of ultimate tic-tac-toe: our line protocol, and the input of CodinGame's referee."""
