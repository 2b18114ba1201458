/** Forty wrong inputs, each with the message that it gets. docs/messages.md is made from this table. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EXIT } from '../packages/sensebench/src/cli/exit-code.ts';
import { main } from '../packages/sensebench/src/cli/program.ts';

const CONCEPT_SET = '{"concept_set": "dog#catch#frisbee", "scene": ["The dog catches the frisbee."]}\n';
const PAIR = `${JSON.stringify({
  keywords: ['summer', 'China', 'winter', 'Peru'],
  statement: 'July is summer in China. July is winter in Peru.',
  ids: ['a::train::1', 'a::train::2'],
  statements: ['July is summer in China.', 'July is winter in Peru.'],
})}\n`;

/** The files that the commands name. */
const FILES: Readonly<Record<string, string>> = {
  'dev.jsonl': CONCEPT_SET,
  'pairs.jsonl': PAIR,
  'broken.jsonl': '{"concept_set": "dog#catch", "scene": ["The dog\n',
  'numbers.jsonl': '{"concept_set": 7, "scene": "The dog catches it."}\n',
  'empty.jsonl': '',
  'answers.jsonl': '{"id": "0", "prediction": "A dog catches a frisbee."}\n',
  'wrong-ids.jsonl': '{"id": "dog-1", "prediction": "A dog catches a frisbee."}\n',
  'no-text.jsonl': '{"id": "0", "sentence": "A dog catches a frisbee."}\n',
  'three.txt': 'one\ntwo\nthree\n',
  'two.txt': 'one\ntwo\n',
  'train.jsonl': '{"sentence": "Paris is in France."}\n',
  'suite.yaml': 'datasets: [{ benchmark: commongen, dataset: dev.jsonl }]\nmodles: [{ model: copy }]\ndefaults: { limt: 5, seed: high }\n',
  'suite-model.yaml': 'datasets: [{ benchmark: commongen, dataset: dev.jsonl }]\nmodels: [{ model: coppy }]\n',
  'no-yaml.yaml': 'title: [unfinished\n',
};

const EVALUATE = 'evaluate commongen --dataset dev.jsonl';
const COMMANDS: readonly string[] = [
  'scroe text',
  'metrics lst',
  'nlp tokns two.txt',
  'stats comongen --dataset dev.jsonl',
  'score txt --predictions two.txt',
  'evaluate hellaswag --dataset dev.jsonl --model copy --out run',
  `${EVALUATE} --model coppy --out run`,
  `${EVALUATE} --model telepathy --out run`,
  `${EVALUATE} --model openai --out run`,
  `${EVALUATE} --model openai:gpt-4o-mini(temprature=1) --out run`,
  `${EVALUATE} --model openai:gpt-4o-mini(temperature=hot) --out run`,
  `${EVALUATE} --model random(temperature=1) --out run`,
  `${EVALUATE} --model small:tinny --out run`,
  `${EVALUATE} --model copy --metrics blue --out run`,
  `${EVALUATE} --model copy --metrics ter(asain) --out run`,
  `${EVALUATE} --model copy --prompt chatt --out run`,
  `${EVALUATE} --model copy --outt run`,
  `${EVALUATE} --model copy`,
  `${EVALUATE} --model copy --limit ten --seed high --out run`,
  `${EVALUATE} --model copy --limit -3 --out run`,
  'evaluate commongen --dataset dve.jsonl --model copy --out run',
  'evaluate commongen --dataset allenai/common_gen --model copy --out run',
  'evaluate commongen --dataset pairs.jsonl --model copy --out run',
  'evaluate situatedgen --dataset dev.jsonl --model copy --out run',
  'evaluate commongen --dataset broken.jsonl --model copy --out run',
  'evaluate commongen --dataset numbers.jsonl --model copy --out run',
  'evaluate commongen --dataset folder --split tset --model copy --out run',
  'score commongen --dataset dev.jsonl --predictions wrong-ids.jsonl',
  'score commongen --dataset dev.jsonl --predictions no-text.jsonl',
  'score commongen --dataset dev.jsonl --predictions three.txt',
  'score commongen --dataset dev.jsonl --predictions empty.jsonl',
  'score commongen --dataset dev.jsonl --predictions answers.jsonl --fail-below bleu9=0.5',
  'score text --references three.txt --predictions two.txt',
  'build situatedgen --source train.jsonl --out built',
  'build situatedgen --source corpora/creak/train.jsonl --out built',
  'build situatedgen --source creek=train.jsonl --out built',
  'build situatedgen --source amydeng2000/CREAK --out built',
  'build situatedgen --step mien(max-partners=3) --out built',
  'compare run',
  'report dev.jsonl',
  'explain nowhere 12',
  'suite suite.yaml',
  'suite suite-model.yaml',
  'suite no-yaml.yaml',
  'dataset apply dev.jsonl --decisions answers.jsonl --task filter',
  'data add meteor file.gz',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-messages-'));
  mkdirSync(join(folder, 'folder'));
  for (const [name, text] of Object.entries({ ...FILES, 'folder/test.jsonl': CONCEPT_SET })) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const IS_PATH = /^(?:[\w-]+\.(?:jsonl|yaml|txt)|folder|run|built|results|nowhere)$/;

/** What a call prints to standard error, and its exit code. Paths lead into the folder; messages are shown without it. */
async function messageOf(command: string): Promise<{ message: string; code: number }> {
  const written: string[] = [];
  const listeners = process.stdout.listeners('error');
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0),
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true),
  ];
  try {
    const words = command.split(' ').map((word) => (IS_PATH.test(word) ? join(folder, word) : word));
    const code = await main(words);
    return { message: written.join('').replaceAll(`${folder}/`, '').trimEnd(), code };
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const own of process.stdout.listeners('error'))
      if (!listeners.includes(own)) process.stdout.removeListener('error', own as () => void);
  }
}

it('each wrong input gets a message that says what is wrong and what to do, as docs/messages.md shows', async () => {
  const answers: string[] = [];
  for (const command of COMMANDS) {
    const { message, code } = await messageOf(command);
    expect({ command, code }).toEqual({ command, code: EXIT.input });
    expect(message, command).toMatch(/^sensebench: /);
    expect(message, command).not.toMatch(/Invalid (?:input|option)|received|ZodError|\n\s+at /);
    answers.push(`$ sensebench ${command.replace(/\S*\(\S*\)/, (word) => `'${word}'`)}\n${message}`);
  }
  expect(COMMANDS.length).toBeGreaterThanOrEqual(40);
  const head = [
    '# Messages',
    'Every wrong input below ends with exit code 2 and the message shown. A test makes this page: `npx vitest run test/messages.test.ts -u`.',
    `A message names the file, the line and the field, says what is wrong, and suggests the nearest name or what to write. All mistakes of a command line, a suite, a phases file or a datasheet are listed at once.`,
  ];
  await expect(`${head.join('\n\n')}\n\n\`\`\`console\n${answers.join('\n\n')}\n\`\`\`\n`).toMatchFileSnapshot('../docs/messages.md');
});
