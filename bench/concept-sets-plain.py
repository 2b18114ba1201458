"""The plain way to count concept-sets: every combination of 3 to 5 concepts of every caption in one dictionary. Reads numbers, one caption a line."""
import json
import resource
import sys
import time
from collections import Counter
from itertools import combinations

started = time.perf_counter()
with open(sys.argv[1]) as lines:
    captions = [tuple(map(int, line.split())) for line in lines]
read = time.perf_counter()
before = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
least = int(sys.argv[2])
counts = {}
for size in (3, 4, 5):
    counter = Counter()
    for concepts in captions:
        counter.update(combinations(concepts, size))
    kept = [count for count in counter.values() if count >= least]
    counts[size] = {"sets": len(kept), "sentences": sum(kept)}
mined = time.perf_counter()
print(json.dumps({
    "read": read - started,
    "mine": mined - read,
    "cpu": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) - before,
    "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "counts": counts,
}))
