/**
 * Goal: of many concurrent acceptances of one link, and of a transfer, a scan and a return of one ticket, exactly one
 * succeeds; emails and SMS report the result once. Method: concurrent requests on a real database; the demo mailbox and
 * phones.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { makeGuest } from '#modules/events/tests/factories.ts'
import type { Actor } from '#platform/context.ts'
import { openMailer, type Mailer } from '#platform/mail/mail.ts'
import type { ShortMessage } from '#platform/sms/sms.ts'
import { makeRule } from '#modules/sale-rules/tests/factories.ts'
import { getTickets } from '../contract.ts'
import * as passing from '../transfer-contract.ts'
import { writeTransferMessage } from '../server/public-api.ts'
import type { TransferMessage } from '../server/transfer/jobs.ts'
import { firstNameOf } from '../server/transfer/transfer-labels.ts'
import { buyTickets, identifierOf, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let mailbox: MailboxFake
let mailer: Mailer
const shortMessages: ShortMessage[] = []

beforeAll(async () => {
  shop = await openTicketShop()
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
  const { eventId } = shop.event
  await makeRule(shop.context, 'given-tickets', { eventId }, { areSoldAgain: false })
})
afterAll(async () => {
  mailer.close()
  await mailbox.stop()
  await shop.close()
})

async function handOver(placeId: number) {
  const { actor, order } = await buyTickets(shop, { placeIds: [placeId] })
  const ticketIdentifier = await identifierOf(shop, actor)
  const body = { ticketIdentifier, handsOver: true }
  const made = await shop.send(actor, passing.createShareUrl, { body })
  if (!made.ok) throw new Error(made.code)
  return { actor, order, ticketIdentifier, token: made.value.ticketShareToken ?? '' }
}

const take = (actor: Actor, token: string) =>
  shop.send(actor, passing.takeOverTickets, { body: { token } })

async function manyGuests(count: number): Promise<Actor[]> {
  const { rows } = await sql<{ id: string }>`
    insert into session (id, token_hash, kind, expires_at)
    select gen_random_uuid(), sha256(('racer ' || n)::bytea), 'guest', ${shop.context.clock.now()}
    from generate_series(1, ${count}) n returning id`.execute(shop.context.db)
  return rows.map(({ id }) => ({ kind: 'guest', sessionId: id }))
}

test('a hundred take one link over: one of them has the ticket', async () => {
  const { token, ticketIdentifier } = await handOver(1)
  const answers = await Promise.all((await manyGuests(100)).map((guest) => take(guest, token)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const refusals = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.code])))
  expect([...refusals]).toEqual(['TicketShareEnded'])
  const row = await shop.context.db
    .selectFrom('ticket')
    .select('issue_number')
    .where('identifier', '=', ticketIdentifier)
    .executeTakeFirstOrThrow()
  expect(row.issue_number).toBe(2)
})

test('a transfer, a scan and a gift back of one ticket compete: one of them succeeds', async () => {
  const receiver = await makeGuest(shop.context)
  for (let placeId = 2; placeId < 18; placeId += 1) {
    const { actor, token, ticketIdentifier } = await handOver(placeId)
    const scan = sql`
      update ticket set used_at = now() where identifier = ${ticketIdentifier} and status = 1
        and used_at is null and issue_number = 1`
    const give = { body: { ticketIdentifier, confirm: true as const } }
    const attempts = [
      () => take(receiver, token).then(({ ok }) => ok),
      () => scan.execute(shop.context.db).then(({ numAffectedRows }) => numAffectedRows === 1n),
      () => shop.send(actor, passing.donateToOrganizer, give).then(({ ok }) => ok),
    ]
    // Each goes first in turn.
    const turned = [...attempts.slice(placeId % 3), ...attempts.slice(0, placeId % 3)]
    const outcomes = await Promise.all(turned.map((attempt) => attempt()))
    expect(outcomes.filter(Boolean), `place ${placeId}`).toHaveLength(1)
  }
})

test('a used ticket can be neither shared nor given; what the organiser keeps stays closed', async () => {
  const { actor, ticketIdentifier } = await handOver(18)
  const identified = { ticketIdentifier }
  await sql`update ticket set used_at = now() where identifier = ${ticketIdentifier}`.execute(
    shop.context.db,
  )
  for (const call of [passing.createShareUrl, passing.donateToOrganizer] as const) {
    const body = { ...identified, confirm: true } as never
    expect(await shop.send(actor, call, { body })).toMatchObject({ ok: false, code: 'TicketUsed' })
  }
  const other = await handOver(19)
  const body = { ticketIdentifier: other.ticketIdentifier, confirm: true as const }
  const given = await shop.send(other.actor, passing.donateToOrganizer, { body })
  expect(given).toMatchObject({ ok: true, value: { backOnSale: 0 } })
})

/** Sends the queued messages about transfers, as the worker does. */
async function writeWaiting(): Promise<TransferMessage[]> {
  const { rows } = await sql<{ data: TransferMessage }>`
    delete from pgboss.job where name = 'passing-message' returning data`.execute(shop.context.db)
  const sms = { send: async (message: ShortMessage) => void shortMessages.push(message) }
  for (const { data } of rows) {
    await writeTransferMessage(shop.context, { mailer, sms }, data, shop.ports)
  }
  return rows.map(({ data }) => data)
}

async function emailTo(to: string): Promise<{ subject: string; text: string; html: string }> {
  const { id } = await mailbox.waitFor(to)
  const response = await fetch(`${mailbox.url}/api/messages/${id}`)
  return (await response.json()) as { subject: string; text: string; html: string }
}

test('giver and receiver are written to: given, taken, theirs; the queue holds no token', async () => {
  await writeWaiting()
  const buyerMail = 'giver@example.com'
  const { actor } = await buyTickets(shop, { placeIds: [20], email: buyerMail })
  const ticketIdentifier = await identifierOf(shop, actor)
  const email = 'given-to@example.com'
  const body = { ticketIdentifier, email }
  const given = await shop.send(actor, passing.donateTickets, { body })
  expect(given.ok).toBe(true)
  const queued = await writeWaiting()
  expect(queued).toMatchObject([{ news: 'shared', locale: 'en' }])
  const mail = await emailTo(email)
  expect(mail.subject).toBe('ნინო is giving you a ticket: Test concert')
  expect(`${mail.text} ${mail.html}`).not.toMatch(/Beridze|giver@|555 123|BLT1/)
  const token = /\/en\/tickets\/shared\/([\w-]+)/.exec(mail.text)?.[1] ?? ''
  expect(JSON.stringify(queued)).not.toContain(token)

  const receiver = await makeGuest(shop.context)
  expect((await take(receiver, token)).ok).toBe(true)
  await writeWaiting()
  expect((await emailTo(buyerMail)).subject).toBe('Your ticket was accepted: Test concert')
  const received = mailbox
    .list({ to: email })
    .find(({ subject }) => subject.startsWith('Your ticket'))
  expect(received).toBeDefined()
  const list = await shop.send(receiver, getTickets)
  expect(list.ok && list.value.tickets).toHaveLength(1)
})

test('a short message brings the link, and another reports that it was revoked', async () => {
  const { actor } = await buyTickets(shop, { placeIds: [21], buyerName: '<b>WIN</b> http://x.ge' })
  const ticketIdentifier = await identifierOf(shop, actor)
  const body = { ticketIdentifier, phone: '+995 555 777 888' }
  await shop.send(actor, passing.donateTickets, { body })
  await writeWaiting()
  await shop.send(actor, passing.unshareTickets, { body: { ticketIdentifier } })
  await writeWaiting()
  const texts = shortMessages.filter(({ to }) => to === '+995555777888').map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/Someone is giving you a ticket, Test concert.+\/tickets\/shared\//)
  expect(texts[1]).toMatch(/has taken back/)
  expect(texts.join()).not.toMatch(/WIN|x\.ge/)
})

test('only a name is called a name', () => {
  expect(['ნინო Beridze', "D'Arc", 'Anna-Maria X'].map(firstNameOf)).toEqual([
    'ნინო',
    "D'Arc",
    'Anna-Maria',
  ])
  for (const name of ['<b>x', 'www.x.ge', 'call555', '', 'x'.repeat(41)])
    expect(firstNameOf(name)).toBe('')
})
