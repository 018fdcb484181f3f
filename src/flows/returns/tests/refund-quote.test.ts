/**
 * Goal: staff see what a refund would pay before they make it, ticket by ticket, and exactly that is paid or nothing;
 * afterwards a partly refunded payment shows both sums. Method: a real database and the demo bank, the handlers of the
 * calls, and the invariants of money and places after each test.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { invariant, type Result } from '#kernel/result.ts'
import { makeCustomer, type MadeEvent } from '#modules/events/tests/factories.ts'
import { quoteOwnRefund } from '#modules/merchant/orders-contract.ts'
import { quoteOfficeRefund, refundOfficeTickets } from '#modules/operator/refund-contract.ts'
import { readOfficeOrder } from '#modules/operator/server/queries/office-orders.ts'
import type { OfficeOrderView } from '#modules/operator/sales-contract.ts'
import type { RefundQuoteView } from '#modules/returns/refund-shapes.ts'
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { returnRoutes } from '../server/routes.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, type Bought, type ReturnTestEnv } from './test-env.ts'

let env: ReturnTestEnv
/** A date whose fees are kept. Processes cache policies, so its own is written before any is read. */
let keeping: MadeEvent
beforeAll(async () => {
  env = await openReturnTestEnv()
  keeping = await env.event(5 * 24)
  const { eventId: itemId } = keeping
  const policy = { ...noReturns, source: 'event', itemId, isFeeReturnedIfCancelled: false }
  await writePolicy(env.context, policy)
})
afterEach(async () => {
  await env.refunds(2)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

async function send<Value>(
  actor: object,
  id: string,
  input: object,
): Promise<Result<Value, ErrorCode>> {
  const route = returnRoutes(env.ports).find(({ call }) => call.id === id)
  invariant(route, `${id} is implemented`)
  const context = { ...env.context.as(actor as never) }
  return (await route.handle(context as never, input as never)) as Result<Value, ErrorCode>
}

async function bought(on?: MadeEvent) {
  const event = on ?? (await env.event(5 * 24))
  const sale = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  return { event, sale, operator: { ...(await makeCustomer(env.context)), isOperator: true } }
}

const identifiersOf = ({ tickets }: Bought) => tickets.map(({ identifier }) => identifier)

const quoteOf = (actor: object, { order }: Bought, identifiers: readonly string[]) =>
  send<RefundQuoteView>(actor, quoteOfficeRefund.id, {
    params: { orderNumber: order.orderNumber },
    query: { ticketIdentifiers: identifiers.join(',') },
  })

const refund = (
  actor: object,
  { order }: Bought,
  ticketIdentifiers: readonly string[],
  amountMinor?: number,
) =>
  send<{ amount: { amount: number } }>(actor, refundOfficeTickets.id, {
    params: { orderNumber: order.orderNumber },
    body: { ticketIdentifiers, reason: 'Asked by phone', amountMinor },
  })

test('the quote names each ticket with its amount, and the refund pays their sum', async () => {
  const { sale, operator } = await bought()
  const [first, second] = identifiersOf(sale)
  invariant(first && second, 'two tickets were bought')
  const one = await quoteOf(operator, sale, [first])
  invariant(one.ok, 'the refund can be made')
  const [ticket] = one.value.tickets
  invariant(ticket && one.value.tickets.length === 1, 'only the chosen ticket is quoted')
  expect(ticket).toMatchObject({ ticketIdentifier: first, timeZone: 'Asia/Tbilisi' })
  expect(ticket.itemName).not.toBe('')
  expect(ticket.row).not.toBeNull()
  expect(ticket.seat).not.toBeNull()
  expect(ticket.fee.amount).toBeGreaterThan(0)
  expect(ticket.back.amount).toBe(ticket.paid.amount + ticket.fee.amount)
  expect(one.value).toMatchObject({
    back: ticket.back,
    feeKept: { amount: 0 },
    to: [{ kind: 'card', amount: ticket.back }],
  })
  const all = await quoteOf(operator, sale, [first, second])
  invariant(all.ok, 'the refund can be made')
  expect(all.value.back.amount).toBe(sale.order.totalMinor)
  // A quote changes nothing, so the refund is still made, and of this amount.
  const done = await refund(operator, sale, [first], one.value.back.amount)
  expect(done).toMatchObject({ ok: true, value: { amount: { amount: one.value.back.amount } } })
  expect(await quoteOf(operator, sale, [first])).toMatchObject({ code: 'TicketGoneBack' })
  expect(await quoteOf(operator, sale, ['NOTHING'])).toMatchObject({ code: 'NotFound' })
})

test('another amount than was shown refunds nothing', async () => {
  const { sale, operator } = await bought()
  const identifiers = identifiersOf(sale)
  const quote = await quoteOf(operator, sale, identifiers)
  invariant(quote.ok, 'the refund can be made')
  const shown = quote.value.back.amount
  const refused = await refund(operator, sale, identifiers, shown - 1)
  expect(refused).toMatchObject({ code: 'QuoteChanged' })
  expect(await quoteOf(operator, sale, identifiers)).toMatchObject({ value: quote.value })
  expect(await refund(operator, sale, identifiers, shown)).toMatchObject({ ok: true })
})

test('fees that are kept are named, and are not refunded', async () => {
  const { sale, operator } = await bought(keeping)
  const identifiers = identifiersOf(sale)
  const quote = await quoteOf(operator, sale, identifiers)
  invariant(quote.ok, 'the refund can be made')
  const { tickets, feeKept, back } = quote.value
  expect(feeKept.amount).toBeGreaterThan(0)
  expect(feeKept.amount).toBe(tickets.reduce((sum, one) => sum + one.feeKept.amount, 0))
  expect(back.amount + feeKept.amount).toBe(sale.order.totalMinor)
  expect(await refund(operator, sale, identifiers)).toMatchObject({ value: { amount: back } })
})

test('organisers are quoted their own tickets, and no others', async () => {
  const { event, sale } = await bought()
  const { event: foreign } = await bought()
  const quoteAs = async ({ merchantId }: typeof event) =>
    send<RefundQuoteView>(
      await makeStaff(env.context, { merchantId, role: 'manager' }),
      quoteOwnRefund.id,
      {
        query: {
          orderNumber: sale.order.orderNumber,
          ticketIdentifiers: identifiersOf(sale).join(','),
        },
      },
    )
  expect(await quoteAs(event)).toMatchObject({ value: { back: { amount: sale.order.totalMinor } } })
  expect(await quoteAs(foreign)).toMatchObject({ code: 'NotFound' })
})

test('a payment that is refunded in part shows what goes back, before and after the bank confirms', async () => {
  const { sale, operator } = await bought()
  const [first] = identifiersOf(sale)
  invariant(first, 'tickets were bought')
  const paymentNow = async (): Promise<OfficeOrderView['payments'][number] | undefined> => {
    const { orderNumber } = sale.order
    const order = await readOfficeOrder(env.context, env.ports.tickets.orders, orderNumber)
    expect(order?.tickets).toHaveLength(2)
    for (const { lineId } of order?.tickets ?? [])
      expect(order?.lines.find((line) => line.lineId === lineId)?.seat).not.toBeNull()
    return order?.payments[0]
  }
  const whole = sale.order.totalMinor
  expect(await paymentNow()).toMatchObject({
    amountMinor: whole,
    refundedMinor: 0,
    refundingMinor: 0,
  })
  const done = await refund(operator, sale, [first])
  invariant(done.ok, 'the refund was made')
  const part = done.value.amount.amount
  expect(part).toBeLessThan(whole)
  expect(await paymentNow()).toMatchObject({
    state: 'refunding',
    amountMinor: whole,
    refundedMinor: 0,
    refundingMinor: part,
  })
  await env.refunds(2)
  expect(await paymentNow()).toMatchObject({
    state: 'captured',
    amountMinor: whole,
    refundedMinor: part,
    refundingMinor: 0,
  })
})
