/**
 * Goal: tiers, terms and the rule for children work as the README promises, to the instant. Method: pure functions, by
 * table.
 */
import { describe, expect, test } from 'vitest'
import {
  leavesChildrenAlone,
  policyFor,
  policySchema,
  resaleTermsAt,
  returnTerms,
} from '../server/policy.ts'

const house = policySchema.parse({
  source: null,
  itemId: null,
  merchantId: null,
  categoryKind: null,
  tiers: [],
  isFeeReturned: false,
  isFeeReturnedIfCancelled: true,
  deductionTo: 'merchant',
  resale: null,
  companions: [],
  quoteMinutes: 10,
  movedRefundDays: 14,
})
const railway = {
  ...house,
  categoryKind: 2,
  tiers: [
    { hoursBefore: 15, deductionBasisPoints: 0 },
    { hoursBefore: 4, deductionBasisPoints: 1_500 },
    { hoursBefore: 1, deductionBasisPoints: 3_000 },
  ],
}
const startsAt = new Date('2026-12-05T08:00:00Z')
const before = (hours: number, milliseconds = 0) =>
  new Date(startsAt.getTime() - hours * 3_600_000 + milliseconds)

describe('the railway’s tiers', () => {
  test.each([
    [before(100), 0],
    [before(15), 0],
    [before(15, 1), 1_500],
    [before(4), 1_500],
    [before(4, 1), 3_000],
    [before(1), 3_000],
    [before(1, 1), 'ReturnTooLate'],
    [startsAt, 'ReturnTooLate'],
    [before(-1), 'ReturnTooLate'],
  ])('at %s: %s', (now, expected) => {
    const terms = returnTerms(railway, { startsAt, fullRefundUntil: null, isInsured: false, now })
    expect(typeof terms === 'string' ? terms : terms.deductionBasisPoints).toBe(expected)
  })
})

test('no tiers: no returns, unless the date was moved or the order is insured', () => {
  const now = before(2)
  const plain = { startsAt, fullRefundUntil: null, isInsured: false, now }
  expect(returnTerms(house, plain)).toBe('ReturnNotAllowed')
  expect(returnTerms(house, { ...plain, isInsured: true })).toMatchObject({
    deductionBasisPoints: 0,
    isFeeReturned: false,
    until: startsAt,
  })
  expect(returnTerms(house, { ...plain, fullRefundUntil: before(1) })).toMatchObject({
    deductionBasisPoints: 0,
    isFeeReturned: true,
    until: before(1),
  })
  expect(returnTerms(house, { ...plain, fullRefundUntil: before(3) })).toBe('ReturnNotAllowed')
  expect(returnTerms(house, { ...plain, isInsured: true, now: startsAt })).toBe('ReturnTooLate')
})

test('the narrowest policy holds: item, organiser, kind, platform', () => {
  const all = [
    house,
    railway,
    { ...house, merchantId: 7, quoteMinutes: 7 },
    { ...house, source: 'event', itemId: 3, quoteMinutes: 3 },
    { ...house, source: 'boat', quoteMinutes: 4 },
    { ...house, source: 'boat', merchantId: 7, quoteMinutes: 5 },
  ]
  const found = (source: string, itemId: number, merchantId: number | null, categoryKind: number) =>
    all.findIndex(
      (policy) => policy === policyFor(all, { source, itemId, merchantId, categoryKind }),
    )
  const ofEvents = [found('event', 3, 7, 2), found('event', 1, 7, 2), found('event', 1, 1, 2)]
  expect([...ofEvents, found('event', 1, null, 0)]).toEqual([3, 2, 1, 0])
  // A boat with the same number is another item; its own terms take precedence over those for all.
  expect([found('boat', 3, 7, 0), found('boat', 3, 1, 0), found('boat', 3, 1, 2)]).toEqual([
    5, 4, 1,
  ])
  const subject = { source: 'event', itemId: 1, merchantId: 1, categoryKind: 0 }
  expect(policyFor([], subject).tiers).toEqual([])
})

test('a resale ends its hours before the start', () => {
  const resale = {
    hoursBefore: 3,
    feeBasisPoints: 1_000,
    transactionFeeBasisPoints: 0,
    serviceFeeMinor: 0,
  }
  expect(resaleTermsAt(house, { startsAt, now: before(9) })).toBe('ResaleNotAllowed')
  const policy = { ...house, resale }
  expect(resaleTermsAt(policy, { startsAt, now: before(3) })).toMatchObject({ until: before(3) })
  expect(resaleTermsAt(policy, { startsAt, now: before(3, 1) })).toBe('ReturnTooLate')
})

describe('a child’s ticket goes back before its adult’s, or with it', () => {
  const policy = { companions: [{ childTypeIds: [2], adultTypeIds: [1] }] }
  const ticket = (ticketId: number, ticketTypeId: number, legFrom = 0, legTo = 1) => ({
    ticketId,
    ticketTypeId,
    legFrom,
    legTo,
  })
  const family = [ticket(1, 1), ticket(2, 1), ticket(3, 2)]
  test.each([
    ['one of two adults', [1], false],
    ['both adults', [1, 2], true],
    ['the child', [3], false],
    ['everybody', [1, 2, 3], false],
  ])('%s', (_, leaving, isAlone) => {
    expect(leavesChildrenAlone(policy, family, new Set(leaving))).toBe(isAlone)
  })
  test('an adult who leaves earlier is no company for the rest of the way', () => {
    const travellers = [ticket(1, 1, 0, 4), ticket(2, 1, 0, 2), ticket(3, 2, 1, 3)]
    expect(leavesChildrenAlone(policy, travellers, new Set([1]))).toBe(true)
    expect(leavesChildrenAlone(policy, travellers, new Set([2]))).toBe(false)
  })
  test('children who came without an adult may go one by one', () => {
    expect(leavesChildrenAlone(policy, [ticket(3, 2), ticket(4, 2)], new Set([3]))).toBe(false)
  })
})
