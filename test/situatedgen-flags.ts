/** For tests: all options of a SituatedGen build in one object, as its flags take them. */
const STEP_OF: Readonly<Record<string, string>> = {
  ...{
    converter: 'convert',
    minConfidence: 'convert',
    maxCharacters: 'convert',
    minKeywords: 'keywords',
    maxKeywords: 'keywords',
    keywordsFrom: 'keywords',
  },
  ...{ threshold: 'mine', mining: 'mine', embeddings: 'mine', mergeDuplicates: 'mine', maxPartners: 'mine', bestPartners: 'mine' },
  ...{ contexts: 'pairs', sharedEntities: 'pairs', withoutRule: 'pairs', sharedContext: 'pairs', top: 'pairs', definition: 'pairs' },
  ...{ ratios: 'split', unseen: 'split' },
};

export function situatedGenFlags(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flags: Record<string, unknown> = {};
  const step: string[] = [];
  const also: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (Object.hasOwn(STEP_OF, name)) step.push(`${STEP_OF[name]}(${kebab}=${Array.isArray(value) ? JSON.stringify(value) : value})`);
    else if (name === 'parquet' || name === 'boolqa') also.push(...(value === true ? [name] : []));
    else if (name === 'tasks' || name === 'format') also.push(...(value as string[]));
    else flags[name] = value;
  }
  return { ...flags, step, also };
}
