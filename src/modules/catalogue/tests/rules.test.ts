/**
 * Goal: prices with their fees, days and what may be seen, as the README promises them.
 * Method: each promise as examples with the numbers written out; one property over all prices.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allInPrice,
  dayOf,
  feeRuleFor,
  isListed,
  isVisible,
  localDate,
  priceOfType,
  saleStateOf,
  weekendOf,
} from '../server/rules.ts'

const fivePercent = { basisPoints: 500, fixedMinor: 0 }

test('the fee is a share rounded half away from zero, then a fixed sum', () => {
  const fee = (price: number, rule = fivePercent) => allInPrice(price, rule).feeMinor
  expect(fee(4_000)).toBe(200)
  expect(fee(1_010)).toBe(51) // 50.5 goes up
  expect(fee(1_009)).toBe(50) // 50.45 goes down
  expect(fee(1_500, { basisPoints: 300, fixedMinor: 50 })).toBe(95)
  expect(allInPrice(4_000, fivePercent)).toEqual({
    priceMinor: 4_000,
    feeMinor: 200,
    totalMinor: 4_200,
  })
})

test('free tickets have no fee, and neither have tickets without a fee rule', () => {
  expect(allInPrice(0, { basisPoints: 500, fixedMinor: 100 }).totalMinor).toBe(0)
  expect(allInPrice(2_000, null).totalMinor).toBe(2_000)
})

test('a package has one price: no service fee and nothing passed on', () => {
  const type = { merchantId: 1, currency: 'GEL' as const, priceMinor: 10_000 }
  const totalOf = (isPackage: boolean) =>
    priceOfType({ ...type, isPackage }, fivePercent, [], new Date()).totalMinor
  expect(totalOf(false)).toBe(10_500)
  expect(totalOf(true)).toBe(10_000)
})

test('every all-in price is a whole number and never below the face price', () => {
  const price = fc.integer({ min: 0, max: 10_000_000 })
  const points = fc.integer({ min: 0, max: 10_000 })
  const fixed = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(price, points, fixed, (priceMinor, basisPoints, fixedMinor) => {
      const all = allInPrice(priceMinor, { basisPoints, fixedMinor })
      expect(Number.isSafeInteger(all.totalMinor)).toBe(true)
      expect(all.totalMinor).toBe(all.priceMinor + all.feeMinor)
      expect(all.feeMinor).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('the nearest fee rule wins: event, then show, then house', () => {
  const rule = (showId: number | null, eventId: number | null) => ({
    ...fivePercent,
    showId,
    eventId,
  })
  const [env, ofShow, ofEvent] = [rule(null, null), rule(7, null), rule(null, 70)]
  const all = [env, ofShow, ofEvent]
  expect(feeRuleFor(all, { id: 70, showId: 7 })).toBe(ofEvent)
  expect(feeRuleFor(all, { id: 71, showId: 7 })).toBe(ofShow)
  expect(feeRuleFor(all, { id: 1, showId: 1 })).toBe(env)
  expect(feeRuleFor([ofShow], { id: 1, showId: 1 })).toBeNull()
})

test('a day is the one on the wall in Georgia', () => {
  expect(localDate(new Date('2026-12-01T19:59:00Z'))).toBe('2026-12-01')
  expect(localDate(new Date('2026-12-01T20:00:00Z'))).toBe('2026-12-02')
  expect(dayOf('2026-12-01')).toBe('2026-12-01')
  expect(dayOf('2026-12-01T22:00:00Z')).toBe('2026-12-02')
})

test('the weekend is Friday evening to Sunday, the one that runs or the next', () => {
  const weekend = (day: string) => weekendOf(new Date(`${day}T08:00:00Z`))
  const next = { from: '2026-12-04', to: '2026-12-06', fromHour: 17 }
  expect(weekend('2026-12-01')).toEqual(next) // Tuesday
  expect(weekend('2026-12-04')).toEqual(next) // Friday
  expect(weekend('2026-12-05')).toEqual({ from: '2026-12-05', to: '2026-12-06', fromHour: 0 })
  expect(weekend('2026-12-06')).toEqual({ from: '2026-12-06', to: '2026-12-06', fromHour: 0 })
  expect(weekend('2026-12-07').from).toBe('2026-12-11')
})

test('private shows open by their key only, deleted ones never', () => {
  const show = (status: number, access: number) => ({ status, access, previewKey: 'key' })
  expect(isListed(show(1, 0))).toBe(true)
  expect(isListed(show(1, 1))).toBe(false)
  expect(isListed(show(3, 0))).toBe(false)
  expect(isVisible(show(1, 1), undefined)).toBe(false)
  expect(isVisible(show(1, 1), 'other')).toBe(false)
  expect(isVisible(show(1, 1), 'key')).toBe(true)
  expect(isVisible(show(2, 0), undefined)).toBe(false)
  expect(isVisible(show(3, 0), undefined)).toBe(true)
  expect(isVisible(show(4, 0), 'key')).toBe(false)
  expect(isVisible({ status: 1, access: 1, previewKey: null }, undefined)).toBe(false)
})

test('the sale state is the first that is true', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const sale = {
    status: 1,
    startsAt: at(5),
    cancelledAt: null,
    isSoldOut: false,
    isOnSale: true,
    salesOpenAt: null,
    salesCloseAt: null,
  }
  expect(saleStateOf(sale, now)).toBe('OnSale')
  expect(saleStateOf({ ...sale, isSoldOut: true }, now)).toBe('SoldOut')
  expect(saleStateOf({ ...sale, salesOpenAt: at(1), isSoldOut: true }, now)).toBe('NotYet')
  expect(saleStateOf({ ...sale, salesCloseAt: at(0) }, now)).toBe('Closed')
  expect(saleStateOf({ ...sale, status: 3 }, now)).toBe('Closed')
  expect(saleStateOf({ ...sale, startsAt: at(0), status: 3 }, now)).toBe('Passed')
  expect(saleStateOf({ ...sale, startsAt: at(0), cancelledAt: at(-9) }, now)).toBe('Cancelled')
})
