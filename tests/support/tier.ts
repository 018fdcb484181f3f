/**
 * Two tiers of tests: `npm test` tells a contributor whether a change is right, `npm run test:nightly` runs whole
 * matrices, long models and fresh seeds. docs/testing.md lists what runs where and why.
 */
import { randomInt } from 'node:crypto'

/** Whether this is the nightly run. */
export const isNightly = process.env['TEST_TIER'] === 'nightly'

/** A size (runs, requests, rounds) of either tier. */
export function sizeOf(sizes: { readonly usual: number; readonly nightly: number }): number {
  return isNightly ? sizes.nightly : sizes.usual
}

/**
 * The seed of a random test: `SEED` of the environment, else a fresh one in the nightly run and `fixed` in `npm test`,
 * so that a change is never judged by a run that nobody else had. It is printed, and `SEED=<number>` replays it.
 */
export function seedOf(test: string, fixed: number): number {
  const seed = askedSeed() ?? (isNightly ? randomInt(2 ** 31 - 1) : fixed)
  console.info(`${test} SEED=${seed}`)
  return seed
}

/** The seed that `SEED` asks for, if it does. */
export function askedSeed(): number | undefined {
  const asked = Number(process.env['SEED'] ?? Number.NaN)
  return Number.isInteger(asked) ? asked : undefined
}

/** All items in the nightly run; otherwise the first of each kind. */
export function representatives<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
): readonly Item[] {
  if (isNightly) return items
  const kinds = new Set<string>()
  return items.filter((item) => {
    const kind = kindOf(item)
    if (kinds.has(kind)) return false
    kinds.add(kind)
    return true
  })
}
