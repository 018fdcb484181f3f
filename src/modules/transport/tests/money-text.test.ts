/** Goal: carriers type prices in their currency, and what was typed is shown again. Method: amounts of two, no and three decimal places. */
import { expect, test } from 'vitest'
import { majorText, minorOfText } from '../web/office/money-text.ts'

test.each([
  ['12.5', 'GEL', 1_250, '12.50'],
  ['12,05', 'GEL', 1_205, '12.05'],
  ['7', 'GEL', 700, '7'],
  ['2000', 'JPY', 2_000, '2000'],
  ['1.250', 'KWD', 1_250, '1.250'],
  ['1.2', 'KWD', 1_200, '1.200'],
])('%s %s is %i minor units', (typed, currency, minor, shown) => {
  expect(minorOfText(typed, currency)).toBe(minor)
  expect(majorText(minor, currency)).toBe(shown)
})

test.each([
  ['12.505', 'GEL'],
  ['2000.5', 'JPY'],
  ['', 'GEL'],
  ['-1', 'GEL'],
  ['123456', 'GEL'],
])('%s is no amount of %s', (typed, currency) => {
  expect(minorOfText(typed, currency)).toBeNull()
})
