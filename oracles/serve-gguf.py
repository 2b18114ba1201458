"""Serves a GGUF file over OpenAI's protocol with xllamacpp, on the loopback: python oracles/serve-gguf.py FILE [PORT] [THREADS]. Prints the address and waits."""
import sys
import time

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"] if isinstance(params.hostnames, list) else "127.0.0.1"
params.port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
params.n_parallel = 4
params.n_ctx = 8192
params.cpuparams.n_threads = int(sys.argv[3]) if len(sys.argv) > 3 else 1
params.cpuparams_batch.n_threads = params.cpuparams.n_threads
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
while True:
    time.sleep(3600)
