/**
 * Goal: nobody can have the shop fill a stranger's mailbox, whatever calls and sessions are used, while what is paid for
 * is sent. Method: the whole shop with the default budgets of emails; the jobs that the calls leave in the queue.
 */
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boundsOf } from '#platform/bounds.ts'
import { readConfig } from '#platform/config.ts'
import { mailboxOf, takeMail } from '#modules/accounts/server/public-api.ts'
import { askForEmail } from '../../src/modules/accounts/server/commands/change-email.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { openStaffSession } from '../../src/modules/staff/server/sessions.ts'
import { choiceOf, purchase } from './purchases.ts'
import { buyer, openHostileShop, type Answer, type HostileShop } from './shop.ts'

const bounds = boundsOf(readConfig({}))
const perHour = bounds.mail.stranger.hour

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop({ MAIL_PER_ADDRESS: '8/12', SIGN_IN_MAIL_PER_ADDRESS: '4/8' })
})
afterAll(() => shop.close())

async function jobs(name: string): Promise<number> {
  const { rows } = await shop.context.db.executeQuery<{ count: string }>(
    CompiledQuery.raw(`select count(*) as count from pgboss.job where name = $1`, [name]),
  )
  return Number(rows[0]?.count)
}

const hour = 3_600_000

/** A new guest orders a place without a price for an address. */
async function orderFree(email: string): Promise<void> {
  const event = await shop.event({ zonePricesMinor: { a: 0 } })
  const token = await shop.guest()
  const chosen = await shop.post(
    '/v2/Booking/choose-seat',
    choiceOf({ event, placeIds: [1] }),
    token,
  )
  const { orderKey } = chosen.body
  const details = { orderKey, buyer: { ...buyer, email }, acceptTerms: true }
  expect((await shop.post('/v2/orders/checkout', details, token)).status).toBe(200)
  const done = await shop.post('/v2/orders/complete', { orderKey }, token)
  expect(done).toMatchObject({ status: 200 })
  expect((await shop.get('/v2/tickets', token)).body.tickets).toHaveLength(1)
}

it('requests of ever new guests write to a mailbox a few times an hour, however it is spelled', async () => {
  for (let n = 0; n < perHour + 4; n += 1) {
    const { eventId } = await shop.event()
    const email = n % 2 ? `Victim+${n}@example.com` : 'victim@example.com'
    const { name, phone } = buyer
    const request = { eventId, name, phone, email, quantity: 1 }
    // The request itself is kept, and nothing is told about the address.
    expect((await shop.post('/v2/events/request', request)).status).toBe(200)
  }
  expect(await jobs('purchase-request-letter')).toBe(perHour)
})

it('other kinds share that budget: orders without a price, links', async () => {
  const before = await jobs('ticket-letter')
  await orderFree('victim@example.com')
  expect(await jobs('ticket-letter')).toBe(before)
  await orderFree('somebody@example.com')
  expect(await jobs('ticket-letter')).toBe(before + 1)
  const token = await shop.guest()
  const request = { event: await shop.event(), placeIds: [21] }
  const { ticketIdentifiers } = await purchase(shop, { token, station: 'paid', request })
  const share = (email: string) =>
    shop.post('/v2/tickets/share', { ticketIdentifier: ticketIdentifiers[0], email }, token)
  expect((await share('victim@example.com')).body.error.code).toBe('TooManyRequests')
  expect((await share('another@example.com')).status).toBe(200)
})

it('what is paid for is sent', async () => {
  const before = await jobs('ticket-letter')
  const email = 'victim@example.com'
  await shop.context.db.updateTable('sms_budget').set({ most: 1_000, sent: 1_000 }).execute()
  const guest = { ...shop.context.as({ kind: 'visitor' }), bounds }
  expect(await takeMail(guest, email)).toBe(false)
  const request = { event: await shop.event(), placeIds: [21] }
  await purchase(shop, { token: await shop.guest(), station: 'paid', request })
  expect(await jobs('ticket-letter')).toBe(before + 1)
})

it('the emails of sign-up and forgotten passwords have a budget of their own, and the answer never differs', async () => {
  const email = 'victim@example.com'
  for (let n = 0; n < 8; n += 1) {
    const answer = await shop.post('/v2/auth/password/reset-request', { email })
    expect([answer.status, answer.body]).toEqual([200, { sent: true }])
    await shop.context.db.executeQuery(
      CompiledQuery.raw(
        "update pgboss.job set state = 'completed' where name = 'password-reset-letter'",
      ),
    )
  }
  expect(await jobs('password-reset-letter')).toBe(bounds.mail.account.hour)
})

/** Sends until the budget of an address is spent; returns how many were accepted. */
async function acceptedOf(send: () => Promise<Answer>): Promise<number> {
  for (let n = 0; n <= perHour; n += 1) {
    const answer = await send()
    if (answer.status !== 200) {
      expect(answer.body.error.code).toBe('TooManyRequests')
      return n
    }
    await shop.context.db.executeQuery(
      CompiledQuery.raw("update pgboss.job set state = 'completed'"),
    )
  }
  return perHour + 1
}

it('an organiser’s team, and customers who name addresses as theirs, share that budget', async () => {
  const { merchantId } = await shop.event()
  const password = 'a heron on the Mtkvari'
  const owner = await makeStaff(shop.context, { merchantId, password })
  const { token } = await openStaffSession(shop.context, owner.staffId, 'test')
  const invited = await acceptedOf(async () => {
    const body = { email: 'invited@example.com', role: 'scanner', password }
    const made = await shop.post('/v2/merchantusers/team/invite', body, token)
    if (made.status !== 200) return made
    const { invitationId } = made.body
    const withdrawal = { invitationId, password }
    return shop.post('/v2/merchantusers/team/invitations/withdraw', withdrawal, token)
  })
  expect(invited).toBe(perHour)
  const customer = await shop.customer()
  const domain = 'students.example.com'
  await shop.context.db
    .insertInto('student_domain')
    .values({ domain, institution: JSON.stringify({ ka: 'U', en: 'U' }) })
    .execute()
  const studentEmail = `victim@${domain}`
  expect(
    await acceptedOf(() => shop.post('/v2/auth/verifystudent', { studentEmail }, customer)),
  ).toBe(perHour)
  const paid = { event: await shop.event(), placeIds: [21] }
  const { orderNumber } = await purchase(shop, {
    token: await shop.guest(),
    station: 'paid',
    request: paid,
  })
  const seller = await shop.staff(paid.event.merchantId)
  expect(
    await acceptedOf(() => shop.post('/v2/merchantusers/orders/resend', { orderNumber }, seller)),
  ).toBe(perHour)
  // The budget of the buyer's address is spent now: nobody is told of an order that somebody leaves unpaid with it.
  const before = await jobs('unpaid-letter')
  const request = { event: await shop.event(), placeIds: [22] }
  await purchase(shop, { token: await shop.guest(), station: 'declined', request })
  expect(await jobs('unpaid-letter')).toBe(before)
})

it('a new address of an account is written to within the budget', async () => {
  const { context } = shop
  const id = context.random.uuid()
  await context.db
    .insertInto('customer')
    .values({ id, email: 'changing@example.com', activated_at: context.clock.now() })
    .execute()
  const actor = { kind: 'customer', sessionId: context.random.uuid(), customerId: id } as const
  const customer = { ...context.as(actor), bounds }
  const answers = []
  for (let n = 0; n <= perHour; n += 1)
    answers.push((await askForEmail(customer, `new+${n}@example.com`)).ok)
  expect(answers).toEqual([...Array(perHour).fill(true), false])
})

it('a customer’s own address has no budget, and every hour and day a new one begins', async () => {
  const { context } = shop
  const as = (actor: Parameters<typeof context.as>[0]) => ({ ...context.as(actor), bounds })
  const customerId = context.random.uuid()
  const email = 'own@example.com'
  await context.db
    .insertInto('customer')
    .values({ id: customerId, email, activated_at: context.clock.now() })
    .execute()
  const owner = as({ kind: 'customer', sessionId: context.random.uuid(), customerId })
  const stranger = as({ kind: 'visitor' })
  for (let n = 0; n < 2 * perHour; n += 1) expect(await takeMail(owner, email)).toBe(true)
  for (let n = 0; n < perHour; n += 1) expect(await takeMail(stranger, email)).toBe(true)
  expect(await takeMail(stranger, email)).toBe(false)
  expect(await takeMail(owner, email)).toBe(true)
  const later = new Date(context.clock.now().getTime() + 25 * hour)
  expect(await takeMail({ ...stranger, clock: { now: () => later } }, email)).toBe(true)
})

it('one mailbox has one name', () => {
  for (const spelling of ['N.ino@gmail.com', 'nino+1@Gmail.com', ' nino@gmail.com'])
    expect(mailboxOf(spelling)).toBe('nino@gmail.com')
  expect(mailboxOf('n.ino@example.com')).toBe('n.ino@example.com')
})
