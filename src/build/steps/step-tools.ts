/** Gives a step the tools that it says it needs; their ids are part of its key. */
import type { StepTools, ToolNeeds, Tools } from '../../core/index.ts';

/** The name of a tool's id, by the need. */
const ID_OF = {
  analyse: 'analyser',
  embedder: 'embedder',
  encoder: 'encoder',
  wordnet: 'wordnet',
  truecaser: 'truecaser',
  languageModel: 'languageModel',
  model: 'model',
} as const satisfies Record<Exclude<keyof ToolNeeds, 'tiles'>, string>;
const NEEDS = Object.keys(ID_OF) as (keyof typeof ID_OF)[];

/** A tool that is not there is named too: with and without it results differ. */
export function toolIds(step: string, needs: ToolNeeds, tools: Tools): Record<string, string> {
  const asked = NEEDS.filter((need) => needs[need]);
  return Object.fromEntries(
    asked.map((need) => {
      const name = ID_OF[need];
      const id = tools[need] === undefined ? 'none' : tools.ids?.[name];
      if (id === undefined) throw new Error(`step ${step} needs the ${name}, which has no id`);
      // A key names the processor too; what a dataset says of its tools does not, so that machines of one kind write the same.
      return [name, need === 'embedder' && tools.ids?.vectors ? `${id} (${tools.ids.vectors})` : id];
    }),
  );
}

export function toolsFor(step: string, needs: ToolNeeds, tools: Tools, own: Pick<StepTools, 'signal' | 'progress'>): StepTools {
  const { tokens, analyse, embedder, tiles, encoder, wordnet, truecaser, languageModel, model, ids } = tools;
  return {
    tokens,
    analyse: needs.analyse
      ? analyse
      : () => {
          throw new Error(`step ${step} analyses text without naming it in "needs"`);
        },
    ...(needs.embedder && embedder ? { embedder } : {}),
    ...(needs.tiles && tiles ? { tiles } : {}),
    ...(needs.encoder && encoder ? { encoder } : {}),
    ...(needs.wordnet && wordnet ? { wordnet } : {}),
    ...(needs.truecaser && truecaser ? { truecaser } : {}),
    ...(needs.languageModel && languageModel ? { languageModel } : {}),
    ...(needs.model && model ? { model } : {}),
    ...(ids ? { ids } : {}),
    ...own,
  };
}
