/**
 * Goal: however an order was priced, discounted and paid, and in whatever order its tickets are returned, refunds
 * never exceed the payment, returning everything refunds everything, and each share is a whole amount. Method: random
 * orders, taken apart; `SEED=` replays one.
 */
import { expect, test } from 'vitest'
import type { OrderLine } from '#modules/orders/server/public-api.ts'
import { computeTotals } from '#modules/orders/server/discounts.ts'
import { earningsOf, type Earning } from '#flows/checkout/server/earnings.ts'
import {
  allFeesOf,
  feesBack,
  feesReturned,
  paidBy,
  runningShare,
  splitBack,
  sumOf,
  refundAllocationOf,
} from '../server/refund-allocation.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const seed = seedOf('refund allocation', 20_261_122)

function chance(start: number) {
  let state = start
  return (most: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % (most + 1)
  }
}

let lastLineId = 0
function line(parts: Partial<OrderLine> & Pick<OrderLine, 'kind' | 'unitPriceMinor'>): OrderLine {
  const quantity = parts.quantity ?? 1
  return {
    id: (lastLineId += 1),
    source: 'event',
    offeringId: 1,
    itemId: 1,
    ticketTypeId: 1,
    merchantId: 7,
    holdId: null,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    description: { ka: '', en: '' },
    detail: {},
    ...parts,
    quantity,
    amountMinor: parts.unitPriceMinor * quantity,
  }
}

function randomOrder(draw: (most: number) => number) {
  const lines: OrderLine[] = []
  for (let type = 0; type <= draw(3); type += 1) {
    const own = { ticketTypeId: type, quantity: 1 + draw(4) }
    lines.push(line({ kind: 'Ticket', unitPriceMinor: draw(9_999), ...own }))
    if (draw(2) > 0) lines.push(line({ kind: 'Service', unitPriceMinor: draw(500), ...own }))
    for (const by of ['commission', 'organiser'] as const) {
      if (draw(2) > 0) continue
      const detail = { passedOn: { by, isReturned: draw(1) === 0 } }
      // As when the fees change while an order is open: some of its tickets have them.
      const quantity = 1 + draw(own.quantity - 1)
      lines.push(line({ kind: 'Service', unitPriceMinor: 1 + draw(500), ...own, quantity, detail }))
    }
  }
  const scope = { source: null, itemIds: null, merchantId: null }
  for (const by of ['discount-card', 'promo-code', 'loyalty'] as const) {
    if (draw(1) === 0) continue
    const reduction = {
      by,
      id: by,
      from: by === 'loyalty' ? ('fees' as const) : ('tickets' as const),
      scope,
      basisPoints: draw(1) === 0 ? null : draw(10_000),
      amountMinor: draw(20_000),
      amountMinorMax: null,
      ticketsMinorMin: 0,
      borneBy: draw(1) === 0 ? ('house' as const) : ('merchant' as const),
      isCombined: true,
    }
    lines.push(line({ kind: 'PromoCode', unitPriceMinor: 0, detail: { reduction } }))
  }
  const option = {
    optionId: 1,
    scope,
    pricing: 'share' as const,
    amountMinor: draw(300),
    basisPoints: draw(900),
    earner: 'insurer:demo',
  }
  if (draw(2) === 0) lines.push(line({ kind: 'Insurance', unitPriceMinor: 0, detail: { option } }))
  const computed = [...computeTotals(lines).lines]
  const goods = () => computed.reduce((sum, each) => sum + each.amountMinor, 0)
  if (draw(1) === 0) {
    const balance = { customerId: 'c', holdId: 'h' }
    computed.push(line({ kind: 'Balance', unitPriceMinor: -draw(goods()), detail: { balance } }))
  }
  return { lines: computed, totalMinor: goods() }
}

test('random orders keep every tetri', () => {
  const draw = chance(seed)
  for (let round = 0; round < 2_000; round += 1) {
    const order = randomOrder(draw)
    const { tickets, rest } = refundAllocationOf(order)
    const paid = paidBy(order)
    const total = paid.cardMinor + paid.balanceMinor
    let [returned, card, balance] = [0, 0, 0]
    for (const ticket of tickets.toSorted(() => draw(2) - 1)) {
      const [ofFace, ofFee] = [sumOf(ticket.face), allFeesOf(ticket)]
      expect(Math.min(ofFace, ofFee)).toBeGreaterThanOrEqual(0)
      const kept = Math.round((ofFace * draw(10_000)) / 10_000) * draw(1)
      const back = ofFace - kept + ofFee * draw(1)
      const split = splitBack(paid, back, returned)
      expect(split.cardMinor + split.balanceMinor).toBe(back)
      expect(Math.min(split.cardMinor, split.balanceMinor)).toBeGreaterThanOrEqual(0)
      returned += back
      card += split.cardMinor
      balance += split.balanceMinor
    }
    expect(returned).toBeLessThanOrEqual(total)
    expect(card).toBeLessThanOrEqual(paid.cardMinor)
    expect(balance).toBeLessThanOrEqual(paid.balanceMinor)
    const whole = tickets.reduce((sum, each) => sum + sumOf(each.face) + allFeesOf(each), 0)
    expect(whole + sumOf(rest)).toBe(total)
    expect(splitBack(paid, total, 0)).toEqual({
      cardMinor: paid.cardMinor,
      balanceMinor: paid.balanceMinor,
    })
  }
})

test("random orders: prices, fees and discounts are the charge, and each party's part of it", () => {
  const draw = chance(seed + 1)
  for (let round = 0; round < 1_000; round += 1) {
    const order = randomOrder(draw)
    const charged = order.totalMinor - balanceOf(order.lines)
    const sums = sumsOf(earningsOf(order, order.lines))
    expect([...sums.values()].reduce((sum, part) => sum + part, 0)).toBe(charged)
    // Discounts never apply to fees passed on by an organiser.
    const passedOn = order.lines.filter(({ detail }) => detail.passedOn)
    for (const by of ['commission', 'organiser'] as const) {
      const fees = passedOn.filter(({ detail }) => detail.passedOn?.by === by)
      const asked = fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      expect(sumOf(earningsOf(order, fees))).toBe(asked)
      if (by === 'commission') expect(sums.get('house:commission') ?? 0).toBe(asked)
    }
    // Refunded and remaining amounts of each ticket, by party, add up to that party's earnings.
    const { tickets, rest } = refundAllocationOf(order)
    const back = tickets.map((ticket) => {
      const feeMinor = [
        0,
        feesReturned(ticket, false),
        feesReturned(ticket, true),
        allFeesOf(ticket),
      ][draw(3)] as number
      const { ours, own } = feesBack(ticket, feeMinor)
      expect(sumOf([...ours, ...own])).toBe(feeMinor)
      expect(own.every(({ account }) => account === 'merchant:7')).toBe(true)
      return [...ticket.face, ...ours, ...own]
    })
    const all = tickets.flatMap(({ face, fee, passedOn: units }) => [
      ...face,
      ...fee,
      ...units.flatMap(({ earned }) => earned),
    ])
    expect(withoutNothing(sumsOf([...all, ...rest]))).toEqual(withoutNothing(sums))
    for (const [account, minor] of sumsOf(back.flat()))
      if (account !== 'house:promotions') expect(minor).toBeLessThanOrEqual(sums.get(account) ?? 0)
  }
})

function sumsOf(earnings: readonly Earning[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { account, amountMinor } of earnings)
    sums.set(account, (sums.get(account) ?? 0) + amountMinor)
  return sums
}

function withoutNothing(sums: ReadonlyMap<string, number>) {
  return Object.fromEntries([...sums].filter(([, minor]) => minor !== 0))
}

function balanceOf(lines: readonly OrderLine[]): number {
  return lines
    .filter(({ kind }) => kind === 'Balance')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

test('running shares add up, and none is a whole unit off its exact part', () => {
  const parts = [3, 0, 5, 11, 1]
  let [passed, before, sum] = [0, 0, 0]
  for (const part of parts) {
    passed += part
    const after = runningShare(1_000_003, passed, 20)
    expect(Math.abs(after - before - (1_000_003 * part) / 20)).toBeLessThan(1)
    sum += after - before
    before = after
  }
  expect(sum).toBe(1_000_003)
  expect(runningShare(7, 0, 0)).toBe(0)
})

test('fees follow their tickets; the organiser refunds what they earned, the platform what it funded', () => {
  const terms = {
    by: 'promo-code' as const,
    id: 'x',
    from: 'tickets' as const,
    scope: { source: null, itemIds: null, merchantId: null },
    basisPoints: 1_000,
    amountMinor: null,
    amountMinorMax: null,
    ticketsMinorMin: 0,
    borneBy: 'house' as const,
    isCombined: false,
  }
  const { tickets } = refundAllocationOf({
    lines: [
      line({ kind: 'Ticket', unitPriceMinor: 5_000, quantity: 2 }),
      line({ kind: 'Service', unitPriceMinor: 250, quantity: 2 }),
      line({ kind: 'PromoCode', unitPriceMinor: -1_000, detail: { reduction: terms } }),
    ],
  })
  expect(tickets.map(({ face, fee }) => [sumOf(face), sumOf(fee)])).toEqual([
    [4_500, 250],
    [4_500, 250],
  ])
  expect(tickets[0]?.face).toEqual([
    { account: 'merchant:7', amountMinor: 5_000 },
    { account: 'house:promotions', amountMinor: -500 },
  ])
})
