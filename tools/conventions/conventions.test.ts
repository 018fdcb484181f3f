import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { linesAllowed, linesMost, longFiles } from './file-lengths.ts'
import { stateNumbers, stateNumbersIn } from './state-numbers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Goal: files are short enough to read at once. Method: the lines of every source file are counted; generated files
 * and data are exempt.
 */
describe('length of files', () => {
  it(`is ${linesMost.source} lines at most, ${linesMost.test} in tests`, () => {
    expect(longFiles(root)).toEqual([])
  })

  it.each([
    ['src/modules/orders/server/store.ts', linesMost.source],
    ['src/modules/orders/tests/order-life.test.ts', linesMost.test],
    ['tests/e2e/kit.test.ts', linesMost.test],
    ['src/platform/database/types.ts', null],
    ['db/seeds/content/venues.ts', null],
  ])('is bounded for %s by %s', (file, lines) => {
    expect(linesAllowed(file)).toBe(lines)
  })
})

/**
 * Goal: readers of SQL see what a state means. Method: the templates and conditions of every source file are
 * searched; samples of each form are found, and similar code is not.
 */
describe('states in SQL', () => {
  it('are written by name, never as numbers', () => {
    expect(stateNumbers(root)).toEqual([])
  })

  it.each([
    ['sql`select from orders o where o.status in (2, 5, 6)`', 'status in (2'],
    ['sql<Row>`update place_leg set state = 0, hold_id = null`', 'state = 0'],
    ['sql`select from run where status <> 1`', 'status <> 1'],
    ["db.selectFrom('ticket').where('status', '=', 1)", "'status', '=', 1"],
    ["db.selectFrom('ticket').where('ticket.status', 'in', [1, 2])", "'ticket.status', 'in', [1"],
  ])('are found in %s', (code, found) => {
    expect(stateNumbersIn(code)).toEqual([found])
  })

  it.each([
    'sql`select from orders where status in ${openStatuses}`',
    'sql`select from place_leg where state = ${placeStates.held}`',
    'const { content, status = 200 } = reply',
    '// status = 1 once meant that\n',
  ])('leave %s alone', (code) => {
    expect(stateNumbersIn(code)).toEqual([])
  })
})
