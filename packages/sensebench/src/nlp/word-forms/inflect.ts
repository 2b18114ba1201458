/** Inflected forms: verbs by Penn Treebank tag (irregular list, spelling rules), plurals and singulars of nouns. */
import pluralizer from 'pluralize';
import irregularVerbs from './irregular-verbs.json' with { type: 'json' };
import { lemmatize } from './lemmatizer.ts';

export type VerbTag = 'VBD' | 'VBN' | 'VBZ' | 'VBG';

/** By base form, past tense and past participle. The file has one form where both are alike. */
const IRREGULAR_VERBS = new Map(
  Object.entries(irregularVerbs).map(([base, forms]) => {
    const [past, participle = past] = forms.split(' ');
    return [base, { past, participle }];
  }),
);

const AUXILIARIES: Record<string, Record<VerbTag, string>> = {
  be: { VBD: 'was', VBN: 'been', VBZ: 'is', VBG: 'being' },
  have: { VBD: 'had', VBN: 'had', VBZ: 'has', VBG: 'having' },
};

/** Longer verbs whose last syllable is stressed: the final consonant is doubled. */
const DOUBLED = new Set(
  (
    'abet abhor abut admit allot annul appal backlog begin beset commit compel concur confer control corral debug defer demur deter disbar dispel distil embed emit enrol ' +
    'enthral equip excel expel extol forbid forget format handicap humbug impel incur infer input instil inter kidnap occur offset omit outfit outrun outwit overlap patrol permit prefer program ' +
    'propel rebel rebut recap recur refer regret remit repel reset retrofit rerun submit transfer transmit transship underpin unplug unpin unwrap unzip upset worship zigzag acquit fulfil overtop'
  ).split(' '),
);
const NEVER_DOUBLED = /[hwxyc]$/;

/** The form of a verb: `inflectVerb('write', 'VBN')` is "written". Of a phrase ("pick up") the first word is inflected. */
export function inflectVerb(lemma: string, tag: VerbTag): string {
  const space = lemma.search(/[\s_]/);
  if (space > 0) return inflectVerb(lemma.slice(0, space), tag) + lemma.slice(space);
  const auxiliary = Object.hasOwn(AUXILIARIES, lemma) ? AUXILIARIES[lemma] : undefined;
  if (auxiliary) return auxiliary[tag];
  if (lemma === '') return '';
  if (tag === 'VBZ') return withS(lemma);
  if (tag === 'VBG') return withIng(lemma);
  const irregular = IRREGULAR_VERBS.get(lemma) ?? prefixed(lemma);
  if (irregular) return tag === 'VBD' ? irregular.past : irregular.participle;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  if (lemma.endsWith('e')) return `${lemma}d`;
  return `${doubled(lemma)}ed`;
}

/** "re-open", "overeat", "unmake": the irregular forms of the verb after the prefix. */
function prefixed(lemma: string): { past: string; participle: string } | undefined {
  const match = /^(re-?|un|over|under|out|mis|fore|with|pre-?|inter|up|by|co-?)(\w{3,})$/.exec(lemma);
  const base = match && IRREGULAR_VERBS.get(match[2]);
  // "relay" and "relight" do not follow "lay" and "light".
  if (!match || !base || lemma === 'relay' || lemma === 'relight') return undefined;
  return { past: match[1] + base.past, participle: match[1] + base.participle };
}

function withS(lemma: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(lemma)) return lemma.endsWith('z') && !lemma.endsWith('zz') ? `${lemma}zes` : `${lemma}es`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ies`;
  return /[^aeiou]o$/.test(lemma) ? `${lemma}es` : `${lemma}s`;
}

function withIng(lemma: string): string {
  if (lemma.endsWith('ie')) return `${lemma.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(lemma) && lemma.length > 2 && !/(?:inge)$/.test(lemma)) return `${lemma.slice(0, -1)}ing`;
  if (lemma.endsWith('inge'))
    return /(?:singe|tinge|swinge|binge)$/.test(lemma) && lemma !== 'infringe' ? `${lemma}ing` : `${lemma.slice(0, -1)}ing`;
  return `${doubled(lemma)}ing`;
}

/** The stem before -ed and -ing: the last consonant twice after a short stressed vowel; "panic" takes a k. */
function doubled(lemma: string): string {
  if (/[aeiou]c$/.test(lemma)) return `${lemma}k`;
  if (!/[aeiouy][^aeiou]$/.test(lemma) || NEVER_DOUBLED.test(lemma)) return lemma;
  const short = /^(?:[^aeiou]*|[^aeiou]*qu)[aeiouy][^aeiou]$/.test(lemma);
  return short || DOUBLED.has(lemma) ? lemma + lemma[lemma.length - 1] : lemma;
}

/** The plural of a noun, its case kept. */
export function pluralize(noun: string): string {
  return noun === '' ? '' : pluralizer.plural(noun);
}

/** The singular of a plural noun; words that have only a plural stay as they are. */
export function singularize(noun: string): string {
  return noun === '' ? '' : lemmatize(noun, 'NNS');
}
