/**
 * Goal: of several matching prices, the most specific applies, regardless of their order. Method: random rules and
 * moments; the result is compared with sorting all matching rules.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, priceOf, type PriceRule } from '../server/prices.ts'

const rule = (priceId: number) =>
  fc
    .record({
      zone: fc.constantFrom('standard', 'vip', null),
      ticketTypeId: fc.integer({ min: 1, max: 2 }),
      weekdays: fc.integer({ min: 1, max: 127 }),
      minuteFrom: fc.integer({ min: 0, max: 1_500 }),
      length: fc.integer({ min: 1, max: 1_200 }),
      priceMinor: fc.integer({ min: 0, max: 10_000 }),
    })
    .map(({ length, ...rest }): PriceRule => ({
      priceId,
      ...rest,
      minuteTo: rest.minuteFrom + length,
    }))

const rules = fc
  .integer({ min: 0, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => rule(index + 1))))
const days = (bits: number) => [0, 1, 2, 3, 4, 5, 6].filter((day) => (bits >> day) & 1)

test('applies the rule for fewer weekdays, then fewer minutes, then the older one', () => {
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 1_799 }),
      fc.integer(),
      (all, weekday, minute, factor) => {
        const seat = { zone: 'standard', ticketTypeId: 1 }
        const [best] = all
          .filter(
            (candidate) =>
              candidate.zone === seat.zone &&
              candidate.ticketTypeId === seat.ticketTypeId &&
              days(candidate.weekdays).includes(weekday - 1) &&
              candidate.minuteFrom <= minute &&
              minute < candidate.minuteTo,
          )
          .toSorted(
            (left, right) =>
              days(left.weekdays).length - days(right.weekdays).length ||
              left.minuteTo - left.minuteFrom - (right.minuteTo - right.minuteFrom) ||
              left.priceId - right.priceId,
          )
        const shuffled = all.toSorted(
          (left, right) => ((left.priceId * factor) % 7) - ((right.priceId * factor) % 7),
        )
        expect(priceOf(shuffled, seat, { weekday, minute })).toBe(best?.priceMinor ?? null)
      },
    ),
    { numRuns: 500 },
  )
})

test('counts minutes after midnight from the beginning of the business date', () => {
  const startsAt = new Date('2026-11-28T20:40:00Z')
  expect(momentOf('2026-11-28', startsAt, 'Asia/Tbilisi')).toEqual({ weekday: 6, minute: 1_480 })
})
