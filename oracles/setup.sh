#!/usr/bin/env bash
# Installs the original tools that `npm run parity` and the scripts of this folder ask, in .oracles/ (about 800 MB; with spice 1.2 GB).
#   oracles/setup.sh          Python packages in the versions of requirements.txt, and METEOR's paraphrase table for our own METEOR
#   oracles/setup.sh spice    also CoreNLP 3.6.0 and a script engine, which SPICE needs; from Maven's registry
#   oracles/setup.sh peers    also a second environment, .oracles/peers, in the versions of peers.txt: lm-evaluation-harness, inspect_ai, datasets,
#                             conllu, openpyxl and bert-score. 6.5 GB on the disk, nearly all of it torch with its CUDA libraries: PyPI has no build
#                             without them for Linux x64. Without torch, which bert-score alone needs, it is 1.3 GB.
#   oracles/setup.sh ppi      also .oracles/ppi: ppi-python with numba, 400 MB
#   oracles/setup.sh girth    also .oracles/girth: girth, item response models
#   oracles/setup.sh models   also .oracles/models, in the versions of models.txt: torch, transformers and optimum, which make, export and decode the models of the
#                             ONNX tests; and .oracles/servers, in the versions of servers.txt: servers of OpenAI's protocol. 7 GB, nearly all of it torch
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
venv=.oracles/venv

fail() { echo "$1" >&2; exit 2; }
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail 'Python 3.11 or newer is needed; PYTHON=path names one'
[ -d node_modules ] || fail 'npm ci comes first'
for part in "$@"; do case "$part" in spice | peers | models | ppi | girth) ;; *) fail "unknown part '$part'; there are: spice, peers, models, ppi, girth" ;; esac; done
wants() { case " $parts " in *" $1 "*) true ;; *) false ;; esac; }
parts="$*"

[ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement oracles/requirements.txt
"$venv/bin/pip" check --disable-pip-version-check

if [ ! -f .oracles/home/meteor-paraphrases.bin ]; then
  table=$("$venv/bin/python" -c 'import pycocoevalcap; print(list(pycocoevalcap.__path__)[0])')/meteor/data/paraphrase-en.gz
  SENSEBENCH_HOME=.oracles/home npx tsx packages/sensebench/src/cli/main.ts data add meteor-paraphrases "$table"
fi

if wants peers; then
  [ -x .oracles/peers/bin/pip ] || "$python" -m venv .oracles/peers
  .oracles/peers/bin/pip install --quiet --disable-pip-version-check --requirement oracles/peers.txt
  .oracles/peers/bin/pip check --disable-pip-version-check
fi

if wants ppi; then
  [ -x .oracles/ppi/bin/pip ] || "$python" -m venv .oracles/ppi
  .oracles/ppi/bin/pip install --quiet --disable-pip-version-check ppi-python==0.2.3
fi

if wants girth; then
  [ -x .oracles/girth/bin/pip ] || "$python" -m venv .oracles/girth
  .oracles/girth/bin/pip install --quiet --disable-pip-version-check girth==0.8.0
fi

if wants models; then
  for name in models servers; do
    [ -x ".oracles/$name/bin/pip" ] || "$python" -m venv ".oracles/$name"
    ".oracles/$name/bin/pip" install --quiet --disable-pip-version-check --requirement "oracles/$name.txt"
  done
  for size in small mid; do
    [ -d ".oracles/onnx-models/$size" ] || .oracles/models/bin/python oracles/onnx-models.py make ".oracles/onnx-models/$size" --size "$size"
  done
fi

if wants spice; then
  copy() { mvn --quiet dependency:copy "-Dartifact=$1" "-DoutputDirectory=$PWD/.oracles/$2"; }
  copy edu.stanford.nlp:stanford-corenlp:3.6.0 corenlp
  copy edu.stanford.nlp:stanford-corenlp:3.6.0:jar:models corenlp # 378 MB: SPICE's parser and tagger
  copy org.openjdk.nashorn:nashorn-core:15.4 nashorn              # SPICE filters with a script engine that Java 15 dropped
  for part in asm asm-commons asm-util asm-tree asm-analysis; do copy "org.ow2.asm:$part:7.3.1" nashorn; done
fi

command -v java >/dev/null || echo 'Java is not on the path: the tests of METEOR and of the PTB tokenizer will be skipped' >&2
