import { describe, expect, test } from 'vitest'
import { orderStatus, type OrderStatusName } from '#contract/enumerations.ts'
import type { OrderLine } from '../server/order.ts'
import {
  applyChanges,
  canExtend,
  deadlineForChoice,
  entryStates,
  isFinal,
  lateTransitions,
  mayMove,
  ownsOrder,
  removeTickets,
  shownStatus,
  totalsOf,
  transitions,
} from '../server/rules.ts'

const names = Object.keys(orderStatus) as OrderStatusName[]

function line(values: Partial<OrderLine> & Pick<OrderLine, 'id' | 'kind'>): OrderLine {
  const quantity = values.quantity ?? 1
  const unitPriceMinor = values.unitPriceMinor ?? 1_000
  return {
    source: 'event',
    offeringId: 1,
    itemId: 1,
    ticketTypeId: 1,
    merchantId: 1,
    holdId: values.kind === 'Ticket' ? 'hold' : null,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    description: { ka: 'ბილეთი', en: 'Ticket' },
    detail: {},
    ...values,
    quantity,
    unitPriceMinor,
    amountMinor: quantity * unitPriceMinor,
  }
}

describe('the state table', () => {
  test('reaches every state from an entry state', () => {
    // Goal: every state is reachable. Method: follow the table from every initial state.
    const reached = new Set<OrderStatusName>(entryStates)
    for (const name of reached) for (const next of transitions[name]) reached.add(next)
    expect(names.filter((name) => !reached.has(name))).toEqual([])
  })

  test('lets nothing leave a final state, except money that came late', () => {
    // Goal: an ended order stays ended. Method: try every pair of states with every other reason.
    const finals = names.filter((name) => isFinal(orderStatus[name]))
    expect(finals.toSorted()).toEqual(['Canceled', 'Failed', 'Timeout'])
    for (const from of finals) {
      for (const to of names) {
        expect(mayMove(orderStatus[from], orderStatus[to], 'payment-captured')).toBe(false)
        const late = lateTransitions[from]?.includes(to) ?? false
        expect(mayMove(orderStatus[from], orderStatus[to], 'late-payment')).toBe(late)
      }
    }
    expect(lateTransitions.Transferred).toBeUndefined()
  })

  test('follows the way of a sale and refuses shortcuts', () => {
    // Goal: the documented path is allowed and shortcuts are not. Method: the pairs of the product's description.
    const may = (from: OrderStatusName, to: OrderStatusName) =>
      mayMove(orderStatus[from], orderStatus[to], 'payment-captured')
    expect(may('Draft', 'Checkout')).toBe(true)
    expect(may('Checkout', 'PaymentPending')).toBe(true)
    expect(may('PaymentPending', 'Processed')).toBe(true)
    expect(may('PaymentPending', 'WaitingForTicket')).toBe(true)
    expect(may('WaitingForTicket', 'Processed')).toBe(true)
    expect(may('Draft', 'Processed')).toBe(false)
    expect(may('Draft', 'PaymentPending')).toBe(false)
    expect(may('Processed', 'Checkout')).toBe(false)
    expect(may('Checkout', 'Failed')).toBe(false)
  })
})

describe('time', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  const order = {
    status: orderStatus.Draft,
    deadlineAt: new Date('2026-12-01T10:05:00Z'),
    extendedCount: 0,
    lines: [line({ id: 1, kind: 'Ticket' })],
  }

  test('choosing on does not renew the deadline; the first place starts it', () => {
    // Goal: repeated choices do not extend the hold. Method: with and without places.
    expect(deadlineForChoice(order, now, 900)).toEqual(order.deadlineAt)
    const fresh = new Date('2026-12-01T10:15:00Z')
    expect(deadlineForChoice({ ...order, lines: [] }, now, 900)).toEqual(fresh)
    expect(deadlineForChoice(undefined, now, 900)).toEqual(fresh)
  })

  test('an order may be extended twice, while it is open and in time', () => {
    // Goal: the extension rule. Method: each condition broken by itself.
    expect(canExtend(order, now)).toBe(true)
    expect(canExtend({ ...order, extendedCount: 2 }, now)).toBe(false)
    expect(canExtend({ ...order, deadlineAt: now }, now)).toBe(false)
    expect(canExtend({ ...order, lines: [] }, now)).toBe(false)
    expect(canExtend({ ...order, status: orderStatus.PaymentPending }, now)).toBe(false)
  })

  test('an overdue draft shows as timed out, an overdue payment does not', () => {
    // Goal: the shown state does not depend on the sweep, but the bank is asked first. Method: at the deadline.
    const at = order.deadlineAt
    expect(shownStatus(order, now)).toBe(orderStatus.Draft)
    expect(shownStatus(order, at)).toBe(orderStatus.Timeout)
    const pending = { ...order, status: orderStatus.PaymentPending }
    expect(shownStatus(pending, at)).toBe(orderStatus.PaymentPending)
  })
})

describe('lines', () => {
  test('removing tickets takes their fees along, unit by unit', () => {
    // Goal: the amount charged stays the sum of tickets with their fees. Method: two types, several fee lines.
    const lines = [
      line({ id: 1, kind: 'Ticket', placeId: 1 }),
      line({ id: 2, kind: 'Ticket', placeId: 2 }),
      line({ id: 3, kind: 'Service', quantity: 2, unitPriceMinor: 50 }),
      line({ id: 4, kind: 'Ticket', placeId: 3, ticketTypeId: 2 }),
      line({ id: 5, kind: 'Service', ticketTypeId: 2, unitPriceMinor: 70 }),
    ]
    const one = removeTickets(lines, new Set([1]))
    expect(one).toEqual({ removedIds: [1], shrunk: [{ id: 3, quantity: 1 }] })
    expect(totalsOf(applyChanges(lines, one))).toEqual({
      ticketsMinor: 2_000,
      feesMinor: 120,
      takenOffMinor: 0,
      totalMinor: 2_120,
    })
    const two = removeTickets(lines, new Set([1, 2, 4]))
    expect(two.removedIds.toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(applyChanges(lines, two)).toEqual([])
  })
})

describe('ownership', () => {
  test('a session owns what it opened until a customer claims it', () => {
    // Goal: nobody sees another's order. Method: every kind of caller with each kind of order.
    const guest = { kind: 'guest', sessionId: 's1' } as const
    const customer = { kind: 'customer', sessionId: 's2', customerId: 'c1' } as const
    const unclaimed = { sessionId: 's1', customerId: null }
    const claimed = { sessionId: 's1', customerId: 'c1' }
    expect(ownsOrder(guest, unclaimed)).toBe(true)
    expect(ownsOrder(guest, claimed)).toBe(false)
    expect(ownsOrder({ ...guest, sessionId: 's3' }, unclaimed)).toBe(false)
    expect(ownsOrder(customer, claimed)).toBe(true)
    expect(ownsOrder(customer, unclaimed)).toBe(false)
    expect(ownsOrder({ kind: 'visitor' }, unclaimed)).toBe(false)
    expect(ownsOrder({ kind: 'system' }, claimed)).toBe(true)
  })
})
