/**
 * Goal: however an order was priced, reduced and paid, and in whatever order its tickets go back, no more comes back
 * than was paid, nothing is lost when all of it does, and each share is whole. Method: random orders, taken apart;
 * `SEED=` replays one.
 */
import { expect, test } from 'vitest'
import type { OrderLine } from '#modules/orders/server/door.ts'
import { paidBy, splitBack, spread, sumOf, worthOf } from '../server/worth.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

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
  }
  if (draw(2) === 0) lines.push(line({ kind: 'Insurance', unitPriceMinor: draw(900) }))
  const goods = () => lines.reduce((sum, each) => sum + each.amountMinor, 0)
  for (const kind of ['PromoCode', 'DiscountCard'] as const)
    if (draw(1) === 0) lines.push(line({ kind, unitPriceMinor: -draw(goods()) }))
  if (draw(1) === 0) {
    const balance = { customerId: 'c', holdId: 'h' }
    lines.push(line({ kind: 'Balance', unitPriceMinor: -draw(goods()), detail: { balance } }))
  }
  return { lines, totalMinor: goods() }
}

test(`random orders keep every tetri (SEED=${seed})`, () => {
  const draw = chance(seed)
  for (let round = 0; round < 2_000; round += 1) {
    const order = randomOrder(draw)
    const { tickets, rest } = worthOf(order)
    const paid = paidBy(order)
    const total = paid.cardMinor + paid.balanceMinor
    let [returned, card, balance] = [0, 0, 0]
    for (const { face, fee } of tickets.toSorted(() => draw(2) - 1)) {
      const [ofFace, ofFee] = [sumOf(face), sumOf(fee)]
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
    const whole = tickets.reduce((sum, { face, fee }) => sum + sumOf(face) + sumOf(fee), 0)
    // Everything that was bought, less every reduction that tickets and fees could bear.
    if (whole > 0) expect(whole + sumOf(rest)).toBe(total)
    expect(splitBack(paid, total, 0)).toEqual({
      cardMinor: paid.cardMinor,
      balanceMinor: paid.balanceMinor,
    })
  }
})

test('shares add up, and none is a whole unit off its exact part', () => {
  expect(spread(-100, [1, 1, 1])).toEqual([-33, -33, -34])
  expect(spread(7, [0, 0])).toEqual([0, 0])
  const weights = [3, 0, 5, 11, 1]
  const parts = spread(1_000_003, weights)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1_000_003)
  for (const [index, part] of parts.entries())
    expect(Math.abs(part - (1_000_003 * (weights[index] ?? 0)) / 20)).toBeLessThan(1)
})

test('fees follow their tickets; a reduction falls on price and fee alike', () => {
  const { tickets } = worthOf({
    lines: [
      line({ kind: 'Ticket', unitPriceMinor: 5_000, quantity: 2 }),
      line({ kind: 'Service', unitPriceMinor: 250, quantity: 2 }),
      line({ kind: 'PromoCode', unitPriceMinor: -1_050 }),
    ],
  })
  expect(tickets.map(({ face, fee }) => [sumOf(face), sumOf(fee)])).toEqual([
    [4_500, 225],
    [4_500, 225],
  ])
})
