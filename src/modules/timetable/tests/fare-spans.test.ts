/** Goal: a change of a fare replaces exactly its days. Method: the price of every day before and after, for random changes. */
import { expect, test } from 'vitest'
import { addDays } from '../server/calendar.ts'
import { replaceSpan, type FareSpan } from '../server/carrier/fare-spans.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const day = (number: number): string => addDays('2026-01-01', number)
const priceOn = (spans: readonly FareSpan[], date: string): number | null => {
  const valid = spans.filter(
    ({ from, until }) => (from === null || from <= date) && (until === null || until >= date),
  )
  expect(valid.length).toBeLessThan(2)
  return valid[0]?.priceMinor ?? null
}

test('after each of many changes every day has the price that was set last for it', () => {
  let seed = seedOf('fare spans', 20_261_123)
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 200; round += 1) {
    let spans: FareSpan[] = []
    const expected = Array.from({ length: 30 }, (): number | null => null)
    for (let change = 1; change <= 8; change += 1) {
      const from = random(20)
      const until = random(3) === 0 ? null : from + random(10)
      const priceMinor = random(4) === 0 ? null : change * 100
      spans = replaceSpan(
        spans,
        { from: day(from), until: until === null ? null : day(until) },
        priceMinor === null ? null : { priceMinor, currency: 'GEL' },
      )
      for (let at = from; at <= (until ?? 29); at += 1) expected[at] = priceMinor
      expect(expected.map((_, at) => priceOn(spans, day(at)))).toEqual(expected)
    }
  }
})

test('a change inside an open fare leaves the rest of it', () => {
  const open = [{ from: null, until: null, priceMinor: 1_000, currency: 'EUR' }]
  const days = { from: '2026-03-01', until: '2026-03-02' }
  expect(replaceSpan(open, days, { priceMinor: 500, currency: 'EUR' })).toEqual([
    { from: null, until: '2026-02-28', priceMinor: 1_000, currency: 'EUR' },
    { ...days, priceMinor: 500, currency: 'EUR' },
    { from: '2026-03-03', until: null, priceMinor: 1_000, currency: 'EUR' },
  ])
})
