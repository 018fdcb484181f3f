/**
 * Goal: each holder of a valid ticket gets an organiser's mailing once, in their language, also across crashes; people
 * who unsubscribed, already had news this week or have no ticket any more get none, and the log says so. Method: the
 * calls over HTTP with buyers, the sweep and the job with a mailer that records messages.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { PermanentFailure } from '#platform/jobs/jobs.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import {
  deleteDeliveriesOfMailings,
  sendDueMailings,
  writeMailingEmail,
  writeTestEmail,
} from '../server/public-api.ts'

let shop: HostileShop
let event: MadeEvent
let token: string
let sent: (Email & { readonly id: string })[]
let failing = new Set<string>()
let nextPlace = 1

const mailer: Mailer = {
  send: (mail, id) => {
    if (failing.has(mail.to)) throw new PermanentFailure('550 no such address')
    if (!sent.some((earlier) => earlier.id === id)) sent.push({ ...mail, id })
    return Promise.resolve()
  },
  close: () => undefined,
}

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  sent = []
  failing = new Set()
  nextPlace = 1
  event = await shop.event()
  token = await shop.staff(event.merchantId)
})

/** Buys a ticket with the given email address. */
async function buy(email: string, locale: 'ka' | 'en' = 'ka') {
  const request = { event, placeIds: [nextPlace++] }
  const made = await purchase(shop, { token: await shop.customer(), station: 'paid', request })
  await sql`update orders set buyer_email = ${email}, locale = ${locale} where order_key = ${made.orderKey}`.execute(
    shop.context.db,
  )
  return made
}

const base = '/v2/merchantusers/messages'
const letter = (more: object = {}) => ({
  kind: 'news',
  eventIds: [event.eventId],
  subjectKa: 'კარი იცვლება',
  bodyKa: 'პირველი აბზაცი.\n\n<b>მეორე</b> აბზაცი.',
  subjectEn: 'Another door',
  bodyEn: 'First paragraph.',
  ...more,
})

async function write(more: object = {}): Promise<Reply> {
  const saved = await shop.post(base, letter(more), token)
  expect(saved.status, saved.text).toBe(200)
  return saved.body
}

async function leave(mailingId: number): Promise<void> {
  const scheduled = await shop.post(`${base}/schedule`, { mailingId }, token)
  expect(scheduled.status, scheduled.text).toBe(200)
  await sendDueMailings(shop.context, shop.ports.orders)
  await writeAll(mailingId)
}

interface Payload {
  readonly mailingId: number
  readonly orderId: number
  readonly customerId?: string
}
async function enqueued(mailingId: number, job = 'mailing-letter'): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    select data from pgboss.job where name = ${job} and data->>'mailingId' = ${String(mailingId)} order by created_on`.execute(
    shop.context.db,
  )
  return rows.map(({ data }) => data)
}

async function writeAll(mailingId: number): Promise<void> {
  for (const payload of await enqueued(mailingId))
    await writeMailingEmail(shop.context, mailer, payload, shop.ports.orders).catch(() => undefined)
}

async function log(mailingId: number): Promise<Record<string, string>> {
  const { body } = await shop.get(`${base}/deliveries?mailingId=${mailingId}`, token)
  return Object.fromEntries(
    body.items.map(({ orderNumber, state, reason }: Reply) => [
      orderNumber,
      [state, reason].filter(Boolean).join(' '),
    ]),
  )
}

describe('a mailing', () => {
  test('is sent once to each address that holds a valid ticket, in its language', async () => {
    const first = await buy('one@example.com')
    await buy('one@example.com')
    const english = await buy('two@example.com', 'en')
    const { mailingId, holderCount, preview } = await write()
    expect(holderCount).toBe(3)
    expect(preview.map(({ subject }: Reply) => subject)).toEqual(['კარი იცვლება', 'Another door'])
    expect(preview[0].paragraphs).toEqual(['პირველი აბზაცი.', '<b>მეორე</b> აბზაცი.'])
    await leave(mailingId)
    // Running the sweep and every job again changes nothing.
    await sendDueMailings(shop.context, shop.ports.orders)
    await writeAll(mailingId)
    expect(sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['one@example.com', 'კარი იცვლება'],
      ['two@example.com', 'Another door'],
    ])
    expect(sent.find(({ to }) => to === 'one@example.com')?.html).toContain('&#60;b&#62;მეორე')
    expect(sent.map(({ author }) => author?.name).toSorted()).toEqual([
      expect.stringMatching(/ via Bileti$/),
      expect.stringMatching(/ · ბილეთი$/),
    ])
    expect(await log(mailingId)).toEqual({
      [first.orderNumber]: 'sent',
      [english.orderNumber]: 'sent',
    })
    const { body } = await shop.get(`${base}/message?mailingId=${mailingId}`, token)
    expect(body).toMatchObject({ state: 'sent', counts: { waiting: 0, sent: 2, skipped: 0 } })
    expect((await shop.post(base, letter({ mailingId }), token)).body.error.code).toBe(
      'MailingOnItsWay',
    )
  })

  test('is not retried after a permanent failure, which is recorded', async () => {
    const unreachable = await buy('gone@example.com')
    failing = new Set(['gone@example.com'])
    const { mailingId } = await write()
    await leave(mailingId)
    expect(await log(mailingId)).toEqual({ [unreachable.orderNumber]: 'failed' })
  })

  test('is not sent to holders whose tickets have ended since it was scheduled', async () => {
    const made = await buy('ended@example.com')
    const { mailingId } = await write({ kind: 'service' })
    await shop.post(`${base}/schedule`, { mailingId }, token)
    await sendDueMailings(shop.context, shop.ports.orders)
    await sql`update ticket set status = 2 where order_id = (select id from orders where order_key = ${made.orderKey})`.execute(
      shop.context.db,
    )
    await writeAll(mailingId)
    expect(sent).toEqual([])
    expect(await log(mailingId)).toEqual({ [made.orderNumber]: 'skipped no-ticket' })
  })

  test('is sent at its time, and can be cancelled until then', async () => {
    await buy('later@example.com')
    const { mailingId } = await write()
    const sendAt = new Date(shop.context.clock.now().getTime() + 3_600_000).toISOString()
    const scheduled = await shop.post(`${base}/schedule`, { mailingId, sendAt }, token)
    expect(scheduled.body).toMatchObject({ state: 'scheduled', sendAt })
    expect(await sendDueMailings(shop.context, shop.ports.orders)).toBe(0)
    expect((await shop.post(`${base}/cancel`, { mailingId }, token)).body.state).toBe('draft')
    const far = new Date(shop.context.clock.now().getTime() + 100 * 86_400_000).toISOString()
    const refused = await shop.post(`${base}/schedule`, { mailingId, sendAt: far }, token)
    expect(refused.body.error.code).toBe('BadRequest')
  })

  test('can be sent to its author as a test', async () => {
    const { mailingId } = await write()
    expect((await shop.post(`${base}/test`, { mailingId }, token)).status).toBe(200)
    const [payload] = await enqueued(mailingId, 'mailing-test')
    await writeTestEmail(shop.context, mailer, payload as never, {
      id: 'one',
      ports: shop.ports.orders,
    })
    expect(sent.map(({ subject, stopUrl }) => [subject, stopUrl])).toEqual([
      ['Another door', undefined],
    ])
  })
})

describe('news', () => {
  const keyOf = ({ stopUrl }: Email) => stopUrl?.split('/').at(-1) ?? ''

  test('can be unsubscribed by its link, from this organiser only; service mailings are still sent', async () => {
    const made = await buy('tired@example.com')
    const { mailingId } = await write()
    await leave(mailingId)
    const [mail] = sent
    const letterKey = mail ? keyOf(mail) : ''
    const stop = (hasNews: boolean, key = letterKey) =>
      shop.post('/v2/messages/choice', { letterKey: key, hasNews })
    const read = (key = letterKey) =>
      shop.get(`/v2/messages/choice?letterKey=${encodeURIComponent(key)}`)
    const wrongKey = `${letterKey.slice(0, -4)}AAAA`
    expect((await read()).body).toMatchObject({ hasNews: true })
    expect((await read(wrongKey)).status).toBe(404)
    expect((await stop(false)).body).toMatchObject({ hasNews: false })
    expect((await stop(false, wrongKey)).status).toBe(404)
    expect((await read()).body).toMatchObject({ hasNews: false })
    // Eight days later the weekly limit no longer applies, only the unsubscription.
    await sql`update mailing_delivery set changed_at = changed_at - interval '8 days'`.execute(
      shop.context.db,
    )
    const second = await write()
    await leave(second.mailingId)
    expect(await log(second.mailingId)).toEqual({ [made.orderNumber]: 'skipped refused' })
    const service = await write({ kind: 'service' })
    await leave(service.mailingId)
    expect(sent.map(({ stopUrl }) => stopUrl !== undefined)).toEqual([true, false])
    expect((await stop(true)).body.hasNews).toBe(true)
  })

  test('is sent to an address once a week', async () => {
    const made = await buy('often@example.com')
    await leave((await write()).mailingId)
    const second = await write()
    await leave(second.mailingId)
    expect(sent).toHaveLength(1)
    expect(await log(second.mailingId)).toEqual({ [made.orderNumber]: 'skipped limit' })
  })
})

test('at most three mailings a week are scheduled for a date, also concurrently', async () => {
  const letters = await Promise.all(Array.from({ length: 5 }, () => write({ kind: 'service' })))
  const answers = await Promise.all(
    letters.map(({ mailingId }) => shop.post(`${base}/schedule`, { mailingId }, token)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.error?.code === 'MailingLimitReached')).toHaveLength(2)
})

test('refuses service mailings about past dates, and news later than a month after', async () => {
  const service = await write({ kind: 'service' })
  const news = await write()
  const schedule = (mailingId: number) => shop.post(`${base}/schedule`, { mailingId }, token)
  const end = (days: number) =>
    sql`update event set starts_at = ${new Date(shop.context.clock.now().getTime() - days * 86_400_000)}
      where id = ${event.eventId}`.execute(shop.context.db)
  await end(2)
  expect((await schedule(service.mailingId)).body.error.code).toBe('MailingDateOver')
  await end(40)
  expect((await schedule(news.mailingId)).body.error.code).toBe('MailingDateOver')
  await end(2)
  expect((await schedule(news.mailingId)).status).toBe(200)
})

test.each([
  [{ bodyEn: 'Dear {name}, come early.' }, '{name}'],
  [{ bodyKa: 'ძვირფასო {სახელი}!' }, '{სახელი}'],
  [{ subjectEn: 'For {{ first_name }}' }, '{{ first_name }}'],
  [{ subjectKa: '{Event}' }, '{Event}'],
  [{ bodyEn: 'Bring {order number}.' }, '{order number}'],
])('what nothing fills in is refused before it is sent: %o', async (texts, name) => {
  const { mailingId } = await write({ kind: 'service', ...texts })
  const refused = await shop.post(`${base}/schedule`, { mailingId }, token)
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({ code: 'MailingPlaceholder', detail: { name } })
  expect(refused.body.error.message).toContain(name)
  await write({ mailingId, kind: 'service', bodyEn: 'Curly { } and {1} and { are text.' })
  await leave(mailingId)
})

test('an interrupted mailing continues where it stopped', async () => {
  await buy('a@example.com')
  await buy('b@example.com')
  const { mailingId } = await write()
  await shop.post(`${base}/schedule`, { mailingId }, token)
  const { context } = shop
  let isFailing = true
  const interrupted = {
    ...context,
    jobs: {
      ...context.jobs,
      send: (...sending: Parameters<typeof context.jobs.send>) => {
        if (isFailing) throw new Error('died')
        return context.jobs.send(...sending)
      },
    },
  }
  await expect(sendDueMailings(interrupted, shop.ports.orders)).rejects.toThrow('died')
  expect(await log(mailingId)).toEqual({})
  isFailing = false
  await sendDueMailings(interrupted, shop.ports.orders)
  expect(await enqueued(mailingId)).toHaveLength(2)
})

test('deletes old delivery records', async () => {
  await buy('old@example.com')
  const { mailingId } = await write()
  await leave(mailingId)
  await sql`update mailing_delivery set changed_at = changed_at - interval '401 days'
    where mailing_id = ${mailingId}`.execute(shop.context.db)
  await deleteDeliveriesOfMailings(shop.context)
  expect(await log(mailingId)).toEqual({})
})

test('an organiser has fifty drafts at most, whatever is written at once', async () => {
  await write()
  await sql`
    insert into mailing (merchant_id, kind, event_ids, items, subject, body, created_by, created_at, updated_at)
    select merchant_id, kind, event_ids, items, subject, body, created_by, created_at, updated_at
    from mailing, generate_series(1, 47) where merchant_id = ${event.merchantId}`.execute(
    shop.context.db,
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.post(base, letter(), token)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const { status, body } of answers)
    if (status !== 200) expect(body.error.code).toBe('TooManyMailings')
})
