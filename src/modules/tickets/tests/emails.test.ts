/**
 * Goal: the buyer gets one recognisable email with the tickets, in the order's language, whatever the mail server
 * does. Method: the handlers write over SMTP to the demo mailbox, which also refuses and is retried.
 */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageKind, orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { tonesOf } from '#kernel/colour.ts'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { openMailer, type Mailer } from '#platform/mail/mail.ts'
import type { ReadPicture } from '#platform/media/read-picture.ts'
import { guestOrder } from '../contract.ts'
import { saveReminders } from '../reminder-contract.ts'
import {
  readTicketStates,
  writeRefundDoneEmail,
  remindOfTomorrow,
  writeRefundEmail,
  writeReminder,
  writeTicketEmail,
  writeUnpaidEmail,
} from '../server/public-api.ts'
import { buy, buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let mailbox: MailboxFake
let mailer: Mailer

beforeAll(async () => {
  shop = await openTicketShop()
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
})
afterAll(async () => {
  mailer.close()
  await mailbox.stop()
  await shop.close()
})

interface Received {
  readonly subject: string
  readonly messageId: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly {
    readonly index: number
    readonly filename: string
    readonly mimeType: string
    readonly inline: boolean
    readonly size: number
  }[]
}

async function received(to: string): Promise<Received> {
  const { id } = await mailbox.waitFor(to)
  const response = await fetch(`${mailbox.url}/api/messages/${id}`)
  return (await response.json()) as Received
}

async function attachment(to: string, position: number): Promise<string> {
  const { id } = await mailbox.waitFor(to)
  const { attachments } = await received(to)
  const file = attachments.filter(({ inline }) => !inline)[position]
  const response = await fetch(`${mailbox.url}/api/messages/${id}/attachments/${file?.index}`)
  return Buffer.from(await response.arrayBuffer()).toString('latin1')
}

test('a paid order’s email has the sum, a link that opens it, the PDF and the calendar file', async () => {
  const email = 'letter-en@example.com'
  const { order } = await buyTickets(shop, { placeIds: [1, 2], email, locale: 'en' })
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  const mail = await received(email)
  expect(mail.subject).toBe('Your tickets: Test concert')
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(order.orderNumber)
    expect(body).toMatch(/105\s₾/)
    expect(body).toContain('Stalls, row 1, seat 2')
  }
  const files = mail.attachments.filter(({ inline }) => !inline)
  expect(files.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    [`bileti-${order.orderNumber}.pdf`, 'application/pdf'],
    [`bileti-${order.orderNumber}.ics`, 'text/calendar'],
  ])
  // The logo is attached; reading the email causes no requests.
  expect(mail.html).toContain('<img src="cid:mark@bileti" width="26" height="28" alt=""')
  expect(mail.html).not.toMatch(/src="(?!cid:)|url\(|<link|<script/i)
  expect(mail.attachments.filter(({ inline }) => inline)).toHaveLength(1)
  const link = /\/en\/tickets\/([\w-]+)\/([\w-]+)/.exec(mail.text)
  const params = { orderKey: link?.[1] ?? '', token: link?.[2] ?? '' }
  const opened = await shop.send({ kind: 'visitor' }, guestOrder, { params })
  expect(opened.ok && opened.value.tickets).toHaveLength(2)
})

test('an email about one show has the colour of its poster, dark enough on white', async () => {
  const email = 'letter-colour@example.com'
  const setColour = (colour: string | null) =>
    shop.context.db
      .updateTable('show')
      .set({ colour })
      .where('id', '=', shop.event.showId)
      .execute()
  await setColour('#ffd23f')
  const { order } = await buyTickets(shop, { placeIds: [20], email, locale: 'en' })
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  await setColour(null)
  const { onLight } = tonesOf('#ffd23f')
  const { html } = await received(email)
  expect(html).toContain(`border-top:5px solid ${onLight}`)
  expect(html).toContain(`color:${onLight};font-weight:bold`)
})

test('the show’s picture comes with the email, small; one that cannot be read is left out', async () => {
  const { db } = shop.context
  const path = '/media/shows/letter.webp'
  const { showId } = shop.event
  await db
    .insertInto('show_image')
    .values({ show_id: showId, kind: imageKind.Thumbnail, path, width: 300, height: 400 })
    .execute()
  const poster = sharp({ create: { width: 600, height: 800, channels: 3, background: '#a8123a' } })
  const content = await poster.webp().toBuffer()
  const write = async (email: string, readPicture: ReadPicture) => {
    const { order } = await buyTickets(shop, { standing: 1, email, locale: 'en' })
    await writeTicketEmail(
      shop.context,
      mailer,
      { orderId: order.id },
      { ...shop.ports, readPicture },
    )
    return received(email)
  }
  const asked: string[] = []
  const drawn = await write('letter-picture@example.com', async (address) => {
    asked.push(address)
    return content
  })
  expect(asked).toEqual([path])
  expect(drawn.html).toContain('<img src="cid:picture-0@bileti" width="96" alt="Test concert"')
  expect(Buffer.byteLength(drawn.html)).toBeLessThan(102 * 1024)
  const images = drawn.attachments.filter(({ inline }) => inline)
  expect(images.map(({ mimeType }) => mimeType).toSorted()).toEqual(['image/jpeg', 'image/png'])
  for (const { size } of images) expect(size).toBeLessThan(20 * 1024)
  const plain = await write('letter-no-picture@example.com', async () => Buffer.from('no picture'))
  expect(plain.html).not.toContain('picture-0')
  expect(plain.subject).toBe(drawn.subject)
  await db.deleteFrom('show_image').where('path', '=', path).execute()
})

test('a Georgian order is written to in Georgian, and no typed name is in it', async () => {
  const email = 'letter-ka@example.com'
  const buyerName = '<b>ნინო</b> & "Co"'
  const { order } = await buyTickets(shop, { standing: 1, email, locale: 'ka', buyerName })
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  const mail = await received(email)
  expect(mail.subject).toBe('თქვენი ბილეთები: საცდელი კონცერტი')
  expect(mail.html + mail.text).not.toContain('ნინო')
  expect(mail.text).toMatch(/\n[^\n]*\/tickets\//)
  expect(mail.text).not.toContain('/en/tickets/')
})

test('a refused email is an error for the queue, and the repeat carries the same Message-ID', async () => {
  const email = 'letter-again@example.com'
  const { order } = await buyTickets(shop, { placeIds: [5], email })
  const write = () => writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  mailbox.misbehave({ refuseNext: 1, refuseCode: 451, refuseAt: 'data' })
  await expect(write()).rejects.toThrow('451')
  expect(mailbox.list({ to: email })).toEqual([])
  await write()
  await write()
  const ids = mailbox.list({ to: email }).map(({ messageId }) => messageId)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('the order is confirmed whatever became of its tickets meanwhile, without codes of other holders', async () => {
  const email = 'letter-fates@example.com'
  const { order } = await buyTickets(shop, { placeIds: [15, 16, 17, 18], email, locale: 'en' })
  const { db } = shop.context
  const write = () => writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  const ids = (await readTicketStates(shop.context, order.id, { isLocked: false })).map(
    ({ id }) => id,
  )
  const become = (index: number, values: object) =>
    db
      .updateTable('ticket')
      .set(values)
      .where('id', '=', ids[index] ?? 0)
      .execute()
  await become(0, { holder_session_id: order.sessionId, issue_number: 2 })
  await become(1, { status: ticketStatus.Inactive })
  await become(2, { status: ticketStatus.RefundedForResellingToTKT })
  await write()
  const some = await received(email)
  expect(some.subject).toBe('Your tickets: Test concert')
  for (const body of [some.text, some.html]) {
    expect(body).toContain('One ticket has been passed on')
    expect(body).toContain('One ticket has been returned')
    expect(body).toContain('One ticket has been sold back to us')
    expect(body).toContain('The ticket is attached as a PDF')
    expect(body).not.toContain('One ticket is no longer valid')
  }
  const pdf = await attachment(email, 0)
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await become(3, { holder_session_id: order.sessionId, issue_number: 2 })
  await db
    .updateTable('orders')
    .set({ status: orderStatus.Transferred })
    .where('id', '=', order.id)
    .execute()
  await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' })
  await write()
  const none = await received(email)
  expect(none.subject).toBe('Your order: Test concert')
  expect(none.text).toContain('Your order is confirmed')
  expect(none.text).toContain('2 tickets have been passed on')
  expect(none.text).toMatch(/Open the order: .*\/en\/tickets\//)
  expect(none.attachments.every(({ inline }) => inline)).toBe(true)
})

test('an order without tickets gets no email', async () => {
  const email = 'letter-none@example.com'
  const { order } = await buy(shop, { placeIds: [7], email })
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, shop.ports)
  expect(mailbox.list({ to: email })).toEqual([])
})

test('the email about returned money names the amount that was taken', async () => {
  const email = 'letter-refund@example.com'
  const { order } = await buy(shop, { placeIds: [9], email, locale: 'en' })
  const { db, random, clock } = shop.context
  const paymentId = random.uuid()
  const refundId = random.uuid()
  const now = clock.now()
  await db
    .insertInto('payment')
    .values({
      id: paymentId,
      order_key: order.orderKey,
      provider: 2,
      amount_minor: 5_250,
      currency: 'GEL',
      captured_minor: 5_999,
      captured_currency: 'GEL',
      state: 'refunding',
      callback_key: refundId,
      created_at: now,
      expires_at: now,
    })
    .execute()
  await db
    .insertInto('refund')
    .values({
      id: refundId,
      payment_id: paymentId,
      amount_minor: 5_999,
      reason: 'late',
      idempotency_key: refundId,
      state: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
  await writeRefundEmail(shop.context, mailer, { orderId: order.id, refundId }, shop.ports)
  const mail = await received(email)
  expect(mail.subject).toContain(order.orderNumber)
  expect(mail.text).toMatch(/59\.99\s₾/)
  expect(mail.text).toContain(`Open the order: http://localhost:3000/en/tickets/${order.orderKey}/`)
  expect(mail.messageId).toContain(`refund-${refundId}`)
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['bileti.png'])
  const done = () => writeRefundDoneEmail(shop.context, mailer, { refundId }, shop.ports)
  await done()
  await done()
  const [newest, ...before] = mailbox.list({ to: email })
  expect(newest?.subject).toMatch(/^Your money is back: 59\.99\s₾$/)
  expect([newest, ...before].map((each) => each?.messageId?.includes('refund-done'))).toEqual([
    true,
    true,
    false,
  ])
  expect(new Set([newest, ...before].map((each) => each?.messageId)).size).toBe(2)
})

test('a buyer whose card was declined is notified once that nothing was taken and where to retry', async () => {
  const email = 'letter-unpaid@example.com'
  const { order } = await buy(shop, { placeIds: [11], email, locale: 'en' })
  const { db, clock } = shop.context
  const write = () => writeUnpaidEmail(shop.context, mailer, { orderId: order.id })
  const become = (values: object) =>
    db.updateTable('orders').set(values).where('id', '=', order.id).execute()
  await write()
  expect(mailbox.list({ to: email })).toEqual([])
  const deadline_at = new Date(clock.now().getTime() + 600_000)
  await become({ status: orderStatus.Failed, deadline_at })
  await write()
  const mail = await received(email)
  expect(mail.subject).toBe(`Your payment did not go through: order ${order.orderNumber}`)
  expect(mail.messageId).toContain(`unpaid-${order.orderNumber.toLowerCase()}@`)
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('No money was taken')
    expect(body).toContain('kept for you until 14:10')
    expect(body).toContain(`/en/checkout/${order.orderKey}/result`)
  }
  await become({ status: orderStatus.Timeout, deadline_at: clock.now() })
  await write()
  expect(mailbox.list({ to: email })[0]?.subject).toContain('the time for paying ran out')
  const other = await buy(shop, { placeIds: [12], email: 'letter-again-2@example.com' })
  await db
    .updateTable('orders')
    .set({ retry_of: order.id })
    .where('id', '=', other.order.id)
    .execute()
  await write()
  expect(mailbox.list({ to: email })).toHaveLength(2)
})

test('each order is reminded once on the day before, unless its buyer has unsubscribed', async () => {
  const { context, ports } = shop
  const email = 'reminder@example.com'
  const event = await makeEvent(context)
  const there = { ...shop, event }
  const { order } = await buyTickets(there, { placeIds: [1, 2], email, locale: 'en' })
  const passed = await buyTickets(there, { placeIds: [3], email: 'passed@example.com' })
  const { db, clock } = context
  const now = clock.now()
  const { starts_at } = await db
    .selectFrom('event')
    .select('starts_at')
    .where('id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ticket')
    .set({ holder_session_id: order.sessionId })
    .where('order_id', '=', passed.order.id)
    .execute()
  try {
    clock.set(new Date(starts_at.getTime() - 25 * 3_600_000))
    expect(await remindOfTomorrow(context, ports)).toBe(0)
    clock.set(new Date(starts_at.getTime() - 23 * 3_600_000))
    const rounds = await Promise.all([
      remindOfTomorrow(context, ports),
      remindOfTomorrow(context, ports),
    ])
    expect(await remindOfTomorrow(context, ports)).toBe(0)
    const { rows } = await sql<{ data: { orderId: number; source: string; itemId: number } }>`
      select data from pgboss.job where name = 'reminder-letter'`.execute(db)
    expect(rows).toHaveLength(rounds[0] + rounds[1])
    const own = rows.map(({ data }) => data).filter(({ itemId }) => itemId === event.eventId)
    expect(own).toEqual([
      {
        orderId: order.id,
        source: 'event',
        itemId: event.eventId,
        startsAt: starts_at.toISOString(),
      },
    ])
    const [job] = own
    if (!job) throw new Error('There is a job')
    await writeReminder(context, mailer, job, ports)
    const mail = await received(email)
    expect(mail.subject).toBe('Tomorrow: Test concert')
    expect(mail.messageId).toContain(`reminder-${order.orderNumber.toLowerCase()}`)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Stalls, row 1, seat 2')
      expect(body).toMatch(/\/en\/tickets\/[\w-]+\/[\w-]+#reminders/)
    }
    const link = /\/en\/tickets\/([\w-]+)\/([\w-]+)/.exec(mail.text)
    const key = { orderKey: link?.[1] ?? '', token: link?.[2] ?? '' }
    const visitor = { kind: 'visitor' } as const
    const say = (isOn: boolean, token = key.token) =>
      shop.send(visitor, saveReminders, { body: { ...key, token, isOn } })
    const opened = () => shop.send(visitor, guestOrder, { params: key })
    expect(await say(false, 'guessed')).toMatchObject({ code: 'OrderNotFound' })
    expect(await opened()).toMatchObject({ ok: true, value: { isReminded: true } })
    expect(await say(false)).toMatchObject({ ok: true, value: { isOn: false } })
    expect(await opened()).toMatchObject({ ok: true, value: { isReminded: false } })
    await writeReminder(context, mailer, job, ports)
    expect(mailbox.list({ to: email })).toHaveLength(1)
    await say(true)
    await writeReminder(context, mailer, job, ports)
    expect(mailbox.list({ to: email })).toHaveLength(2)
  } finally {
    clock.set(now)
  }
})
