/** `npm run train -- [--permissive] tagger|entities|parser|…`: trains a shipped model from the shared data and writes it to weights/. */

export {};

const models: Record<string, () => Promise<() => void | Promise<void>>> = {
  lexicon: async () => (await import('./lexicon/train.ts')).trainLexicon,
  tagger: async () => {
    const { trainTaggerModel } = await import('./tagger/train.ts');
    return () => trainTaggerModel({ permissive, parses });
  },
  entities: async () => (await import('./entities/train.ts')).trainEntitiesModel,
  gazetteer: async () => (await import('./entities/gazetteer.ts')).compileGazetteer,
  places: async () => (await import('./places/compile.ts')).compilePlaces,
  deep: async () => (await import('./deep/train.ts')).trainDeepModel,
  'deep-entities': async () => (await import('./deep/train-entities.ts')).trainDeepEntities,
  parser: async () => (await import('./parser/train.ts')).trainParserModel,
  spice: async () => {
    const { trainSpiceModel } = await import('./spice/train.ts');
    const { SENSEBENCH_OUT: out, SENSEBENCH_GUESSES: guesses, SENSEBENCH_FORMER: former, SENSEBENCH_STAGE: stage } = process.env;
    return () => trainSpiceModel({ parses, permissive, out, guesses, former, stage });
  },
  statements: async () => (await import('./statements/train.ts')).trainRanker,
  pairs: async () => (await import('./pairs/train.ts')).trainContrast,
};

const permissive = process.argv.includes('--permissive');
/** Files of CoreNLP's parses, with colons between. */
const parses = (process.env.SENSEBENCH_PARSES ?? '').split(':').filter((path) => path !== '');
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
if (names.length === 0 || names.some((name) => !(name in models))) {
  console.error(`usage: npm run train -- [--permissive] ${Object.keys(models).join('|')}`);
  process.exitCode = 2;
} else {
  for (const name of names) {
    const started = performance.now();
    await (await models[name]())();
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
}
