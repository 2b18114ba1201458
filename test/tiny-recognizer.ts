/** The folder of a tiny ONNX model for tests: a token classifier that knows New York and Monday by heart, or an encoder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableModel, tokenizerJson } from './table-model.ts';

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'in', 'new', 'york', 'on', 'mon', '##day', '.'];
const LABELS = ['O', 'B-GPE', 'I-GPE', 'B-DATE', 'B-MISC'];
/** Which label each word piece stands for: the tiny model is a table. */
const LABEL_OF: Record<string, number> = { new: 1, york: 2, mon: 3, '##day': 4 };

interface TinyModelOptions {
  /** Another number gives other files that know the same. */
  weight?: number;
  /** The name of its output; `hidden_states.17` makes it an encoder whose vectors are those of layer 17. */
  output?: string;
}

export function writeTinyRecognizer(folder: string, { weight = 1, output = 'logits' }: TinyModelOptions = {}): void {
  const rows = VOCABULARY.map((piece) => LABELS.map((_, label) => (label === (LABEL_OF[piece] ?? 0) ? weight : 0)));
  writeFileSync(join(folder, 'model.onnx'), tableModel(rows, output));
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      id2label: Object.fromEntries(LABELS.entries()),
      max_position_embeddings: 16,
      hidden_size: LABELS.length,
      num_hidden_layers: 24,
    }),
  );
  writeFileSync(join(folder, 'tokenizer.json'), tokenizerJson(VOCABULARY));
}
