/** The build steps of SituatedGen by name, for the pipeline and for workers in other processes. */
export { convertStep as convert } from '../../../statements/convert/index.ts';
export { selectStep as select } from '../../../statements/sources/index.ts';
export { analyseStep as analyse } from './analyse-texts.ts';
export { contrastStep as contrast } from './contrast-pairs.ts';
export { embedStep as embed } from './embed-texts.ts';
export { crowdStep as crowd, keywordsStep as keywords } from './extract-keywords.ts';
export { foreseeStep as foresee } from './foresee-pairs.ts';
export { contextStep as context } from './identify-contexts.ts';
export { definitionStep as definition } from './keep-definition.ts';
export { partnersStep as partners } from './limit-partners.ts';
export { maskStep as mask } from './mask-keywords.ts';
export { mergeStep as merge } from './merge-duplicates.ts';
export { mineStep as mine } from './mine-pairs.ts';
export { modelPairsStep as choose } from './model-pairs.ts';
export { proposeStep as propose } from './propose-statements.ts';
export { factsStep as facts } from './read-facts.ts';
export { framesStep as frames } from './read-frames.ts';
export { splitStep as split } from './split-pairs.ts';
