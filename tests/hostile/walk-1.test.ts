import { sizeOf } from '../support/tier.ts'
import { walk } from './walk.ts'

/** `npm test` walks all calls in this file; at night two more files take two thirds of them. */
walk(0, sizeOf({ usual: 1, nightly: 3 }))
