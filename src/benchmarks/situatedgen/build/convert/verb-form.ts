/** English verb forms by spelling rule (Quirk et al., 1985, 3.5–3.20), with a table of the irregular verbs. */
export type InflectedTag = 'VBZ' | 'VBD' | 'VBN' | 'VBG';

/** Base, past and, where it differs from the past, participle. */
const IRREGULAR = new Map(
  (
    'arise arose arisen,awake awoke awoken,bear bore born,beat beat beaten,become became become,befall befell befallen,begin began begun,bend bent,bet bet,bid bid,bind bound,' +
    'bite bit bitten,bleed bled,blow blew blown,break broke broken,breed bred,bring brought,broadcast broadcast,build built,burst burst,buy bought,cast cast,catch caught,choose chose chosen,' +
    'cling clung,come came come,cost cost,creep crept,cut cut,deal dealt,dig dug,draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,feed fed,' +
    'feel felt,fight fought,find found,flee fled,fling flung,fly flew flown,forbid forbade forbidden,forecast forecast,foresee foresaw foreseen,forget forgot forgotten,forgive forgave forgiven,' +
    'freeze froze frozen,get got gotten,give gave given,go went gone,grind ground,grow grew grown,hang hung,hear heard,hide hid hidden,hit hit,hold held,hurt hurt,keep kept,' +
    'kneel knelt,know knew known,lay laid,lead led,leave left,lend lent,let let,lie lay lain,light lit,lose lost,make made,mean meant,meet met,mislead misled,mistake mistook mistaken,' +
    'outdo outdid outdone,outgrow outgrew outgrown,outrun outran outrun,outsell outsold,overcome overcame overcome,oversee oversaw overseen,overtake overtook overtaken,overthrow overthrew overthrown,pay paid,put put,quit quit,read read,rebuild rebuilt,' +
    'repay repaid,rid rid,ride rode ridden,ring rang rung,rise rose risen,run ran run,say said,see saw seen,seek sought,sell sold,send sent,set set,shake shook shaken,' +
    'shed shed,shine shone,shoot shot,show showed shown,shrink shrank shrunk,shut shut,sing sang sung,sink sank sunk,sit sat,sleep slept,slide slid,slit slit,sow sowed sown,speak spoke spoken,' +
    'speed sped,spend spent,spin spun,spit spat,split split,spread spread,spring sprang sprung,stand stood,steal stole stolen,stick stuck,sting stung,stink stank stunk,strike struck,strive strove striven,swear swore sworn,' +
    'sweep swept,swell swelled swollen,swim swam swum,swing swung,take took taken,teach taught,tear tore torn,tell told,think thought,throw threw thrown,thrust thrust,tread trod trodden,undergo underwent undergone,' +
    'understand understood,undertake undertook undertaken,undo undid undone,uphold upheld,upset upset,wake woke woken,wear wore worn,weave wove woven,weep wept,win won,wind wound,withdraw withdrew withdrawn,withhold withheld,withstand withstood,' +
    'write wrote written,rewrite rewrote rewritten'
  )
    .split(',')
    .map((entry) => {
      const [base, past, participle = past] = entry.split(' ');
      return [base, { past, participle }] as const;
    }),
);

/** Verbs of two syllables that are stressed on the last: they double their consonant. */
const STRESSED_LAST =
  /(^|[^aeiou])(refer|prefer|occur|recur|admit|commit|permit|submit|transmit|omit|regret|forget|rebel|compel|expel|propel|control|patrol|equip|begin|upset|defer|infer|confer|transfer|incur|concur|abhor|acquit|outrun|outbid)$/;

export function inflectVerb(lemma: string, tag: InflectedTag): string {
  const irregular = IRREGULAR.get(lemma);
  if (tag === 'VBD') return irregular?.past ?? past(lemma);
  if (tag === 'VBN') return irregular?.participle ?? past(lemma);
  if (tag === 'VBZ') {
    if (/(s|x|z|ch|sh|[^aeiou]o)$/.test(lemma)) return `${lemma}es`;
    return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
  }
  if (/ie$/.test(lemma)) return `${lemma.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(lemma) && lemma.length > 2) return `${lemma.slice(0, -1)}ing`;
  return `${doubled(lemma)}ing`;
}

function past(lemma: string): string {
  if (/e$/.test(lemma)) return `${lemma}d`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  if (/ic$/.test(lemma)) return `${lemma}ked`;
  return `${doubled(lemma)}ed`;
}

/** "stop" → "stopp": one syllable, one vowel, one consonant. */
function doubled(lemma: string): string {
  const single = /^[^aeiou]*(qu)?[aeiouy][bdfgklmnprtvz]$/.test(lemma) && !/[^aeiou]y?[wxy]$/.test(lemma);
  return single || STRESSED_LAST.test(lemma) ? lemma + lemma.slice(-1) : lemma;
}
