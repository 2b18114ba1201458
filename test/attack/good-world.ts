/** A folder of small good files, datasets and runs, on which every good call succeeds. Most files are those of the docs. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeXlsx } from '../../packages/sensebench/src/files/index.ts';
import { makeFiles } from '../docs-world.ts';
import { splitWords } from '../split-words.ts';
import type { Call } from './commands.ts';

const CORPUS = join(import.meta.dirname, '../../corpus');
const TINY_BUILD = '--stop stop.txt --least 1 --least-concept 1';

export interface World {
  folder: string;
  /** Runs a command line in it, which must succeed. */
  run(words: readonly string[]): Promise<void>;
}

/** Makes every file that a call names. */
export async function makeWorld({ folder, run }: World, calls: readonly Call[]): Promise<void> {
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const corpus = (name: string) => readFileSync(join(CORPUS, name), 'utf8').split('\n');
  const captions = corpus('captions/captions.txt').slice(0, 60);
  write('captions.txt', captions.join('\n'));
  write('captions.csv', ['caption', ...captions.map((caption) => `"${caption}"`)].join('\n'));
  write('coco.json', JSON.stringify({ annotations: captions.map((caption, id) => ({ id, image_id: id, caption })) }));
  write('stop.txt', 'man\nwoman\n');
  write('lines.txt', `${captions.slice(0, 5).join('\n')}\nIt is cold in Canada in January.\n`);
  write('names.json', JSON.stringify({ EVENT: ['Holi'] }));
  write('paraphrase-en.gz', gzipSync('0.5\na dog\nthe dog\n'));
  write('arc/train.jsonl', lines(corpus('qa/choice-science.jsonl').slice(0, 12).map(official)));
  write('taxonomy.yaml', 'categories:\n  - name: Time\n    concepts:\n      - name: holiday\n        definition: A day off.\n');
  write('dev.conllu', '1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n');
  write('predictions.csv', ['id,prediction', ...[0, 1, 2, 3, 4, 5].map((id) => `${id},A dog runs in the park.`)].join('\n'));
  write('predictions.tsv', ['id\tprediction', ...[0, 1, 2, 3, 4, 5].map((id) => `${id}\tA dog runs in the park.`)].join('\n'));
  await makeSheets(folder);
  await run(splitWords(`build commongen --captions captions.txt ${TINY_BUILD} --out old-commongen`));
  await run(splitWords('build tgcsr --author my-context --ratings my-context/ratings.csv --out moving-house'));
  await run(splitWords('build tgcsr --author my-context --ratings my-context/ratings.csv --out old-tgcsr'));
  const page = { folder, run: (line: string) => run(splitWords(line)) };
  await makeFiles(['commonsenseqa/dev.jsonl'], page);
  await page.run('commongen transfer sets --questions commonsenseqa/dev.jsonl --output sets.jsonl');
  for (const { words, guessed } of calls) if (!guessed) await makeFiles(words, page);
  const references = readFileSync(join(folder, 'references.txt'), 'utf8').split('\n');
  write('system.json', JSON.stringify(references));
  for (const table of ['csv', 'tsv'])
    write(
      `predictions.${table}`,
      readFileSync(join(folder, `predictions.${table}`), 'utf8')
        .split('\n')
        .slice(0, references.length + 1)
        .join('\n'),
    );
  write('votes-cg.jsonl', lines([0, 1, 2].map((item) => vote(item))));
  cpSync(join(folder, 'small'), join(folder, 'old-situated'), { recursive: true });
  write('tgcsr-dev.jsonl', lines(idsOf(join(folder, 'moving-house/dev.jsonl')).map((id) => ({ id, prediction: 'yes' }))));
  await makeRuns({ folder, run });
  const free = idsOf(join(folder, 'moving-house/test.jsonl')).map((id) => id.split('/').slice(0, 2).join('/'));
  write('free.jsonl', lines([...new Set(free)].map((id) => ({ id, prediction: ['a purple elephant'] }))));
  await run(splitWords('tgcsr generative --dataset moving-house --split test --predictions free.jsonl --review asked.jsonl'));
  const [first] = rowsOf(join(folder, 'asked.jsonl'));
  write('review.jsonl', lines([{ task: 'tgcsr/review', item: first.item ?? first.id, annotator: 'ann', value: 'yes' }]));
  const asked = JSON.parse(readFileSync(join(folder, 'strategyqa/train.json'), 'utf8')) as { question: string }[];
  write('converted.jsonl', lines(asked.map(({ question }) => ({ id: question, prediction: 'It is so.' }))));
  write('labelled.jsonl', lines([{ statement: 'Snow falls in Canada.', NERs: 'Canada:GPE' }]));
  const [built] = rowsOf(join(folder, 'old-commongen/dev.jsonl'));
  const value = { sentence: (built.scene as string[])[0], rationale: 'It is what people do.' };
  write('references-written.jsonl', lines([{ task: 'commongen/references', item: built.concept_set, annotator: 'w1', value }]));
  await run(splitWords('score text --references refs.jsonl --predictions system.txt --metrics cider --save-idf idf.json'));
  for (const { words, guessed } of calls)
    if (guessed) for (const word of words) if (isFileName(word) && !existsSync(join(folder, word))) write(word, '{"id": "1"}\n');
}

async function makeRuns({ folder, run }: World): Promise<void> {
  const metrics = '--metrics bleu cider';
  await run(splitWords(`evaluate commongen --dataset commongen/dev.jsonl --model file:mine.jsonl ${metrics} --out runs/keywords`));
  await run(splitWords(`evaluate commongen --dataset commongen/dev.jsonl --model keywords ${metrics} --out runs/retrieve`));
  await run(splitWords(`evaluate situatedgen --dataset small/dev.jsonl --model keywords ${metrics} --limit 6 --out runs/situated`));
  await run(splitWords('evaluate tgcsr --dataset moving-house --split dev --model file:tgcsr-dev.jsonl --out runs/tgcsr'));
  await run(splitWords('judge runs/situated --model openai:fake@SERVER --limit 2 --out judged'));
  if (!existsSync(join(folder, 'judged'))) throw new Error('the judge wrote nothing');
}

async function makeSheets(folder: string): Promise<void> {
  cpSync(join(CORPUS, 'tgcsr/moving-house'), join(folder, 'my-context'), { recursive: true });
  const cells = readFileSync(join(folder, 'my-context/ratings.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [head, ...rows] = cells;
  const numbers = rows.map((row) => row.map((cell) => (cell !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell)));
  const ratedPairs = [1, 2].flatMap((question) => [1, 2].map((answer) => [answer, question, 'Time', ...numbers[answer].slice(3)]));
  await writeXlsx(join(folder, 'ratings.xlsx'), [{ sheet: 'ratings', rows: [head, ...ratedPairs] }]);
  await writeXlsx(join(folder, 'author.xlsx'), [
    { sheet: 'Context', rows: ['id', 'title', 'theme'].map((name) => [name, `the-${name}`]) },
    {
      sheet: 'Time',
      rows: [
        ['kind', 'id', 'text'],
        ['question', 1, 'When?'],
        ['question', 2, 'Until when?'],
        ['option', 1, 'at noon'],
        ['option', 2, 'at night'],
      ],
    },
  ]);
}

function official(line: string): unknown {
  const { id, question, choices, answerKey } = JSON.parse(line) as Record<string, unknown>;
  return { id, question: { stem: question, choices }, answerKey };
}

function vote(item: number): unknown {
  return { task: 'commongen/compare', item: String(item), annotator: 'ann', value: { places: { keywords: 1, retrieve: 2 } } };
}

function isFileName(word: string): boolean {
  return /^[\w./-]+\.\w{2,6}$/.test(word);
}

function idsOf(path: string): string[] {
  return rowsOf(path).map(({ id }) => String(id));
}

function rowsOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
