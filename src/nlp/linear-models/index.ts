/** Linear models and where their weights are. */
export { PackedModel } from './packed-model.ts';
export { featureKey, hashText } from './sparse-model.ts';
export { unpack } from './unpack.ts';
export { weightsPath } from './weights-path.ts';
