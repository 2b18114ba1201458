/** Property tests draw the same cases in every run, so that a commit is either good or bad; PROPERTY_SEED=random (or a number) looks for new ones. */
import fc from 'fast-check';

const seed = process.env.PROPERTY_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
