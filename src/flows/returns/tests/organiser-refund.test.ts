/**
 * Goal: an organiser refunds everything paid for its own tickets, once, regardless of their terms, and no others; its
 * staff find, read and annotate the order. Method: a real database and the demo bank, the handlers of the calls, and
 * the invariants of money and places after each test.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import { invariant, type Result } from '#kernel/result.ts'
import * as calls from '#modules/merchant/orders-contract.ts'
import { eventEntranceSource } from '#modules/events/server/public-api.ts'
import { refundOfficeTickets } from '#modules/operator/refund-contract.ts'
import { merchantRoutes } from '#modules/merchant/server/public-api.ts'
import { makeCustomer } from '#modules/events/tests/factories.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import type { StaffActor } from '#platform/context.ts'
import { returnRoutes } from '../server/routes.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, type Bought, type ReturnTestEnv } from './test-env.ts'

let env: ReturnTestEnv
beforeAll(async () => {
  env = await openReturnTestEnv()
})
afterEach(async () => {
  await env.refunds(2)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

const day = 24

// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
type Answer = Result<any, ErrorCode>

async function send(actor: StaffActor, id: string, input: object): Promise<Answer> {
  const routes = [
    ...merchantRoutes({ tickets: env.ports.tickets, sources: [eventEntranceSource] }),
    ...returnRoutes(env.ports),
  ]
  const route = routes.find(({ call }) => call.id === id)
  invariant(route, `${id} is implemented`)
  return route.handle({ ...env.context.as(actor) } as never, input as never)
}

async function bought(): Promise<{ manager: StaffActor; sale: Bought; eventId: number }> {
  const event = await env.event(5 * day)
  const sale = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  const { merchantId, eventId } = event
  return { manager: await makeStaff(env.context, { merchantId, role: 'manager' }), sale, eventId }
}

const refund = (actor: StaffActor, { order }: Bought, ticketIdentifiers: readonly string[]) =>
  send(actor, calls.refundTickets.id, {
    body: { orderNumber: order.orderNumber, ticketIdentifiers, reason: 'Fell ill' },
  })

test('a ticket goes back in full, fee included, and the log says who and why', async () => {
  const { manager, sale } = await bought()
  const [first, second] = sale.tickets
  invariant(first && second, 'two tickets were bought')
  await env.context.db
    .updateTable('ticket')
    .set({ used_at: env.context.clock.now() })
    .where('id', '=', first.id)
    .execute()
  const done = await refund(manager, sale, [first.identifier])
  invariant(done.ok, 'the refund was made')
  const view = await send(manager, calls.readMerchantOrder.id, {
    query: { orderNumber: sale.order.orderNumber },
  })
  invariant(view.ok, 'the order is there')
  expect(done.value.amount.amount).toBeGreaterThan(view.value.tickets[0].price.amount)
  expect(view.value.returns).toMatchObject([{ kind: 'organiser', ticketCount: 1 }])
  expect(view.value.tickets.map(({ statusName }: { statusName: string }) => statusName)).toEqual([
    'Inactive',
    'Active',
  ])
  await env.refunds(2)
  const { returnedMinor } = env.bank.payments().find(({ payId }) => payId === sale.payId) ?? {}
  expect(returnedMinor).toBe(done.value.amount.amount)
  const log = await env.context.db
    .selectFrom('staff_log')
    .select(['staff_id', 'action', 'after'])
    .where('subject', '=', `order ${sale.order.orderNumber}`)
    .execute()
  expect(log).toMatchObject([
    { staff_id: manager.staffId, action: 'orders.refund', after: { reason: 'Fell ill' } },
  ])
})

test('of two refunds of one ticket at once one is made; both tickets leave nothing behind', async () => {
  const { manager, sale } = await bought()
  const [first, second] = sale.tickets.map(({ identifier }) => identifier)
  invariant(first && second, 'two tickets were bought')
  const answers = await Promise.all([
    refund(manager, sale, [first]),
    refund(manager, sale, [first]),
  ])
  expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(await refund(manager, sale, [first, second])).toMatchObject({ code: 'TicketGoneBack' })
  expect((await refund(manager, sale, [second])).ok).toBe(true)
  await env.refunds(2)
  const paid = env.bank.payments().find(({ payId }) => payId === sale.payId)
  expect(paid?.returnedMinor).toBe(sale.order.totalMinor)
})

test('another organiser’s orders do not exist: not found, read, noted, sent or refunded', async () => {
  const { sale, eventId } = await bought()
  const { manager: stranger } = await bought()
  const { orderNumber } = sale.order
  const identifiers = sale.tickets.map(({ identifier }) => identifier)
  const answers = [
    await refund(stranger, sale, identifiers),
    await send(stranger, calls.readMerchantOrder.id, { query: { orderNumber } }),
    await send(stranger, calls.addOrderNote.id, { body: { orderNumber, note: 'Mine' } }),
    await send(stranger, calls.resendTickets.id, { body: { orderNumber } }),
    await send(stranger, calls.findMerchantOrders.id, { body: { eventId, offset: 0 } }),
    await send(stranger, calls.listAttendees.id, {
      query: { eventId, format: 'csv' },
    }),
  ]
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual(
    Array(6).fill('NotFound'),
  )
  const found = await send(stranger, calls.findMerchantOrders.id, {
    body: { text: orderNumber, offset: 0 },
  })
  expect(found).toMatchObject({ ok: true, value: { items: [] } })
})

test('an order is found by its date and by what a buyer can say; notes and guests are there', async () => {
  const { manager, sale, eventId } = await bought()
  const { orderNumber } = sale.order
  for (const query of [{ eventId }, { text: orderNumber }, { text: sale.order.buyer.email }]) {
    const found = await send(manager, calls.findMerchantOrders.id, {
      body: { ...query, offset: 0 },
    })
    expect(found).toMatchObject({ ok: true, value: { items: [{ orderNumber, ticketCount: 2 }] } })
  }
  const noted = await send(manager, calls.addOrderNote.id, {
    body: { orderNumber, note: 'Comes late' },
  })
  expect(noted).toMatchObject({ ok: true, value: { notes: [{ note: 'Comes late' }] } })
  expect(await send(manager, calls.resendTickets.id, { body: { orderNumber } })).toMatchObject({
    ok: true,
  })
  const guests = await send(manager, calls.listAttendees.id, {
    query: { eventId, format: 'csv' },
  })
  invariant(guests.ok, 'guests are listed')
  expect(guests.value.content.trim().split('\r\n')).toHaveLength(3)
  expect(guests.value.content).toContain(sale.tickets[0]?.identifier)
  const active = await env.context.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', sale.order.id)
    .where('status', '=', ticketStatus.Active)
    .execute()
  expect(active).toHaveLength(2)
})

test('an operator gives back tickets of any organiser, once, and the log says so', async () => {
  const { sale } = await bought()
  const [first] = sale.tickets
  invariant(first, 'tickets were bought')
  const { orderNumber } = sale.order
  const operator = { ...(await makeCustomer(env.context)), isOperator: true }
  const route = returnRoutes(env.ports).find(({ call }) => call.id === refundOfficeTickets.id)
  invariant(route, 'the call is implemented')
  const input = {
    params: { orderNumber },
    body: { ticketIdentifiers: [first.identifier], reason: 'Asked by phone' },
  }
  const refundAs = (actor: object): Promise<Answer> =>
    route.handle({ ...env.context.as(actor as never) } as never, input as never)
  const done = await refundAs(operator)
  expect(done).toMatchObject({ ok: true, value: { ticketCount: 1 } })
  expect(await refundAs(operator)).toMatchObject({ code: 'TicketGoneBack' })
  await env.refunds(2)
  const { returnedMinor } = env.bank.payments().find(({ payId }) => payId === sale.payId) ?? {}
  expect(returnedMinor).toBe(done.ok && done.value.amount.amount)
  const log = await env.context.db
    .selectFrom('operator_log')
    .select(['action', 'detail'])
    .where('subject', '=', `order ${orderNumber}`)
    .execute()
  expect(log).toMatchObject([
    {
      action: 'orders.refund-tickets',
      detail: { reason: 'Asked by phone', amountMinor: returnedMinor },
    },
  ])
})
