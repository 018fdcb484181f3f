/**
 * Goal: holders are notified of delays and cancellations once and are refunded by the published delay; an unwanted
 * change is refunded in full. Method: a small line, tickets bought over HTTP, the timetable changed under them.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { syncReturnTerms, notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { readRuns } from '#modules/timetable/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { invalidateAlerts } from '../../../modules/timetable/server/queries/alerts.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { newsRunner } from '../../../../tests/support/run-news.ts'

let shop: HostileShop
let line: MadeLine
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
  token = await shop.customer()
})

/** A paid ticket for the first two legs of a run. */
async function buy(runId: number): Promise<Reply> {
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }]
  const order = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const [{ lineId }] = order.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  const details = { orderKey: order.orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  const { payId } = await pay(order.orderKey)
  const [ticket] = await ticketsOf(runId)
  return { ...ticket, payId, total: order.total.amount }
}

async function pay(orderKey: string) {
  const payment = await startPayment(shop, orderKey, token)
  shop.bank.pay(payment.payId, { kind: 'approve' })
  await callbackOf(shop, payment.payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  return payment
}

const ticketsOf = async (runId: number): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets.filter(
    ({ item }: Reply) => item.itemId === runId,
  )

const refunds = async () => {
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
}
const returnedAtBank = (payId: string) =>
  shop.bank.payments().find((one) => one.payId === payId)?.returnedMinor

test('a delay is told once, tickets begin later, and a long one gives all the money back', async () => {
  const [runId] = line.runIds
  const ticket = await buy(runId)
  const delay = (seconds: number) =>
    sql`update run set delays = ${[seconds, seconds, seconds, seconds]} where id = ${runId}`.execute(
      shop.context.db,
    )
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
  await delay(1_200)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
  const [late] = await ticketsOf(runId)
  expect(Date.parse(late.event.startsAt) - Date.parse(ticket.event.startsAt)).toBe(1_200_000)
  const quote = async () =>
    expectOk(shop.get(`/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`, token))
  // The carrier's tier deducts a tenth, and the fee is not refunded.
  expect((await quote()).back.amount).toBeLessThan(ticket.total)
  await delay(5_400)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  expect((await quote()).back.amount).toBe(ticket.total)
})

test('whoever was told that everything goes back until a time keeps it when the delay ends', async () => {
  const [runId] = line.runIds
  const ticket = await buy(runId)
  const delay = (seconds: number) =>
    sql`update run set delays = ${[seconds, seconds, seconds, seconds]} where id = ${runId}`.execute(
      shop.context.db,
    )
  const which = `ticketIdentifier=${ticket.ticketIdentifier}`
  const quote = () => expectOk(shop.get(`/v2/tickets/return?${which}`, token))
  await delay(5_400)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  const until = (await ticketsOf(runId))[0].event.fullRefundUntil
  expect(Date.parse(until) - Date.parse(ticket.event.startsAt)).toBe(5_400_000)
  shop.context.clock.advance(60)
  await delay(0)
  await notifyRunChanges(shop.context, shop.ports.tickets)
  expect((await ticketsOf(runId))[0].event.fullRefundUntil).toBe(until)
  expect(await quote()).toMatchObject({ back: { amount: ticket.total }, nextChangeAt: until })
  const terms = await expectOk(shop.get(`/v2/transport/changes/terms?${which}`, token))
  expect(terms).toMatchObject({ changeFee: { amount: 0 }, changeUntil: until })
  expect(await expectOk(shop.get(`/v2/transport/rebooking?${which}`, token))).toMatchObject({
    until,
  })
  // Whoever bought afterwards was told nothing of it.
  token = await shop.customer()
  await buy(runId)
  expect((await ticketsOf(runId))[0].event.fullRefundUntil).toBeNull()
})

test('a cancelled run is off sale, its tickets say so without a code, and their money comes back', async () => {
  const [runId] = line.runIds
  const ticket = await buy(runId)
  await sql`update run set status = 1 where id = ${runId}`.execute(shop.context.db)
  // Before and after the worker has noticed: no code on the page, in documents, in answers to who checks it.
  for (const changed of [1, 0]) {
    const [cancelled] = await ticketsOf(runId)
    expect(cancelled.alerts[0]).toMatchObject({ header: 'This departure is cancelled' })
    expect(cancelled).toMatchObject({ code: null, event: { isCancelled: true } })
    const asked = `/v2/tickets/verify?ticketIdentifier=${ticket.ticketIdentifier}`
    expect(await expectOk(shop.get(asked))).toMatchObject({ isValid: true, opensDoor: false })
    expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(changed)
  }
  const staff = await shop.staff(line.merchantId)
  const conductorsList = (cursor = '0') =>
    expectOk(shop.get(`/v2/entrance/list?source=transport&itemId=${runId}&cursor=${cursor}`, staff))
  const off = await conductorsList()
  expect(off).toMatchObject({ isWhole: true, item: { isCancelled: true } })
  expect(off.lines.map(([, , , isValid]: number[]) => isValid)).toEqual([0])
  // A carrier may run it after all, while the notice stays.
  const status = (value: number) =>
    sql`update run set status = ${value} where id = ${runId}`.execute(shop.context.db)
  await status(0)
  expect((await ticketsOf(runId))[0].code).not.toBeNull()
  // Items are read every two seconds.
  await expect
    .poll(async () => (await conductorsList(off.cursor)).lines[0]?.[3], { timeout: 10_000 })
    .toBe(1)
  await status(1)
  const segments = [{ runId, legFrom: 0, legTo: 1, passengers: [{}] }]
  const refused = await shop.post('/v2/transport/choose', { segments }, token)
  expect(refused.body.error.code).toBe('JourneyNotSold')
  // Another run can be chosen for a day.
  shop.context.clock.advance(86_400)
  await refundCancelled(shop.context, shop.ports.returns)
  await refunds()
  expect(returnedAtBank(ticket.payId)).toBe(ticket.total)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
})

test('a cancelled run that is scheduled again keeps its tickets, and none is refunded', async () => {
  const [runId] = line.runIds
  const ticket = await buy(runId)
  const status = (value: number) =>
    sql`update run set status = ${value} where id = ${runId}`.execute(shop.context.db)
  const notify = () => notifyRunChanges(shop.context, shop.ports.tickets)
  const quoted = async () =>
    expectOk(shop.get(`/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`, token))
  const reduced = (await quoted()).back.amount
  expect(reduced).toBeLessThan(ticket.total)
  const news = newsRunner(shop.context, shop.ports.tickets)
  await news()
  // Also a second time: each change is recorded.
  for (const value of [1, 0, 1, 0]) {
    shop.context.clock.advance(60)
    await status(value)
    expect(await notify()).toBe(1)
    expect(await notify()).toBe(0)
  }
  // Who made other plans meanwhile has everything back until the departure.
  expect((await quoted()).back.amount).toBe(ticket.total)
  shop.context.clock.advance(86_400)
  await refundCancelled(shop.context, shop.ports.returns)
  await refunds()
  expect(returnedAtBank(ticket.payId)).toBe(0)
  const [kept] = await ticketsOf(runId)
  expect(kept).toMatchObject({ event: { isCancelled: false } })
  expect(kept.code).not.toBeNull()
  expect(kept.alerts[0]).toMatchObject({ header: 'This departure runs after all' })
  // What a later decision has replaced before it was sent is not told.
  const letters = (await news()).mails
  expect(letters.map(({ mail }) => mail.subject)).toEqual([
    expect.stringMatching(/^Runs after all: /),
  ])
  expect(letters[0]?.mail.text).toContain('your tickets are valid again')
  expect(letters[0]?.mail.text).toContain('you get everything back, fees included')
})

test('another platform is told once, to those who board there, and shown beside the one of the timetable', async () => {
  const [runId] = line.runIds
  const platforms = (...now: (string | null)[]) =>
    sql`update run set platforms = ${now}::text[] where id = ${runId}`.execute(shop.context.db)
  const notify = async () => {
    shop.context.clock.advance(60)
    return notifyRunChanges(shop.context, shop.ports.tickets)
  }
  const pushed = async () => {
    const { rows } = await sql<{ platform: unknown }>`
      select subject->'platform' as platform from notice
      where subject->'platform' is not null and notice_key like ${`platform %${runId} %`} order by id`.execute(
      shop.context.db,
    )
    return rows.map(({ platform }) => platform)
  }
  await buy(runId)
  const news = newsRunner(shop.context, shop.ports.tickets)
  await news()
  // An announced platform is no change: no email.
  await platforms('2', null, null, '9')
  expect([await notify(), await notify()]).toEqual([1, 0])
  expect((await news()).mails).toEqual([])
  await platforms('4', '7', null, '9')
  expect([await notify(), await notify()]).toEqual([1, 0])
  expect(await pushed()).toEqual([
    { present: '2', former: null },
    { present: '4', former: '2' },
  ])
  const [{ mail } = {}] = (await news()).mails
  expect(mail?.subject).toMatch(/^Platform 4 instead of 2: /)
  expect(mail?.text).toContain('leaves from platform 4, not from platform 2')
  const [ticket] = await ticketsOf(runId)
  expect(ticket.item.about.from).toMatchObject({ platform: '4', plannedPlatform: null })
  // Withdrawn and announced again: only a different one is news.
  await platforms(null, null, null, null)
  expect(await notify()).toBe(0)
  await platforms('4', null, null, null)
  expect(await notify()).toBe(0)
  // A delay and another platform at once.
  await sql`update run set delays = ${[1_200, 1_200, 1_200, 1_200]} where id = ${runId}`.execute(
    shop.context.db,
  )
  await platforms('5', null, null, null)
  expect([await notify(), await notify()]).toEqual([1, 0])
  const subjects = (await news()).mails.map((one) => one.mail.subject)
  expect(subjects.filter((subject) => subject.startsWith('Delayed: '))).toHaveLength(1)
  expect(subjects.filter((subject) => subject.startsWith('Platform 5 instead of 4'))).toHaveLength(
    1,
  )
})

test('tickets say what the carrier announces for their stretch, and nothing of the rest of the line', async () => {
  const [runId] = line.runIds
  await buy(runId)
  const [run] = await readRuns(shop.context, [runId])
  const announce = (header: string, stop: number, effect = 'STOP_MOVED') =>
    sql`
    insert into service_alert (feed_id, gtfs_id, header, description, url, effect, route_ids, stop_ids, run_ids, is_current)
    values (${run?.agency.feedId}, ${header}, ${{ ka: header, en: header, ru: header, az: header }},
      ${{ ka: '', en: 'Use the other platform.', ru: '', az: '' }}, null, ${effect}, '{}',
      ${[run?.stops[stop]?.stop.stopId]}, '{}', true)`.execute(shop.context.db)
  await announce('Works', 1)
  await announce('Far away', 3, 'NO_SERVICE')
  await announce('A new café', 3, 'OTHER_EFFECT')
  invalidateAlerts(shop.context)
  const { alerts } = await expectOk(shop.get(`/v2/transport/runs/${runId}`))
  const levels = alerts.map(({ header, level }: Reply) => [header, level])
  expect(Object.fromEntries(levels)).toEqual({
    Works: 'Warning',
    'Far away': 'Error',
    'A new café': 'Info',
  })
  const [ticket] = await ticketsOf(runId)
  expect(ticket.alerts).toEqual([{ header: 'Works', text: 'Use the other platform.', url: null }])
})

test('places of a full train are asked for by its carrier’s leave, until it departs', async () => {
  const [runId] = line.runIds
  const asked = { eventId: runId, source: 'transport', legFrom: 1, legTo: 3 }
  const asker = { name: 'Ana', email: 'ana@example.com', quantity: 2 }
  const ask = () => shop.post('/v2/events/request', { ...asked, ...asker }, token)
  expect(await expectOk(ask())).toMatchObject(asked)
  const carrier = await shop.staff(line.merchantId)
  const { items } = await expectOk(shop.get('/v2/merchantusers/purchase-requests/event', carrier))
  expect(items).toMatchObject([{ ...asked, newCount: 1, ticketCount: 2 }])
  await sql`update run set status = 1 where id = ${runId}`.execute(shop.context.db)
  expect((await ask()).body.error.code).toBe('EventNotActive')
})

test('a change whose ticket has gone back meanwhile is not sold: what was paid for it comes back whole', async () => {
  const [first, second] = line.runIds
  const ticket = await buy(first)
  const asked = `ticketIdentifier=${ticket.ticketIdentifier}&runId=${second}&legFrom=0&legTo=2`
  const { quote } = await expectOk(shop.get(`/v2/transport/changes/quote?${asked}`, token))
  const change = await expectOk(shop.post('/v2/transport/changes', { quote }, token))
  const back = await expectOk(
    shop.get(`/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`, token),
  )
  await expectOk(shop.post('/v2/tickets/return', { quote: back.quote }, token))
  const payment = await startPayment(shop, change.orderKey, token)
  shop.bank.pay(payment.payId, { kind: 'approve' })
  await callbackOf(shop, payment.payId)
  const outcome = await expectOk(
    shop.post('/v2/orders/complete', { orderKey: change.orderKey }, token),
  )
  expect(outcome.statusName).toBe('Timeout')
  await refunds()
  expect(await ticketsOf(second)).toEqual([])
  expect(returnedAtBank(payment.payId)).toBe(change.toPay.amount)
  expect(await ledgerViolations(shop.context)).toEqual([])
})
