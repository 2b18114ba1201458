"""Distinct texts in DuckDB's order, which is that of their UTF-8 bytes.

    echo '["b", "a", "b"]' | .oracles/venv/bin/python oracles/sort-texts.py

Reads a JSON list of texts and prints a JSON list: each text once, sorted.
"""
import json
import sys

import duckdb

texts = json.load(sys.stdin)
connection = duckdb.connect()
connection.execute("CREATE TABLE texts (text VARCHAR)")
connection.executemany("INSERT INTO texts VALUES (?)", [[text] for text in texts])
print(json.dumps([text for (text,) in connection.execute("SELECT DISTINCT text FROM texts ORDER BY text").fetchall()]))
