/**
 * The seeds of fast-check follow the rule of `seedOf`: `SEED`, else a fixed one in `npm test` and a fresh one at night.
 * Only a property that fails prints its seed, because it repeats what it found.
 */
import fc from 'fast-check'
import { askedSeed, isNightly } from './tier.ts'

const seed = askedSeed() ?? (isNightly ? undefined : 20_261_122)
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
