/** Small files with the names that README and docs use, made from the starter corpus when a command first asks for them. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');

/** The folder in which the commands of one page run. */
export interface DocsPage {
  folder: string;
  /** Runs a command line there. */
  run(line: string): Promise<void>;
}

type Row = Record<string, unknown>;
type Content = string | Uint8Array;
/** Writes the file itself, or gives its content. */
type Make = (page: DocsPage) => Content | undefined | Promise<Content | undefined>;

const SMALL_SOURCES = '--source creak=creak/train.jsonl strategyqa=strategyqa/train.json';
const claims = () =>
  corpus('qa/claims.jsonl')
    .slice(0, 60)
    .map(({ claim, label }) => ({ sentence: claim, label: String(label) }));
const questions = () =>
  corpus('qa/yes-no.jsonl')
    .slice(0, 30)
    .map(({ question, answer }) => ({ question, answer }));
const sets = () => corpus('captions/references.jsonl').slice(0, 12);
const captions = () => readFileSync(join(ROOT, 'corpus/captions/captions.txt'), 'utf8').trim().split('\n');
const sceneOf = (row: Row, place: number) => (row.scene as string[])[place];

const FILES: Readonly<Record<string, Make>> = {
  // As README shows them.
  'references.txt': () => readmeFile('references.txt'),
  'system.txt': () => readmeFile('system.txt'),
  'refs.jsonl': () => jsonl(readmeReferences()),
  'all.jsonl': () => jsonl(readmeReferences()),
  'store.jsonl.gz': () => readFileSync(join(ROOT, 'test/fixtures/store-0.1.0.jsonl.gz')),
  // As docs/host.md shows it.
  'phases.yaml': () => /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/host.md'), 'utf8'))?.[1] ?? '',
  'passphrase.txt': () => 'correct horse battery staple\n',
  'mine.txt': () => readmeFile('system.txt'),

  // As docs/suite.md shows it, with its datasets.
  'suite.yaml': ({ folder }) => {
    mkdirSync(join(folder, 'commongen'), { recursive: true });
    for (const split of ['dev', 'test']) writeFileSync(join(folder, 'commongen', `${split}.jsonl`), jsonl(sets()));
    return /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/suite.md'), 'utf8'))?.[1] ?? '';
  },
  'commongen/dev.jsonl': () => jsonl(sets()),
  'commongen/test.jsonl': () => jsonl(sets()),
  'mine.jsonl': () => predictions(sets(), (row) => sceneOf(row, 0)),
  'theirs.jsonl': () => predictions(sets(), (row) => String(row.concept_set).replaceAll('#', ' ')),
  'bart.jsonl': () => predictions(sets(), (row) => sceneOf(row, 1)),
  't5.jsonl': () => predictions(sets(), (row) => sceneOf(row, 2)),
  'scenes.jsonl': ({ folder }) => predictions(rows(join(folder, 'sets.jsonl')), () => 'A man sits on a chair.'),
  'curve.csv': () => 'system,steps,accuracy\nRoBERTa-Large,500,0.5\nRoBERTa-Large,1000,0.6\nwith scenes,500,0.6\nwith scenes,1000,0.7\n',
  'votes.csv': () =>
    [
      'set,annotator,first,second,winner',
      ...sets().flatMap((_, i) => ['ann,bart,t5,first', 'ben,t5,bart,second'].map((vote) => `${i},${vote}`)),
    ].join('\n'),
  'ratings.jsonl': () =>
    jsonl(
      sets()
        .slice(0, 12)
        .flatMap((row, item) =>
          ['bart', 't5', 'ngram'].map((system, i) => ({
            item: `${item}`,
            system,
            output: i < 2 ? sceneOf(row, i) : String(row.concept_set).replaceAll('#', ' '),
            references: [sceneOf(row, 2)],
            places: [1 + ((item + i) % 3), i + 1],
            shown: 1 + ((item + 2 * i) % 3),
          })),
        ),
    ),
  'systems.json': () =>
    JSON.stringify({ bart: { coverage: 0.97, scores: { spice: 0.3 } }, t5: { coverage: 0.95, scores: { spice: 0.28 } } }),
  'decisions.jsonl': ({ folder }) => {
    const built = join(folder, 'from-captions/dev.jsonl');
    const written = (existsSync(built) ? rows(built) : sets()).map(({ concept_set, scene }) => ({
      item: concept_set,
      scene: scene as string[],
    }));
    return jsonl(
      written.map(({ item, scene }) => ({
        task: 'commongen/references',
        item,
        annotator: 'w1',
        value: { sentence: scene[0], rationale: 'It is what people do.' },
      })),
    );
  },

  'my-sets.jsonl': () => jsonl(corpus('captions/references.jsonl').slice(0, 60)),
  'captions.txt': () => captions().join('\n'),
  'captions.txt.gz': () => gzipSync(captions().join('\n')),
  'coco.json': () =>
    JSON.stringify({
      annotations: captions()
        .slice(0, 900)
        .map((caption, id) => ({ id, image_id: id, caption })),
    }),
  'results.token': () =>
    captions()
      .slice(900, 1200)
      .map((caption, i) => `${i}.jpg#0\t${caption}`)
      .join('\n'),
  'vatex.json': () =>
    JSON.stringify(
      captions()
        .slice(1200)
        .map((caption, i) => ({ videoID: `v${i}`, enCap: [caption] })),
    ),
  'assertions.csv.gz': () => gzipSync(assertions()),

  'creak/train.jsonl': () => jsonl(claims()),
  'strategyqa/train.json': () => JSON.stringify(questions()),
  'commonsenseqa/dev.jsonl': () =>
    jsonl(
      corpus('qa/choice-commonsense.jsonl')
        .slice(0, 12)
        .map(({ id, question, choices, answerKey }) => ({
          id,
          question: { stem: question, question_concept: 'people', choices },
          answerKey,
        })),
    ),
  'openbook.txt': () =>
    corpus('qa/facts.jsonl')
      .slice(0, 60)
      .map(({ text }) => `"${text}"`)
      .join('\n'),
  'sentences.txt': () =>
    corpus('qa/facts.jsonl')
      .slice(0, 60)
      .map(({ text }) => text)
      .join('\n'),
  'released/creak.jsonl': (page) => released(page, 'creak'),
  'released/strategyqa.jsonl': (page) => released(page, 'strategyqa'),
  'released/commonsenseqa.jsonl': (page) => released(page, 'creak'),
  'released/train.jsonl': async (page) => read(page, 'small/train.jsonl'),
  'released/dev.jsonl': async (page) => read(page, 'small/dev.jsonl'),

  small: async ({ run }) => void (await run(`build situatedgen ${SMALL_SOURCES} --out small`)),
  'my-dataset': async ({ run }) => void (await run(`build situatedgen ${SMALL_SOURCES} --out my-dataset`)),
  'decisions.csv': async (page) => {
    const header = 'item,annotator,keywords,context,commonsense,antithesis,dependence';
    const lines = (await examples(page, 'test'))
      .slice(0, 30)
      .flatMap(({ id }, i) => [`${id},ann,yes,yes,yes,yes,yes`, `${id},ben,yes,yes,yes,${i % 5 ? 'yes' : 'no'},yes`]);
    return [header, ...lines].join('\n');
  },
  'written.jsonl': async (page) =>
    jsonl(
      (await examples(page, 'test')).slice(0, 30).map(({ id, statement }) => ({
        task: 'situatedgen/write',
        item: id,
        annotator: 'ann',
        value: { sentences: statement },
      })),
    ),
  'flan-t5.jsonl': async (page) => jsonl((await examples(page, 'test')).map(({ id, statement }) => ({ id, prediction: statement }))),
  'votes.jsonl': async (page) =>
    jsonl(
      (await examples(page, 'test')).map(({ id }) => ({
        task: 'situatedgen/compare',
        item: id,
        annotator: 'ann',
        value: { places: { 'flan-t5': 1, 'gpt-4o-mini': 2 } },
      })),
    ),
  'people.jsonl': async (page) =>
    jsonl(
      (await examples(page, 'test')).slice(0, 3).map(({ id }, i) => ({
        task: 'situatedgen/criteria',
        item: id,
        annotator: 'ann',
        value: Object.fromEntries(
          ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'].map((name) => [name, i === 0 ? 'no' : 'yes']),
        ),
      })),
    ),
  'my-model/predictions.jsonl': async (page) =>
    jsonl((await examples(page, 'dev')).map(({ id, statement }) => ({ id, prediction: statement }))),

  'my-context': ({ folder }) => void cpSync(join(ROOT, 'corpus/tgcsr/moving-house'), join(folder, 'my-context'), { recursive: true }),
  'people.csv': () =>
    'annotator,age,region\nA,under 40,north\nB,under 40,south\nC,40 and over,north\nD,40 and over,south\nE,under 40,north\n',
  'accepted.jsonl': ({ folder }) =>
    jsonl(rows(join(folder, 'proposals.jsonl')).map(({ id }) => ({ task: 'tgcsr/accept', item: id, annotator: 'ann', value: 'refuse' }))),
  'my-submission.jsonl': ({ folder }) => jsonl(rows(join(folder, 'moving-house/test.jsonl')).map(({ id }) => ({ id, prediction: 'yes' }))),
};

/** Makes what the words of a command line name and what is not there yet; never what it is about to write. */
export async function makeFiles(words: readonly string[], page: DocsPage): Promise<void> {
  const read = words.filter((_, i) => !['--out', '--output', '--review', '--save-idf'].includes(words[i - 1]));
  const named = read.flatMap((word) => word.split(/[=,:]/));
  for (const name of Object.keys(FILES)) if (named.some((word) => word === name || word.startsWith(`${name}/`))) await make(name, page);
}

async function make(name: string, page: DocsPage): Promise<void> {
  const path = join(page.folder, name);
  if (existsSync(path)) return;
  const content = await FILES[name](page);
  if (content === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A file of a folder that is made by need. */
async function read(page: DocsPage, path: string): Promise<string> {
  await make(path.split('/')[0], page);
  return readFileSync(join(page.folder, path), 'utf8');
}

async function examples(page: DocsPage, split: string): Promise<{ id: string; statement: unknown }[]> {
  const text = await read(page, `my-dataset/${split}.jsonl`);
  return parse(text).map((row) => ({ id: (row.ids as string[] | undefined)?.join('|') ?? String(row.id), statement: row.statement }));
}

async function released(page: DocsPage, source: string): Promise<string> {
  return jsonl(parse(await read(page, 'small/statements.jsonl')).filter(({ id }) => String(id).startsWith(source)));
}

/** A file that the first block of README writes. */
function readmeFile(name: string): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return readme.split(`cat > ${name} <<'END'\n`)[1].split('END\n')[0];
}

function readmeReferences(): Row[] {
  return readmeFile('references.txt')
    .trim()
    .split('\n')
    .map((reference, i) => ({ id: `${i}`, references: [reference] }));
}

/** ConceptNet's layout, with every word of the captions. */
function assertions(): string {
  const words = [...new Set(captions().flatMap((caption) => caption.toLowerCase().match(/[a-z]+/g) ?? []))];
  return words
    .map((word, i) => ['a', '/r/RelatedTo', `/c/en/${word}`, `/c/en/${words[(i + 1) % words.length]}`, '{"weight": 1.0}'].join('\t'))
    .join('\n');
}

function predictions(items: readonly Row[], say: (row: Row) => string): string {
  return jsonl(items.map((row, i) => ({ id: `${i}`, prediction: say(row) })));
}

function corpus(file: string): Row[] {
  return rows(join(ROOT, 'corpus', file));
}

function rows(path: string): Row[] {
  return parse(readFileSync(path, 'utf8'));
}

function parse(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

function jsonl(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
