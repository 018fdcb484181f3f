import { movesBetween, type PlaceMoves } from './plan-effect.ts'

interface MovesAsked {
  readonly older: Parameters<typeof movesBetween>[0]
  readonly newer: Parameters<typeof movesBetween>[1]
  readonly taken: Parameters<typeof movesBetween>[2]
  readonly marked: Parameters<typeof movesBetween>[3]
}

/** Where everybody sits in another version; worked out by a thread, since a large hall takes seconds. */
export const preparation = {
  module: new URL(import.meta.url),
  prepare({ older, newer, taken, marked }: MovesAsked): PlaceMoves {
    return movesBetween(older, newer, taken, marked)
  },
}
