/**
 * With the setting SEED, properties and fuzzing draw the same cases in every run, so that a change fails only for its own
 * reasons. Without it, each run draws new cases, and a failure prints the seed.
 */
import fc from 'fast-check';

const { SEED } = process.env;
if (SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED) });
