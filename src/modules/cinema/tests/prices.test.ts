/**
 * Goal: of several prices that fit, the narrowest holds, whatever their order. Method: fast-check draws rules and a
 * moment; the answer is compared with a plain sort of all that fit.
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

test('the rule for fewer weekdays, then fewer minutes, then the older one holds', () => {
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 1_799 }),
      fc.integer(),
      (all, weekday, minute, turn) => {
        const wanted = { zone: 'standard', ticketTypeId: 1 }
        const [best] = all
          .filter(
            (one) =>
              one.zone === wanted.zone &&
              one.ticketTypeId === wanted.ticketTypeId &&
              days(one.weekdays).includes(weekday - 1) &&
              one.minuteFrom <= minute &&
              minute < one.minuteTo,
          )
          .toSorted(
            (one, other) =>
              days(one.weekdays).length - days(other.weekdays).length ||
              one.minuteTo - one.minuteFrom - (other.minuteTo - other.minuteFrom) ||
              one.priceId - other.priceId,
          )
        const turned = all.toSorted(
          (one, other) => ((one.priceId * turn) % 7) - ((other.priceId * turn) % 7),
        )
        expect(priceOf(turned, wanted, { weekday, minute })).toBe(best?.priceMinor ?? null)
      },
    ),
    { numRuns: 500 },
  )
})

test('after midnight is still the evening of the business date', () => {
  const startsAt = new Date('2026-11-28T20:40:00Z')
  expect(momentOf('2026-11-28', startsAt, 'Asia/Tbilisi')).toEqual({ weekday: 6, minute: 1_480 })
})
