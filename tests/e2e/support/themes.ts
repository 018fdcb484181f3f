import { expect } from 'vitest'
import { isNightly } from '../../support/tier.ts'

/** How many checks with a choice of themes the running test has made. */
let checks = { test: '', count: 0 }

/**
 * The themes of one check: all in the nightly run, otherwise one of them, the next one at each check. The first depends on
 * the test's name, so that tests with a single check do not all take the same theme, and each takes the same in every run.
 */
export function themesInTurn<Theme>(themes: readonly Theme[]): readonly Theme[] {
  if (isNightly || themes.length < 2) return themes
  const test = expect.getState().currentTestName ?? ''
  if (checks.test !== test) checks = { test, count: test.length }
  checks.count += 1
  return [themes[checks.count % themes.length] as Theme]
}
