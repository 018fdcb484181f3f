/**
 * Goal: customers who allowed a kind of notification get each one once on each of their devices, in the device's
 * language, and nobody else does. Method: the calls and jobs on a real database, with a fake push service and FCM
 * that decode what they receive and misbehave on request.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePushKeys } from '../../../../fakes/push/keys.ts'
import { startPush, type PushFake } from '../../../../fakes/push/start.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { ok } from '#kernel/result.ts'
import { accountRoutes, createSessionStore } from '#modules/accounts/server/public-api.ts'
import { makeCustomer, makeEvent } from '#modules/events/tests/factories.ts'
import {
  endpointCheck,
  fanOutNotices,
  notificationRoutes,
  notifyCustomers,
  openFcm,
  openWebPush,
  sendPush,
  notifySalesOpened,
  type NotificationPorts,
} from '#modules/notifications/server/public-api.ts'
import type { NotificationKind } from '#modules/notifications/kinds.ts'
import {
  cancelEventAndSale,
  rescheduleEvent,
} from '#modules/operator/server/commands/cancel-event.ts'
import { inTransaction } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { buyTickets, openTicketShop, type TicketShop } from '#modules/tickets/tests/support.ts'

type Customer = Awaited<ReturnType<typeof makeCustomer>>

let shop: TicketShop
let context: TestContext
let push: PushFake
let ports: NotificationPorts
let customer: Customer
let customerId: string

beforeAll(async () => {
  shop = await openTicketShop()
  context = shop.context
  const keys = makePushKeys()
  push = await startPush({ port: 0, fcmPublicKey: keys.fcmPublicKey })
  const isAllowedEndpoint = endpointCheck([push.url])
  ports = {
    isAllowedEndpoint,
    webPush: openWebPush({
      privateKey: keys.vapidKey,
      subject: 'mailto:push@bileti.example',
      isAllowedEndpoint,
    }),
    fcm: openFcm({
      url: push.url,
      tokenUrl: `${push.url}/token`,
      projectId: 'demo',
      account: 'push@demo.example',
      key: keys.fcmKey,
    }),
  }
})
afterAll(async () => {
  await push.stop()
  await shop.close()
})
beforeEach(async () => {
  customer = await makeCustomer(context)
  customerId = customer.kind === 'customer' ? customer.customerId : ''
})

async function call(id: string, input: object, locale: 'ka' | 'en' = 'en', actor = customer) {
  const routes = [...notificationRoutes(ports), ...accountRoutes]
  const implementation = routes.find((route) => route.call.id === id)
  if (!implementation) throw new Error(`no call ${id}`)
  const given = { params: {}, query: {}, body: {}, ...input }
  const sessions = createSessionStore()
  const as = { ...context.as(actor), locale }
  return execute(implementation, as, given, { sessions, checkReplies: true })
}

const allow = (kind: NotificationKind, isAllowed = true) =>
  call('own-notification-choice', { body: { kind, isAllowed } })

async function browser(locale: 'ka' | 'en' = 'en'): Promise<string> {
  const body = push.subscribe()
  expect(await call('own-push-subscribe', { body }, locale)).toMatchObject({ ok: true })
  return body.endpoint
}

async function app(locale: 'ka' | 'en' = 'en'): Promise<string> {
  const token = `app:${randomUUID()}`
  const body = { token, platform: 'android' }
  expect(await call('accounts-mobile-token-put', { body }, locale)).toMatchObject({ ok: true })
  return token
}

async function tell(key: string, kind: NotificationKind = 'ticket-ready'): Promise<void> {
  await inTransaction(context, async (inside) => {
    const subject = { orderNumber: 'BL-1' }
    await notifyCustomers(inside, { key, kind, subject, customerIds: [customerId] })
    return ok(null)
  })
}

interface PushPayload {
  readonly noticeId: number
  readonly device: string
  readonly attempt: number
}

/** Runs this customer's notification jobs as the worker would; returns what remains after the last round. */
async function work(): Promise<void> {
  const { rows: keys } = await sql<{ noticeKey: string }>`
    select notice_key as "noticeKey" from notice where customer_id = ${customerId}`.execute(
    context.db,
  )
  for (const key of keys) await fanOutNotices(context, key)
  for (const payload of await waiting(0)) await sendPush(context, ports, payload)
}

async function waiting(attempt: number): Promise<PushPayload[]> {
  const { rows } = await sql<{ data: PushPayload }>`
    select j.data from pgboss.job j join notice n on n.id = (j.data->>'noticeId')::bigint
    where j.name = 'push' and n.customer_id = ${customerId} and (j.data->>'attempt')::int = ${attempt}
  `.execute(context.db)
  return rows.map(({ data }) => data)
}

test('notifies each device once, in its own language, however often the jobs run', async () => {
  await allow('ticket-ready')
  const english = await browser('en')
  const georgian = await browser('ka')
  const token = await app('ka')
  await tell('once')
  await tell('once')
  await work()
  await work()
  expect(push.list(english).map(({ title }) => title)).toEqual(['Your tickets are ready'])
  expect(push.list(georgian).map(({ title }) => title)).toEqual(['თქვენი ბილეთები მზადაა'])
  expect(push.list(token).map(({ title }) => title)).toEqual(['თქვენი ბილეთები მზადაა'])
  expect(push.list(english)[0]?.url).toBe('http://localhost:3000/en/account/orders/BL-1')
})

test('notifies no customer without consent, or after its withdrawal', async () => {
  const endpoint = await browser()
  await tell('never asked')
  await work()
  await allow('event-moved')
  await tell('another kind')
  await work()
  await allow('ticket-ready')
  await tell('stopped in between')
  await fanOutNotices(context, { noticeKey: 'stopped in between' })
  await allow('ticket-ready', false)
  await work()
  expect(push.list(endpoint)).toEqual([])
  const history = await context.db
    .selectFrom('notification_choice')
    .select(['kind', 'is_allowed', 'network'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  expect(history.map(({ kind, is_allowed }) => [kind, is_allowed])).toEqual([
    ['event-moved', true],
    ['ticket-ready', true],
    ['ticket-ready', false],
  ])
  expect(history[0]?.network).toBe('127.0.0.0/24')
})

test('deletes an unregistered browser or app', async () => {
  await allow('ticket-ready')
  await browser()
  await app()
  push.misbehave({ refuseNext: 1, status: 410, refuseAppNext: 1, appCode: 'UNREGISTERED' })
  await tell('gone')
  await work()
  expect(await call('own-notifications', {})).toMatchObject({ value: { deviceCount: 0 } })
})

test('retries once after the pause that a service asks for', async () => {
  await allow('ticket-ready')
  const endpoint = await browser()
  const token = await app()
  push.misbehave({
    refuseNext: 1,
    status: 429,
    retryAfter: 120,
    refuseAppNext: 1,
    appCode: 'QUOTA_EXCEEDED',
  })
  await tell('later')
  await work()
  push.misbehave({ retryAfter: 0 })
  expect([...push.list(endpoint), ...push.list(token)]).toEqual([])
  const again = await waiting(1)
  expect(again).toHaveLength(2)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float as seconds from pgboss.job
    where name = 'push' and (data->>'attempt')::int = 1
      and (data->>'noticeId')::bigint = ${again[0]?.noticeId}`.execute(context.db)
  for (const { seconds } of rows) expect(seconds).toBeGreaterThan(100)
  for (const payload of again) await sendPush(context, ports, payload)
  for (const payload of again) await sendPush(context, ports, payload)
  expect(push.list(endpoint)).toHaveLength(1)
  expect(push.list(token)).toHaveLength(1)
})

test('refuses addresses of other services and invalid keys', async () => {
  const { keys } = push.subscribe()
  for (const endpoint of ['http://169.254.169.254/x', 'https://evil.example/x'])
    expect(await call('own-push-subscribe', { body: { endpoint, keys } })).toMatchObject({
      ok: false,
      code: 'BadRequest',
    })
  const body = { ...push.subscribe(), keys: { p256dh: 'A'.repeat(87), auth: keys.auth } }
  expect(await call('own-push-subscribe', { body })).toMatchObject({ code: 'BadRequest' })
})

test('hides and protects subscriptions of other customers', async () => {
  await allow('ticket-ready')
  const endpoint = await browser()
  const other = await makeCustomer(context)
  await call('own-push-unsubscribe', { query: { endpoint } }, 'en', other)
  expect(await call('own-notifications', {})).toMatchObject({ value: { deviceCount: 1 } })
  expect(await call('own-notifications', {}, 'en', other)).toMatchObject({
    value: { deviceCount: 0 },
  })
  expect(await call('own-push-unsubscribe', { query: { endpoint } })).toMatchObject({
    value: { deviceCount: 0 },
  })
})

test('notifies about tickets, rescheduled and cancelled dates', async () => {
  for (const kind of ['ticket-ready', 'event-moved', 'event-cancelled'] as const) await allow(kind)
  const endpoint = await browser()
  const event = await makeEvent(context)
  const { order } = await buyTickets({ ...shop, event }, { placeIds: [1, 2], actor: customer })
  await work()
  const [ready] = push.list(endpoint)
  expect(ready?.body).toContain(order.orderNumber)
  const startsAt = new Date(context.clock.now().getTime() + 40 * 86_400_000)
  expect(await rescheduleEvent(context, event.eventId, startsAt)).toMatchObject({ ok: true })
  await work()
  expect(push.list(endpoint)[0]?.title).toBe('New date: Test concert')
  const reason = { ka: 'მიზეზი', en: 'A reason' }
  expect(await cancelEventAndSale(context, event.eventId, reason)).toMatchObject({ ok: true })
  await work()
  expect(push.list(endpoint).map(({ title }) => title)).toEqual([
    'Cancelled: Test concert',
    'New date: Test concert',
    'Your tickets are ready',
  ])
})

test('notifies subscribers once when the sale opens', async () => {
  await allow('sale-opens')
  const endpoint = await browser()
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const { showId } = await makeEvent(context, { salesOpenAt })
  const params = { showId: String(showId) }
  const alert = (isAsked: boolean) => call('own-sale-alert-save', { params, body: { isAsked } })
  expect(await alert(true)).toMatchObject({ value: { isAsked: true } })
  await alert(true)
  expect(await call('own-sale-alert', { params })).toMatchObject({ value: { isAsked: true } })
  expect(await notifySalesOpened(context)).toBe(0)
  context.clock.advance(3_700)
  const rounds = await Promise.all([notifySalesOpened(context), notifySalesOpened(context)])
  expect(rounds[0] + rounds[1]).toBe(1)
  expect(await notifySalesOpened(context)).toBe(0)
  await work()
  expect(push.list(endpoint).map(({ title }) => title)).toEqual(['On sale now: Test concert'])
  expect(await call('own-sale-alert', { params })).toMatchObject({ value: { isAsked: false } })
})
