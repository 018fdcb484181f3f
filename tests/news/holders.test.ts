/**
 * Goal: everybody who holds a ticket is told of each decision at the address known of them, in every vertical, and
 * what is decided between the choice and the payment is sold with the rights that others have. Method: the shop over
 * HTTP; decisions through the calls of each office; the jobs of the worker are run and what they send is read.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { ok } from '#kernel/result.ts'
import { moveEvent } from '#modules/catalogue/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import {
  eraseRecipients,
  eventMovedJob,
  movedEmailJob,
} from '#modules/tickets/server/public-api.ts'
import { notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { purchase } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { newsRunner, type Delivered } from '../support/run-news.ts'
import {
  account,
  askBank,
  buy,
  checkOut,
  entryOf,
  handOver,
  makeFilm,
  makeRun,
  makeShow,
  payAtBank,
  ticketsOf,
  type Subject,
} from './subjects.ts'

let shop: HostileShop
let news: () => Promise<Delivered>
let count = 0

beforeAll(async () => {
  shop = await openHostileShop()
  news = newsRunner(shop.context, shop.ports.tickets)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await news()
})

const address = () => `holder-${(count += 1)}@example.com`
const verticals = [
  ['a show', makeShow],
  ['a screening', makeFilm],
  ['a run', makeRun],
] as const

/** What arrives after a decision, by address. */
async function told(decide: () => Promise<void>): Promise<Record<string, string[]>> {
  shop.context.clock.advance(61)
  await decide()
  const { mails } = await news()
  return Object.fromEntries(
    [...Map.groupBy(mails, ({ mail }) => mail.to)].map(([to, own]) => [
      to,
      own.map(({ mail }) => mail.subject),
    ]),
  )
}

async function bought(
  subject: Subject,
  number = 1,
): Promise<Reply & { email: string; token: string }> {
  const [token, email] = [await shop.customer(), address()]
  return { ...(await buy(shop, subject, { token, email, number })), token, email }
}

async function calendarOf({ ticketIdentifier, token }: Reply) {
  const path = `/v2/tickets/calendar?ticketIdentifier=${ticketIdentifier}`
  const answer = await shop.get(path, token)
  return entryOf(answer.text)
}

describe.each(verticals)('%s', (name, make) => {
  test('receivers are told at their own address, and nobody of what another one holds', async () => {
    const subject = await make(shop)
    const [kept, byLink, byEmail] = [
      await bought(subject, 1),
      await bought(subject, 2),
      await bought(subject, 3),
    ]
    await news()
    const { token: friend, email: friendsEmail } = await account(shop)
    await handOver(shop, { ...byLink, to: null, taker: friend })
    const guestsEmail = address()
    await handOver(shop, { ...byEmail, to: { email: guestsEmail }, taker: await shop.guest() })
    // The address of the link is deleted after two days, that of the holder is not.
    shop.context.clock.advance(3 * 3_600)
    await eraseRecipients(shop.context)
    const moved = await told(() => subject.delay(90))
    expect(Object.keys(moved).toSorted()).toEqual(
      [kept.email, friendsEmail, guestsEmail].toSorted(),
    )
    expect(Object.values(moved).map((subjects) => subjects.length)).toEqual([1, 1, 1])
    const off = await told(() => subject.cancel())
    expect(off[friendsEmail]).toEqual([expect.stringMatching(/^Cancelled: /)])
    expect(off[guestsEmail]).toEqual([expect.stringMatching(/^Cancelled: /)])
    if (name === 'a run') expect(off[kept.email]).toEqual([expect.stringMatching(/^Cancelled: /)])
    else expect(off[kept.email]).toBeUndefined()
    shop.context.clock.advance(86_400)
    await refundCancelled(shop.context, shop.ports.returns)
    await executeRefunds(shop.context, shop.ports.checkout)
    const back = await told(async () => undefined)
    // Money is the buyers' matter, whoever holds the tickets.
    expect(Object.keys(back).toSorted()).toEqual(
      [kept.email, byLink.email, byEmail.email].toSorted(),
    )
  })

  test('moved to B, C, B and back: a letter for each, with the time before it', async () => {
    const subject = await make(shop)
    const ticket = await bought(subject)
    await news()
    const begun = await calendarOf(ticket)
    expect(begun).toMatchObject({ status: 'CONFIRMED', startsAt: subject.firstStart.getTime() })
    let number = begun.sequence
    for (const minutes of [90, 180, 90, 0]) {
      shop.context.clock.advance(61)
      const before = (await ticketsOf(shop, ticket.token, ticket.orderKey))[0].event.startsAt
      await subject.delay(minutes)
      const { mails } = await news()
      expect(mails.map(({ mail }) => mail.to)).toEqual([ticket.email])
      const [{ mail } = {}] = mails
      for (const at of [Date.parse(before), subject.firstStart.getTime() + minutes * 60_000])
        expect(mail?.text).toContain(clock(at))
      number += 1
      expect(await calendarOf(ticket)).toMatchObject({
        sequence: number,
        startsAt: subject.firstStart.getTime() + minutes * 60_000,
      })
    }
    expect((await news()).mails).toEqual([])
  })

  test('moved between choice and payment: told before paying, sold after the second press', async () => {
    const subject = await make(shop)
    const [token, email] = [await shop.guest(), address()]
    const orderKey = await subject.choose(token, 1)
    await checkOut(shop, token, orderKey, email)
    await subject.delay(60)
    expect(await askBank(shop, token, orderKey)).toEqual({ refusal: 'QuoteChanged' })
    const asked = await askBank(shop, token, orderKey)
    if ('refusal' in asked) throw new Error(asked.refusal)
    expect(await payAtBank(shop, token, { orderKey, ...asked })).toBe('Processed')
  })

  test('moved while it is paid: told after it, with the rights of everybody else', async () => {
    const subject = await make(shop)
    const [token, email] = [await shop.guest(), address()]
    const orderKey = await subject.choose(token, 1)
    await checkOut(shop, token, orderKey, email)
    const asked = await askBank(shop, token, orderKey)
    if ('refusal' in asked) throw new Error(asked.refusal)
    shop.context.clock.advance(61)
    await subject.delay(120)
    shop.context.clock.advance(61)
    await payAtBank(shop, token, { orderKey, ...asked })
    const [ticket] = await ticketsOf(shop, token, orderKey)
    expect(ticket.event.movedFrom).toBe(subject.firstStart.toISOString())
    expect(ticket.event.fullRefundUntil).not.toBeNull()
    const { mails } = await news()
    const subjects = mails.filter(({ mail }) => mail.to === email).map(({ mail }) => mail.subject)
    expect(subjects.toSorted()).toEqual([
      expect.stringMatching(name === 'a run' ? /^Delayed: / : /^New date: /),
      expect.stringMatching(/^Your tickets: /),
    ])
    expect((await news()).mails).toEqual([])
  })

  test('cancelled while it is paid: the money goes back with the letter of a cancellation', async () => {
    const subject = await make(shop)
    const [token, email] = [await shop.guest(), address()]
    const orderKey = await subject.choose(token, 1)
    await checkOut(shop, token, orderKey, email)
    const asked = await askBank(shop, token, orderKey)
    if ('refusal' in asked) throw new Error(asked.refusal)
    await subject.cancel()
    expect(await payAtBank(shop, token, { orderKey, ...asked })).toBe('Timeout')
    await executeRefunds(shop.context, shop.ports.checkout)
    const { mails } = await news()
    expect(mails.filter(({ mail }) => mail.to === email).map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^Cancelled: .+ Your money is on its way back$/),
    ])
    expect(
      shop.bank.payments().find(({ payId }) => payId === asked.payId)?.returnedMinor,
    ).toBeGreaterThan(0)
  })
})

/** Hours and minutes in Tbilisi, which is four hours ahead all year. */
function clock(at: number): string {
  return new Date(at + 4 * 3_600_000).toISOString().slice(11, 16)
}

describe('a run', () => {
  test('told 90 minutes late, then 81, then on time; cancelled, and running after all', async () => {
    const subject = await makeRun(shop)
    const ticket = await bought(subject)
    await news()
    const letters = async (decide: () => Promise<void>) => (await told(decide))[ticket.email] ?? []
    expect(await letters(() => subject.delay(90))).toEqual([expect.stringMatching(/^Delayed: /)])
    // Four minutes more are no news, one minute less is.
    expect(await letters(() => subject.delay(94))).toEqual([])
    expect(await letters(() => subject.delay(81))).toEqual([expect.stringMatching(/^Earlier than/)])
    expect(await letters(() => subject.delay(0))).toEqual([expect.stringMatching(/^Earlier than/)])
    expect(await letters(() => subject.delay(0))).toEqual([])
    const before = await calendarOf(ticket)
    expect(await letters(() => subject.cancel())).toEqual([expect.stringMatching(/^Cancelled: /)])
    expect(await calendarOf(ticket)).toMatchObject({
      status: 'CANCELLED',
      sequence: before.sequence + 1,
    })
    expect(await letters(() => subject.reinstate?.() ?? Promise.resolve())).toEqual([
      expect.stringMatching(/^Runs after all: /),
    ])
    expect(await calendarOf(ticket)).toMatchObject({
      status: 'CONFIRMED',
      sequence: before.sequence + 2,
    })
  })

  test('who was told of a longer delay by the ticket itself is told that it is shorter', async () => {
    const subject = await makeRun(shop)
    await bought(subject)
    await news()
    await told(() => subject.delay(90))
    await told(() => subject.delay(98))
    const later = await bought(subject)
    await news()
    expect((await told(() => subject.delay(95)))[later.email]).toEqual([
      expect.stringMatching(/^Earlier than/),
    ])
    shop.context.clock.advance(61)
    expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
  })

  test('a delay that remains further along the line is over where it is over', async () => {
    const subject = await makeRun(shop)
    const ticket = await bought(subject)
    await news()
    await told(() => subject.delay(60))
    const letters = await told(() => subject.delayFrom?.(1, 60) ?? Promise.resolve())
    expect(letters[ticket.email]).toEqual([expect.stringMatching(/^Earlier than/)])
  })
})

test('a receiver with a telephone is told by SMS, once', async () => {
  const subject = await makeShow(shop)
  const ticket = await bought(subject)
  const phone = '+995555777888'
  await handOver(shop, { ...ticket, to: { phone }, taker: await shop.guest() })
  await news()
  await subject.delay(60)
  const { mails, messages } = await news()
  expect(mails).toEqual([])
  expect(messages).toEqual([{ to: phone, text: expect.stringContaining('Test concert') }])
})

test('seats in another hall are told to whoever sits there', async () => {
  const subject = await makeFilm(shop)
  const [kept, passed] = [await bought(subject, 1), await bought(subject, 2)]
  const email = address()
  await handOver(shop, { ...passed, to: { email }, taker: await shop.guest() })
  await news()
  const letters = await told(() => subject.swap?.() ?? Promise.resolve())
  expect(Object.keys(letters).toSorted()).toEqual([kept.email, email].toSorted())
  expect(Object.values(letters).flat()).toEqual(
    Array(2).fill(expect.stringMatching(/^Another hall and other seats: /)),
  )
})

test('a letter that waited tells what is so now, and the replaced ones tell nothing', async () => {
  const subject = await makeShow(shop)
  const ticket = await bought(subject)
  await news()
  for (const minutes of [60, 120, 60]) {
    shop.context.clock.advance(1)
    await subject.delay(minutes)
  }
  const { mails } = await news()
  expect(mails.map(({ mail }) => [mail.to, mail.subject])).toEqual([
    [ticket.email, 'New date: Test concert'],
  ])
  expect(mails[0]?.mail.text).toContain(clock(subject.firstStart.getTime() + 3_600_000))
})

test('jobs of an older release, which recorded no decision, are told once', async () => {
  const { context } = shop
  const event = await shop.event()
  const token = await shop.customer()
  const { orderKey } = await purchase(shop, {
    token,
    station: 'paid',
    request: { event, placeIds: [1] },
  })
  await news()
  const startsAt = new Date(context.clock.now().getTime() + 40 * 86_400_000)
  const { eventId: itemId, offeringId } = event
  const order = await findOrder(context, { orderKey })
  await inTransaction(context, async (inside) => {
    await moveEvent(inside, itemId, { startsAt, fullRefundUntil: startsAt })
    const movedAt = context.clock.now().toISOString()
    await enqueue(inside, eventMovedJob, { source: 'event', itemId, offeringId, movedAt })
    await enqueue(inside, movedEmailJob, { orderId: order?.id ?? 0, source: 'event', itemId })
    return ok(null)
  })
  const { mails } = await news()
  expect(mails.map(({ mail }) => mail.subject)).toEqual(['New date: Test concert'])
  expect((await news()).mails).toEqual([])
})
