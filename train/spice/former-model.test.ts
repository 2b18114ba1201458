import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readGrammar } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import { CaptionLexicon, readLexicon } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { CaptionParser } from '../../packages/metrics/src/metrics/spice/parse/caption-parser.ts';
import { type FormerModel, readFormerModel } from './former-model.ts';
import { readTree } from './split-trees.ts';
import { trainGrammar } from './train-grammar.ts';
import { writeGrammar, writeLexicon } from './write-models.ts';

const OLD = '(ROOT (S (NP (DT a) (NN dog)) (VP (VBZ runs))))';
const NEW = '(ROOT (NP (NP (DT the) (NN cat)) (PP (IN on) (NP (DT a) (NN roof)))))';

function train(trees: readonly string[], former?: FormerModel) {
  const examples = trees.map((text) => ({ words: text.match(/[a-z]+/g) ?? [], tree: readTree(text) }));
  const { grammar, tables } = trainGrammar(examples, {
    epochs: 2,
    step: 0.1,
    averagedFrom: 1,
    margin: 10,
    guessed: new Map(),
    say: () => {},
    ...(former === undefined ? {} : { former }),
  });
  return { grammar: writeGrammar(grammar), lexicon: writeLexicon(tables) };
}

function save(model: { grammar: string; lexicon: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'former-'));
  writeFileSync(join(folder, 'grammar.txt.gz'), gzipSync(model.grammar));
  writeFileSync(join(folder, 'lexicon.txt.gz'), gzipSync(model.lexicon));
  return folder;
}

it('keeps what the former model knew and adds what the new trees have', () => {
  const old = train([OLD]);
  const folder = save(old);
  const next = train([NEW], readFormerModel(folder));
  rmSync(folder, { recursive: true });
  const grammar = readGrammar(next.grammar);
  const parser = new CaptionParser(grammar, new CaptionLexicon(readLexicon(next.lexicon), grammar.symbols), 10);
  expect(parser.parse(['a', 'dog', 'runs']).tags).toEqual(['DT', 'NN', 'VBZ']);
  expect(parser.parse(['the', 'cat', 'on', 'a', 'roof']).tree.children[0].label).toBe('NP');
  expect(grammar.scores.length).toBeGreaterThan(readGrammar(old.grammar).scores.length);
});
