/** The rules in Prometheus's own tester, which is fetched where it is missing. In `npm test` they are tested where it is there. */
import { expect, test } from 'vitest'
import { failuresOfRules, fetchPromtool } from './promtool.ts'

test('each alert fires when it should, and only then', () => {
  const promtool = fetchPromtool()
  expect(
    promtool,
    'promtool cannot be had here: install the package prometheus (Debian), or name the program in PROMTOOL',
  ).toBeDefined()
  expect(failuresOfRules(promtool ?? '')).toBe('')
}, 600_000)
