/**
 * Goal: with discounts and options the total is always zero or more, and every minor unit of a discount belongs to
 * exactly one line. Method: examples in prose with their numbers, then random orders against the invariants (SEED=
 * replays one).
 */
import { expect, test } from 'vitest'
import type { LineDetail, OptionTerms, OrderLine, DiscountTerms } from '../server/order.ts'
import {
  advanceLineOf,
  hasInsurance,
  computeTotals,
  shareOfDiscounts,
  wouldCost,
  wouldTakeOff,
} from '../server/discounts.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const everything = { source: null, itemIds: null, merchantId: null }

function line(id: number, values: Partial<OrderLine> = {}): OrderLine {
  const { quantity = 1, unitPriceMinor = 0 } = values
  return {
    id,
    source: 'event',
    kind: 'Ticket',
    offeringId: null,
    itemId: 1,
    ticketTypeId: 1,
    merchantId: 1,
    holdId: null,
    placeId: null,
    poolId: null,
    legFrom: null,
    legTo: null,
    description: { ka: 'ხაზი', en: 'Line' },
    detail: {},
    ...values,
    quantity,
    unitPriceMinor,
    amountMinor: quantity * unitPriceMinor,
  }
}

function terms(values: Partial<DiscountTerms> = {}): DiscountTerms {
  return {
    by: 'promo-code',
    id: '1',
    from: 'tickets',
    scope: everything,
    basisPoints: null,
    amountMinor: null,
    amountMinorMax: null,
    ticketsMinorMin: 0,
    borneBy: 'house',
    isCombined: true,
    ...values,
  }
}

function optionTerms(values: Partial<OptionTerms> = {}): OptionTerms {
  return {
    optionId: 1,
    scope: everything,
    pricing: 'order',
    amountMinor: 500,
    basisPoints: 0,
    earner: 'house:fees',
    ...values,
  }
}

const reduction = (id: number, values: Partial<DiscountTerms>): OrderLine =>
  line(id, { kind: 'PromoCode', unitPriceMinor: -1, detail: { reduction: terms(values) } })
const option = (id: number, kind: OrderLine['kind'], values: Partial<OptionTerms>): OrderLine =>
  line(id, { kind, unitPriceMinor: 1, detail: { option: optionTerms(values) } })

const amounts = (lines: readonly OrderLine[]) =>
  Object.fromEntries(lines.map(({ id, amountMinor }) => [id, amountMinor]))

test('a card takes off first, a code takes off the rest, a status takes off the fees, insurance looks last', () => {
  const { lines } = computeTotals([
    line(1, { unitPriceMinor: 10_000 }),
    line(2, { kind: 'Service', unitPriceMinor: 500, merchantId: null }),
    reduction(3, { by: 'promo-code', basisPoints: 1_000 }),
    reduction(4, { by: 'discount-card', basisPoints: 2_000, amountMinorMax: 1_500 }),
    reduction(5, { by: 'loyalty', from: 'fees', basisPoints: 5_000 }),
    option(6, 'Insurance', { pricing: 'share', basisPoints: 600, amountMinor: 100 }),
  ])
  expect(amounts(lines)).toEqual({ 1: 10_000, 2: 500, 3: -850, 4: -1_500, 5: -250, 6: 459 })
})

test('a code of one item, of one organiser, above a minimum, and never more than there is', () => {
  const tickets = [
    line(1, { unitPriceMinor: 3_000, itemId: 1 }),
    line(2, { unitPriceMinor: 2_000, itemId: 2, merchantId: 2 }),
  ]
  const off = (values: Partial<DiscountTerms>) =>
    wouldTakeOff(terms({ amountMinor: 9_999, ...values }), tickets)
  expect(off({})).toBe(5_000)
  expect(off({ scope: { source: 'event', itemIds: [2], merchantId: null } })).toBe(2_000)
  expect(off({ scope: { ...everything, merchantId: 1 } })).toBe(3_000)
  expect(off({ scope: { ...everything, source: 'rail' } })).toBe(0)
  expect(off({ ticketsMinorMin: 5_001 })).toBe(0)
  expect(off({ ticketsMinorMin: 5_000 })).toBe(5_000)
})

test('what no longer fits is dropped, an option by ticket follows the tickets', () => {
  const lines = [
    line(1, { unitPriceMinor: 3_000, quantity: 3 }),
    reduction(2, { amountMinor: 1_000, ticketsMinorMin: 10_000 }),
    option(3, 'CardPriceFee', { pricing: 'ticket', amountMinor: 300 }),
  ]
  const computed = computeTotals(lines)
  expect(amounts(computed.lines)).toEqual({ 1: 9_000, 3: 900 })
  expect(computed.dropped.map(({ id }) => id)).toEqual([2])
  expect(wouldCost(optionTerms({ pricing: 'ticket', amountMinor: 300 }), lines)).toBe(900)
  expect(computeTotals(lines.slice(1)).lines).toEqual([])
})

test('insurance covers the tickets of its scope', () => {
  const scope = { source: 'event', itemIds: [1], merchantId: null }
  const order = { lines: [option(3, 'Insurance', { scope })] }
  expect(hasInsurance(order)).toBe(true)
  expect(hasInsurance(order, line(1))).toBe(true)
  expect(hasInsurance(order, line(1, { itemId: 2 }))).toBe(false)
  expect(hasInsurance({ lines: [line(1)] })).toBe(false)
})

test('random orders: the total is never negative, and shares sum to the discounts', () => {
  const seed = seedOf('discounts', 20_261_122)
  let state = seed
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 400; round += 1) {
    const { lines } = computeTotals(randomLines(chance))
    const total = lines.reduce((sum, each) => sum + each.amountMinor, 0)
    const off = lines.reduce((sum, each) => sum - Math.min(0, each.amountMinor), 0)
    const shares = lines.map((each) => ({ each, share: shareOfDiscounts({ lines }, each) }))
    const where = `round ${round}, SEED=${seed}`
    expect(total, where).toBeGreaterThanOrEqual(0)
    expect(computeTotals(lines), where).toMatchObject({ repriced: [], dropped: [] })
    expect(
      shares.reduce((sum, { share }) => sum + share.takenOffMinor, 0),
      where,
    ).toBe(off)
    for (const { each, share } of shares) {
      if (share.takenOffMinor > 0) expect(share.takenOffMinor).toBeLessThanOrEqual(each.amountMinor)
      const advances = share.paidInAdvance.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const funded = share.fundedByPlatformMinor + share.fundedByMerchantMinor
      expect(funded + advances, where).toBe(share.takenOffMinor)
      const units = Array.from({ length: each.quantity }, (_, unit) => unit)
      const byUnit = units.map((unit) => shareOfDiscounts({ lines }, each, unit))
      const sumBy = (part: 'takenOffMinor' | 'fundedByPlatformMinor') =>
        byUnit.reduce((sum, one) => sum + one[part], 0)
      expect(sumBy('takenOffMinor'), where).toBe(share.takenOffMinor)
      expect(sumBy('fundedByPlatformMinor'), where).toBe(share.fundedByPlatformMinor)
      for (const part of byUnit) {
        expect(part.takenOffMinor, where).toBeLessThanOrEqual(Math.max(each.unitPriceMinor, 0))
        expect(
          Math.min(part.fundedByPlatformMinor, part.fundedByMerchantMinor),
          where,
        ).toBeGreaterThanOrEqual(0)
      }
    }
  }
})

test('tickets that a code makes free have no fees, and all others keep theirs', () => {
  const service = { kind: 'Service', merchantId: null } as const
  const lines = [
    line(1, { unitPriceMinor: 3_000, quantity: 2 }),
    line(2, { ...service, unitPriceMinor: 300, quantity: 2 }),
    line(3, {
      ...service,
      unitPriceMinor: 150,
      quantity: 2,
      merchantId: 1,
      detail: { passedOn: { by: 'organiser', isReturned: true } },
    }),
    line(4, { unitPriceMinor: 2_000, itemId: 2 }),
    line(5, { ...service, unitPriceMinor: 200, itemId: 2 }),
  ]
  const scope = { source: 'event', itemIds: [1], merchantId: null }
  const off = (values: Partial<DiscountTerms>) => wouldTakeOff(terms({ scope, ...values }), lines)
  const free = { basisPoints: 10_000, waivesFees: true } as const
  expect(off(free)).toBe(6_900)
  expect(off({ basisPoints: 10_000 })).toBe(6_000)
  expect(off({ ...free, scope: everything })).toBe(9_100)
  // A code that leaves a part of the price leaves the fees.
  expect(off({ ...free, amountMinorMax: 5_999 })).toBe(5_999)
  expect(off({ basisPoints: null, amountMinor: 6_000, waivesFees: true })).toBe(6_900)
  const order = computeTotals([...lines, reduction(6, { ...free, scope, borneBy: 'merchant' })])
  const share = (id: number) =>
    shareOfDiscounts(order, order.lines.find((each) => each.id === id) as OrderLine)
  expect(share(1)).toMatchObject({ fundedByMerchantMinor: 6_000, fundedByPlatformMinor: 0 })
  // Fees are forgone by whoever would earn them.
  expect(share(2)).toMatchObject({ fundedByMerchantMinor: 0, fundedByPlatformMinor: 600 })
  expect(share(3)).toMatchObject({ fundedByMerchantMinor: 300, fundedByPlatformMinor: 0 })
  expect(share(5).takenOffMinor).toBe(0)
})

/** At most the price of the unit, as code that adds such a line guarantees. */
function advance(
  id: number,
  unitPriceMinor: number,
  parts: readonly { readonly lineId: number; readonly amountMinor: number }[],
): OrderLine {
  const [first, ...others] = parts.map((part, index) =>
    index === 0 ? { ...part, amountMinor: Math.min(part.amountMinor, unitPriceMinor) } : part,
  )
  const pays = { account: 'pass:1', parts: first ? [first, ...others] : [] }
  return reduction(id, { by: 'multipass', pays })
}

test('a ticket paid in advance costs nothing, its fee with it, and the others bear the code', () => {
  const lines = [
    line(1, { unitPriceMinor: 3_000, quantity: 3 }),
    line(2, { kind: 'Service', unitPriceMinor: 100, quantity: 3, merchantId: null }),
    advance(3, 3_000, [
      { lineId: 1, amountMinor: 3_000 },
      { lineId: 2, amountMinor: 100 },
    ]),
    reduction(4, { basisPoints: 1_000 }),
  ]
  const computed = computeTotals(lines)
  expect(amounts(computed.lines)).toEqual({ 1: 9_000, 2: 300, 3: -3_100, 4: -600 })
  const order = { lines: computed.lines }
  const tickets = computed.lines[0] as OrderLine
  const taken = [0, 1, 2].map((unit) => shareOfDiscounts(order, tickets, unit).takenOffMinor)
  expect(taken).toEqual([3_000, 300, 300])
  expect(advanceLineOf(order, { lineId: 1, unit: 0 })?.id).toBe(3)
  expect(advanceLineOf(order, { lineId: 1, unit: 1 })).toBeUndefined()
  // Without its ticket it pays nothing, also no fee.
  const left = computeTotals([lines[1] as OrderLine, lines[2] as OrderLine])
  expect(left.dropped.map(({ id }) => id)).toEqual([3])
})

function randomLines(chance: (below: number) => number): OrderLine[] {
  let id = 0
  const lines: OrderLine[] = []
  for (let count = 1 + chance(4); count > 0; count -= 1) {
    const common = { itemId: 1 + chance(2), quantity: 1 + chance(4) }
    const unitPriceMinor = chance(5) === 0 ? 0 : chance(20_000)
    lines.push(line((id += 1), { ...common, unitPriceMinor, merchantId: 1 + chance(2) }))
    const fee = { ...common, kind: 'Service', unitPriceMinor: 1 + chance(300) } as const
    lines.push(line((id += 1), { ...fee, merchantId: null }))
  }
  // Some units of some tickets are paid in advance, sometimes more units than exist.
  for (const [index, ticket] of lines.entries()) {
    const fee = lines[index + 1]
    if (ticket.kind !== 'Ticket' || !fee || chance(3) === 0) continue
    for (let units = chance(ticket.quantity + 2); units > 0; units -= 1) {
      const parts = [{ lineId: ticket.id, amountMinor: chance(2) * chance(9_000) + 1_000 }]
      const withFee = [...parts, { lineId: fee.id, amountMinor: fee.unitPriceMinor }]
      const paid = chance(2) === 0 ? parts : withFee
      lines.push(advance((id += 1), ticket.unitPriceMinor, paid))
    }
  }
  const scope = () => ({
    source: null,
    itemIds: chance(2) === 0 ? null : [1 + chance(2)],
    merchantId: chance(3) === 0 ? 1 + chance(2) : null,
  })
  for (const by of ['discount-card', 'promo-code', 'loyalty'] as const) {
    if (chance(3) === 0) continue
    const values = {
      by,
      from: by === 'loyalty' ? ('fees' as const) : ('tickets' as const),
      scope: scope(),
      borneBy: chance(2) === 0 ? ('house' as const) : ('merchant' as const),
      basisPoints: chance(2) === 0 ? null : chance(4) === 0 ? 10_000 : chance(10_001),
      ...(by !== 'loyalty' && chance(2) === 0 && { waivesFees: true as const }),
      amountMinor: chance(30_000),
      amountMinorMax: chance(2) === 0 ? null : chance(10_000),
      ticketsMinorMin: chance(3) === 0 ? chance(40_000) : 0,
    }
    lines.push(reduction((id += 1), values))
  }
  for (const pricing of ['order', 'ticket', 'share', 'free'] as const) {
    if (chance(2) === 0) continue
    const detail: LineDetail = {
      option: optionTerms({
        pricing,
        scope: scope(),
        basisPoints: chance(2_000),
        amountMinor: chance(900),
      }),
    }
    lines.push(line((id += 1), { kind: 'Charity', detail }))
  }
  return lines
}
