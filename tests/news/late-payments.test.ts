/**
 * Goal: whoever pays late, for a date without tickets that was moved meanwhile, has the news and the rights of those who had
 * bought, whichever way the date is moved. Method: an order whose hold ended while it was at the bank; the move through
 * each call that can make it, then the bank's money.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { ok } from '#kernel/result.ts'
import { runImport } from '#modules/operator/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { rememberStops } from '../../src/modules/timetable/server/runs/former-timetable.ts'
import { carryRuns } from '../../src/modules/timetable/server/runs/carry-runs.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { newsRunner, type Delivered } from '../support/run-news.ts'
import {
  askBank,
  checkOut,
  makeFilm,
  makeRun,
  makeShow,
  payAtBank,
  ticketsOf,
  type Subject,
} from './subjects.ts'

let shop: HostileShop
let news: () => Promise<Delivered>
beforeAll(async () => {
  shop = await openHostileShop()
  news = newsRunner(shop.context, shop.ports.tickets)
})
afterAll(() => shop.close())

/** A date without tickets, and one way to move it. */
interface Movable {
  readonly firstStart: Date
  choose(token: string, number: number): Promise<string>
  /** To two hours later. */
  move(): Promise<void>
}

const later = ({ firstStart }: Pick<Movable, 'firstStart'>) =>
  new Date(firstStart.getTime() + 2 * 3_600_000)
/** To the second, as tables have it. */
const inTbilisi = (at: Date) => at.toLocaleString('sv-SE', { timeZone: 'Asia/Tbilisi' })
/** To the minute, as the organiser's form has it. */
const inForm = (at: Date) => inTbilisi(at).slice(0, 16).replace(' ', 'T')

async function byCall(make: (of: HostileShop) => Promise<Subject>): Promise<Movable> {
  const subject = await make(shop)
  return { ...subject, move: () => subject.delay(120) }
}

async function byFile(): Promise<Movable> {
  const subject = await makeShow(shop)
  const { eventId } = subject
  const key = `late-${eventId}`
  await shop.context.db
    .insertInto('external_reference')
    .values({ source: 'late', kind: 'event', key, subject_id: eventId })
    .execute()
  const operator = await shop.operator()
  return {
    ...subject,
    async move() {
      const content = `event,starts_at\n${key},${inTbilisi(later(subject))}`
      const body = { files: [{ name: 'dates.csv', content }], source: 'late' }
      const { importId } = await expectOk(shop.post('/v2/operator/imports', body, operator))
      await runImport(shop.context, importId)
      const { digest } = await expectOk(shop.get(`/v2/operator/imports/${importId}`, operator))
      await expectOk(shop.post(`/v2/operator/imports/${importId}/apply`, { digest }, operator))
      await runImport(shop.context, importId)
      const done = await expectOk(shop.get(`/v2/operator/imports/${importId}`, operator))
      expect(done.state).toBe('applied')
    },
  }
}

async function byDraft(): Promise<Movable> {
  const { context } = shop
  const { merchantId, showId } = await shop.event()
  const staff = await shop.staff(merchantId)
  const office = (path: string, body: object) =>
    expectOk(shop.post(`/v2/merchantusers/shows${path}`, body, staff))
  const at = inForm(new Date(context.clock.now().getTime() + 30 * 86_400_000))
  const firstStart = new Date(`${at}:00+04:00`)
  const contentAt = (startsAt: Date) => ({
    name: { ka: 'საღამო', en: 'Evening' },
    subcategory: `subcategory-${showId}`,
    venue: `venue-${showId}`,
    dates: [{ key: 'first', startsAt: inForm(startsAt), doorsAt: '', endsAt: '' }],
    prices: [{ key: 'floor', name: { ka: 'დარბაზი', en: 'Floor' }, capacity: '40', price: '25' }],
  })
  let { draftId, version } = await office('', {})
  const publish = async (startsAt: Date) => {
    const saved = await office('/draft', { draftId, version, content: contentAt(startsAt) })
    expect(saved.problems).toEqual([])
    const done = await office('/publish', { draftId, version: saved.version, isPublic: true })
    expect(done.problems).toEqual([])
    ;({ version } = done.draft)
  }
  await publish(firstStart)
  const type = await context.db
    .selectFrom('ticket_type')
    .innerJoin('event', 'event.id', 'ticket_type.event_id')
    .select(['ticket_type.id', 'event.id as eventId'])
    .where('event.starts_at', '=', firstStart)
    .where('ticket_type.merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return {
    firstStart,
    async choose(token) {
      const places = [{ ticketTypeId: type.id, quantity: 1 }]
      const body = { eventId: type.eventId, places }
      return (await expectOk(shop.post('/v2/Booking/choose-seat', body, token))).orderKey
    },
    move: () => publish(later({ firstStart })),
  }
}

/** An order whose hold has ended while its buyer was at the bank. */
async function lateOrder(subject: Pick<Movable, 'choose'>, email: string) {
  const { context, ports } = shop
  const token = await shop.guest()
  const orderKey = await subject.choose(token, 1)
  await checkOut(shop, token, orderKey, email)
  const asked = await askBank(shop, token, orderKey)
  if ('refusal' in asked) throw new Error(asked.refusal)
  context.clock.advance(3_600)
  await expirePayingOrders(context, ports.checkout)
  return { token, orderKey, ...asked }
}

test.each([
  ['a show by an operator', () => byCall(makeShow)],
  ['a show by a catalogue file', byFile],
  ['a show by its organiser', byDraft],
  ['a screening', () => byCall(makeFilm)],
  ['a run', () => byCall(makeRun)],
])('%s: a late payment has the news, the former start and the full refund', async (way, make) => {
  const subject = await make()
  const email = `late-${way.replaceAll(' ', '-')}@example.com`
  const late = await lateOrder(subject, email)
  await subject.move()
  shop.context.clock.advance(61)
  await news()
  expect(await payAtBank(shop, late.token, late)).toBe('Processed')
  const [{ event }] = await ticketsOf(shop, late.token, late.orderKey)
  expect(event).toMatchObject({
    startsAt: later(subject).toISOString(),
    movedFrom: subject.firstStart.toISOString(),
    fullRefundUntil: expect.any(String),
  })
  const { orderKey, token } = late
  const quote = await expectOk(shop.get(`/v2/tickets/return?orderKey=${orderKey}`, token))
  expect(quote).toMatchObject({ deduction: { amount: 0 }, nextChangeAt: event.fullRefundUntil })
  const { mails } = await news()
  const subjects = mails.filter(({ mail }) => mail.to === email).map(({ mail }) => mail.subject)
  expect(subjects.toSorted()).toEqual([
    expect.stringMatching(way === 'a run' ? /^Delayed: / : /^New date: /),
    expect.stringMatching(/^Your tickets: /),
  ])
  // Who buys with the new time has no such promise; a delay is shown to everybody.
  if (way === 'a run') return
  const next = await shop.guest()
  const nextKey = await subject.choose(next, 2)
  await checkOut(shop, next, nextKey, `next-${email}`)
  const asked = await askBank(shop, next, nextKey)
  if ('refusal' in asked) throw new Error(asked.refusal)
  await payAtBank(shop, next, { orderKey: nextKey, ...asked })
  const [ticket] = await ticketsOf(shop, next, nextKey)
  expect(ticket.event.movedFrom).toBeNull()
})

test('a run that a timetable no longer has: a late payment goes back', async () => {
  const subject = await makeRun(shop)
  const { context } = shop
  const late = await lateOrder(subject, 'late-timetable@example.com')
  const { trip_id: tripId } = await context.db
    .selectFrom('run')
    .select('trip_id')
    .where('id', '=', subject.runId)
    .executeTakeFirstOrThrow()
  const { feed_id: feedId } = await context.db
    .updateTable('trip')
    .set({ retired_at: context.clock.now() })
    .where('id', '=', tripId)
    .returning('feed_id')
    .executeTakeFirstOrThrow()
  await inTransaction(context, async (inside) => {
    await rememberStops(inside.db, feedId)
    return ok(await carryRuns(inside, feedId, {}))
  })
  expect(await payAtBank(shop, late.token, late)).toBe('Timeout')
  await executeRefunds(context, shop.ports.checkout)
  const payment = shop.bank.payments().find(({ payId }) => payId === late.payId)
  expect(payment?.returnedMinor).toBeGreaterThan(0)
})
