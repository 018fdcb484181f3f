import { test } from 'vitest'
import { isNightly } from '../../support/tier.ts'

/**
 * A journey of the nightly run only: what it proves beyond the journeys of `npm test` is the same steps in another language,
 * theme, width or vertical, or a rule that tests of calls and components prove as well.
 */
export const nightTest = test.runIf(isNightly)

/**
 * All combinations in the nightly run; otherwise as few of them as contain each value (language, theme, width) once, the
 * first ones preferred. What depends on one value shows in any combination that has it.
 */
export function diagonalOf<Item extends object>(items: readonly Item[]): readonly Item[] {
  if (isNightly) return items
  const valuesOf = (item: Item): string[] =>
    Object.entries(item).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const missing = new Set(items.flatMap(valuesOf))
  const chosen: Item[] = []
  while (missing.size > 0) {
    const counts = items.map((item) => valuesOf(item).filter((value) => missing.has(value)).length)
    const item = items[counts.indexOf(Math.max(...counts))]
    if (!item) break
    chosen.push(item)
    for (const value of valuesOf(item)) missing.delete(value)
  }
  return chosen
}
