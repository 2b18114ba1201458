/** An attacker who reads every byte that is given out and guesses what is withheld, item by item. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import { createRandom } from '../packages/metrics/src/core/index.ts';

/** By name, as they were sent or written. */
export type Bytes = Readonly<Record<string, Uint8Array | string>>;

/** A value for each of several items, found in one place. */
export interface Feature {
  name: string;
  values: Map<string, string | number>;
}

export interface Withheld {
  /** Ids in their order: of all items, and of each part. Lists of these lengths may be values of the items. */
  orders: readonly (readonly string[])[];
  /** The label of each item, or what a system scores on it. */
  truths: Readonly<Record<string, ReadonlyMap<string, string | number>>>;
  /** Predictions that the attacker sent, each with a label by item. */
  predictions?: readonly ReadonlyMap<string, string>[];
}

export interface Recovered {
  feature: string;
  truth: string;
  items: number;
  /** Right guesses on items that the guess was not made from. */
  right: number;
  /** Right guesses with the most frequent label alone. */
  majority: number;
}

/** Fewer items agree by chance. */
const FEWEST = 12;
/** Above this many standard deviations it is not chance, whatever the number of places that were looked at. */
const SURE = 5;

/** Every guess that is better than chance allows, the best first. An attacker who finds nothing does as well as the majority label. */
export function attack(bytes: Bytes, { orders, truths, predictions = [] }: Withheld): Recovered[] {
  const features = featuresIn(bytes, orders);
  return Object.entries(truths)
    .flatMap(([truth, values]) =>
      features.flatMap((feature) => [
        guess(feature, values, truth),
        ...predictions.map((prediction, i) => guess(feature, values, truth, { prediction, name: `prediction ${i}` })),
      ]),
    )
    .filter((found) => found !== null)
    .filter(({ right, majority, items }) => right - majority > (SURE * Math.sqrt(items)) / 2)
    .sort((a, b) => b.right - b.majority - (a.right - a.majority));
}

/** Learns from half of the items what the value says of the other half: a rule for each value, or a threshold. */
function guess(
  { name, values }: Feature,
  truth: ReadonlyMap<string, string | number>,
  truthName: string,
  beside?: { prediction: ReadonlyMap<string, string>; name: string },
): Recovered | null {
  const middle = medianOf([...truth.values()]);
  const rows = [...values].flatMap(([id, value]) => {
    const right = truth.get(id);
    return right === undefined
      ? []
      : [{ id, value, group: beside?.prediction.get(id) ?? '', label: middle === null ? right : Number(right) > middle }];
  });
  if (rows.length < FEWEST) return null;
  const halves = createRandom('halves').shuffle(rows);
  const [a, b] = [halves.slice(0, rows.length >> 1), halves.slice(rows.length >> 1)];
  let [right, majority] = [0, 0];
  for (const [known, asked] of [
    [a, b],
    [b, a],
  ]) {
    const usual = mostFrequent(known.map(({ label }) => label));
    const rule = learn(known);
    for (const row of asked) {
      if ((rule(row) ?? usual) === row.label) right++;
      if (usual === row.label) majority++;
    }
  }
  return { feature: beside ? `${name} with ${beside.name}` : name, truth: truthName, items: rows.length, right, majority };
}

interface Row {
  value: string | number;
  group: string;
  label: unknown;
}

function learn(known: readonly Row[]): (row: Row) => unknown {
  const numbers = known.every(({ value }) => typeof value === 'number');
  if (!numbers || new Set(known.map(({ value }) => value)).size <= 3) {
    const labels = new Map(
      groupBy(known, ({ group, value }) => `${group}/${value}`).map(([key, rows]) => [key, mostFrequent(rows.map(({ label }) => label))]),
    );
    return ({ group, value }) => labels.get(`${group}/${value}`);
  }
  const thresholds = new Map(groupBy(known, ({ group }) => group).map(([group, rows]) => [group, bestThreshold(rows)]));
  return ({ group, value }) => thresholds.get(group)?.(Number(value));
}

function bestThreshold(rows: readonly Row[]): (value: number) => unknown {
  const sorted = rows.map(({ value, label }) => ({ value: Number(value), label })).sort((x, y) => x.value - y.value);
  let best = { right: -1, at: 0, below: undefined as unknown, above: undefined as unknown };
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && sorted[i].value === sorted[i - 1].value) continue;
    const [below, above] = [sorted.slice(0, i), sorted.slice(i)].map((part) => mostFrequent(part.map(({ label }) => label)));
    const right = sorted.filter(({ label }, k) => label === (k < i ? below : above)).length;
    if (right > best.right) best = { right, at: sorted[i].value, below, above };
  }
  return (value) => (value < best.at ? best.below : best.above);
}

/** null for labels; numbers are guessed as above or below it. */
function medianOf(values: readonly (string | number)[]): number | null {
  if (values.some((value) => typeof value === 'string')) return null;
  const sorted = values.map(Number).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] === sorted.at(-1) ? (sorted[0] + Number(sorted.at(-1))) / 2 : sorted[sorted.length >> 1];
}

function mostFrequent(labels: readonly unknown[]): unknown {
  return groupBy(labels, String).sort(([, a], [, b]) => b.length - a.length)[0]?.[1][0];
}

function groupBy<T>(rows: readonly T[], key: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
}

/** Values by item wherever bytes name items, or hold as many values as there are items. */
function featuresIn(bytes: Bytes, orders: Withheld['orders']): Feature[] {
  const ids = new Set(orders.flat());
  const found = new Map<string, Feature['values']>();
  const add = (name: string, id: string, value: string | number) => {
    for (const [kind, each] of readings(value)) {
      const values = found.get(name + kind) ?? new Map();
      values.set(id, each);
      found.set(name + kind, values);
    }
  };
  const addPresence = (path: string, present: ReadonlySet<string>): void => {
    for (const [k, order] of orders.entries())
      if (order.some((id) => present.has(id))) for (const id of order) add(`${path} has those of ${k}`, id, present.has(id) ? 'in' : 'out');
  };
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) walkList(value, path);
    else {
      const named = Object.values(value).find((own) => typeof own === 'string' && ids.has(own));
      for (const [key, own] of Object.entries(value)) {
        if (typeof named === 'string') for (const [leaf, each] of leaves(own, key)) if (each !== named) add(`${path}.${leaf}`, named, each);
        if (ids.has(key)) for (const [leaf, each] of leaves(own, '')) add(`${path}.ID${leaf}`, key, each);
        walk(own, `${path}.${key}`);
      }
    }
  };
  const walkList = (list: readonly unknown[], path: string): void => {
    for (const order of orders)
      if (order.length === list.length)
        for (const [i, own] of list.entries())
          for (const [leaf, each] of leaves(own, '')) add(`${path}[]${leaf} of ${order.length}`, order[i], each);
    const named = list.map((own) => (typeof own === 'string' ? own : Object.values(own ?? {}).find((each) => ids.has(String(each)))));
    // Which items are in a list, and in which order, can tell something too.
    for (const [i, id] of named.entries()) if (ids.has(String(id))) add(`${path} place`, String(id), i);
    addPresence(path, new Set(named.map(String)));
    for (const own of list) walk(own, `${path}[]`);
  };
  const pattern = new RegExp(
    [...ids]
      .sort((a, b) => b.length - a.length)
      .map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|'),
    'g',
  );
  for (const [name, text] of unpack(bytes)) {
    for (const value of structuresIn(text)) walk(value, name);
    const mentioned = new Set<string>();
    for (const line of text.split('\n')) {
      const [id, ...more] = new Set(line.match(pattern));
      if (id === undefined) continue;
      for (const each of [id, ...more]) mentioned.add(each);
      if (more.length === 0 && line.length < 2000) add(`${name} line`, id, line.replaceAll(id, ''));
    }
    addPresence(name, mentioned);
  }
  return Array.from(found, ([name, values]) => ({ name, values }));
}

/** What a value can say: itself, its length, the labels in it. */
function readings(value: string | number): [string, string | number][] {
  if (typeof value === 'number') return [['', value]];
  const labels = ['yes', 'no'].filter((label) => new RegExp(`\\b${label}\\b`, 'i').test(value)).join('+');
  return [
    ['', value],
    [' length', value.length],
    [' labels', labels],
  ];
}

function leaves(value: unknown, path: string): [string, string | number][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, value]];
  if (typeof value === 'boolean') return [[path, String(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, own]) => leaves(own, `${path}.${key}`));
}

/** Texts of all files; archives, compressed files and data: addresses are opened. */
export function unpack(bytes: Bytes): [string, string][] {
  return Object.entries(bytes).flatMap(([name, own]): [string, string][] => {
    const raw = typeof own === 'string' ? Buffer.from(own) : own;
    if (raw[0] === 0x50 && raw[1] === 0x4b)
      return unpack(Object.fromEntries(Object.entries(unzipSync(raw)).map(([file, each]) => [`${name}/${file}`, each])));
    if (raw[0] === 0x1f && raw[1] === 0x8b) return unpack({ [`${name}/gz`]: gunzipSync(raw) });
    const text = new TextDecoder().decode(raw);
    const data = Array.from(text.matchAll(/"data:[^,"]*,([^"]*)"/g), ([, encoded], i): [string, string] => [
      `${name}/data${i}`,
      decodeURIComponent(encoded.replaceAll('&amp;', '&')),
    ]);
    return [[name, text], ...data];
  });
}

/** JSON as a whole, by line or in a page; tables of CSV and of HTML. */
function structuresIn(text: string): unknown[] {
  const whole = tryJson(text);
  if (whole !== undefined) return [whole];
  const rows = text.split('\n').flatMap((line) => tryJson(line) ?? []);
  if (rows.length > 0) return [rows];
  if (/<html/i.test(text)) {
    const { document } = parseHTML(text);
    const tables = [...document.querySelectorAll('table')].map((table) =>
      [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent.trim())),
    );
    const marked = [...document.querySelectorAll('*')].map((element) =>
      Object.fromEntries([...element.attributes].map((own) => [own.name, own.value])),
    );
    return [
      ...tables.map((table) => table.map((cells) => ({ ...cells }))),
      marked,
      ...[...document.querySelectorAll('script')].map((script) => tryJson(script.textContent)),
    ];
  }
  try {
    const table: unknown = parseCsv(text, { relax_column_count: true, skip_empty_lines: true });
    return Array.isArray(table) && table.length > 1 ? [table.map((cells) => ({ ...cells }))] : [];
  } catch {
    return [];
  }
}

function tryJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hashes that would confirm a guess: those of secrets, without a salt. */
export function confirmedIn(bytes: Bytes, secrets: Readonly<Record<string, string | Uint8Array>>): string[] {
  const texts = unpack(bytes);
  return Object.entries(secrets).flatMap(([secret, content]) =>
    ['sha256', 'sha1', 'md5'].flatMap((method) => {
      const hash = createHash(method).update(content).digest('hex');
      return texts.filter(([, text]) => text.includes(hash)).map(([name]) => `${name}: the ${method} of ${secret}`);
    }),
  );
}

/** Withheld texts that appear in what is given out, however it is escaped. */
export function quotedIn(bytes: Bytes, secrets: readonly string[]): string[] {
  const wanted = secrets.map(plain);
  return unpack(bytes).flatMap(([name, text]) => {
    const read = plain(text);
    const found = wanted.find((secret) => read.includes(secret));
    return found === undefined ? [] : [`${name}: ${found}`];
  });
}

/** Words alone: escapes of JSON, HTML and addresses, case and punctuation are gone. */
function plain(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/%[0-9a-f]{2}|&#?\w+;/gi, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
