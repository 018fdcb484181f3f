import { namedNumbers } from '#platform/database/named-numbers.ts'
import { placeState, poolHoldState } from './rules.ts'

/** `place_leg.state` by name, for SQL. */
export const placeStates = namedNumbers(placeState)

/** `pool_hold.state` by name, for SQL. */
export const poolHoldStates = namedNumbers(poolHoldState)
