/**
 * Goal: an invited person pays an order unchanged and can do nothing more; an invited companion finds one ticket
 * behind the same link; revoked invitations stop working. Method: the whole shop over HTTP with a bank that uses the
 * real protocol.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import {
  claimInvitations,
  eraseInvitations,
  exportInvitations,
  eraseInvitedRecipients,
  reserveTicketsOf,
  writeInvitation,
} from '#modules/invitations/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { ShortMessage } from '#platform/sms/sms.ts'
import { expectOk, purchase } from '../../../../tests/hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let event: MadeEvent
let place = 0

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event({ placesPerOrderMax: 100 })
})
afterAll(() => shop.close())

async function orderOf(station: 'checkout' | 'paid', count = 1) {
  const token = await shop.customer()
  const placeIds = Array.from({ length: count }, () => (place += 1))
  return purchase(shop, { token, station, request: { event, placeIds } })
}
type Bought = Awaited<ReturnType<typeof orderOf>>

const tokenIn = (url: string) => url.split('/').at(-1) ?? ''

async function invite({ orderKey, token }: Bought, purpose: 'pay' | 'join', to: object = {}) {
  const made = await expectOk(shop.post('/v2/orders/invite', { orderKey, purpose, ...to }, token))
  return { id: String(made.invitationId), link: tokenIn(String(made.url)) }
}

const look = async (link: string, token?: string) =>
  (await shop.get(`/v2/invitations/${link}`, token)).body
const finish = async (link: string, token?: string) =>
  (await shop.post('/v2/invitations/finish', { token: link }, token)).body
const pay = (link: string, totalMinor: number, token: string) =>
  shop.post(
    '/v2/invitations/pay',
    { token: link, provider: 2, totalMinor, name: 'Giorgi K.' },
    token,
  )
const accept = (link: string, token: string) =>
  shop.post('/v2/invitations/accept', { token: link, name: 'Giorgi' }, token)
const states = async ({ orderKey, token }: Bought) =>
  (await expectOk(shop.get(`/v2/orders/invitations?orderKey=${orderKey}`, token))).invitations.map(
    ({ state, name }: { state: string; name: string }) => [state, name].join(' ').trim(),
  )
const statusOf = async (orderKey: string) => (await findOrder(shop.context, { orderKey }))?.status

test('an invited payer sees what they pay for, pays once, and has no other power', async () => {
  const order = await orderOf('checkout', 2)
  const { link } = await invite(order, 'pay')
  const [payer, other] = [await shop.guest(), await shop.guest()]
  const shown = await shop.get(`/v2/invitations/${link}`, payer)
  expect(shown.body).toMatchObject({
    state: 'open',
    inviterName: 'Nino',
    ticketCount: 2,
    total: { amount: order.total, currency: 'GEL' },
    paymentWays: [{ provider: 2 }, { provider: 3 }],
  })
  for (const secret of [buyer.email, buyer.phone, 'Beridze', order.orderKey, order.orderNumber])
    expect(shown.text).not.toContain(secret)

  expect((await pay(link, order.total - 1, payer)).body.error.code).toBe('QuoteChanged')
  const crypto = { token: link, provider: 4, totalMinor: order.total }
  const refused = await shop.post('/v2/invitations/pay', crypto, payer)
  expect(refused.body.error.code).toBe('PaymentProviderNotAvailable')
  const begun = await expectOk(pay(link, order.total, payer))
  expect(await expectOk(pay(link, order.total, payer))).toEqual(begun)
  expect((await pay(link, order.total, other)).body.error.code).toBe('PaymentInProgress')
  expect((await look(link, payer)).state).toBe('yours')
  expect(await look(link, other)).toMatchObject({ state: 'busy', payment: null })
  expect(await states(order)).toEqual(['paying Giorgi'])

  const { orderKey } = order
  for (const [path, body] of [
    ['/v2/orders/unreserve', { orderKey }],
    ['/v2/orders/checkout', { orderKey, buyer, acceptTerms: true }],
    ['/groot/Orders/create-payment', { orderKey, provider: 2 }],
    ['/v2/orders/invite', { orderKey, purpose: 'join' }],
    ['/v2/payments/tpay/finish', { orderKey }],
  ] as const)
    expect((await shop.post(path, body, payer)).body.error.code).toBe('OrderNotFound')
  expect((await shop.get(`/v2/orders/details?orderKey=${orderKey}`, payer)).status).toBe(404)

  shop.bank.pay(tokenIn(begun.redirectUrl), { kind: 'approve' })
  expect(await finish(link, payer)).toMatchObject({ state: 'paid', payment: { state: 'captured' } })
  expect(await look(link, other)).toMatchObject({ state: 'paid', payment: null })
  expect(await states(order)).toEqual(['paid Giorgi'])
  const tickets = async (token: string) => (await shop.get('/v2/tickets', token)).body.tickets
  expect(await tickets(order.token)).toHaveLength(2)
  expect(await tickets(payer)).toHaveLength(0)
  expect((await pay(link, order.total, payer)).status).toBe(409)
})

test('a payer names no bank: the shop chooses who charges the card', async () => {
  const order = await orderOf('checkout')
  const { link } = await invite(order, 'pay')
  const unnamed = { token: link, totalMinor: order.total }
  const begun = await expectOk(shop.post('/v2/invitations/pay', unnamed, await shop.guest()))
  expect(begun.redirectUrl).toMatch(/^http/)
  expect(await states(order)).toEqual(['paying'])
})

test('after a refused card the payer tries again; the owner’s order is the repeat', async () => {
  const order = await orderOf('checkout')
  const { link } = await invite(order, 'pay')
  const payer = await shop.guest()
  const first = await expectOk(pay(link, order.total, payer))
  shop.bank.pay(tokenIn(first.redirectUrl), { kind: 'decline', resultCode: 'decline_general' })
  expect(await finish(link, payer)).toMatchObject({
    state: 'declined',
    payment: { state: 'declined' },
  })
  const second = await expectOk(pay(link, order.total, payer))
  expect(second.redirectUrl).not.toBe(first.redirectUrl)
  shop.bank.pay(tokenIn(second.redirectUrl), { kind: 'approve' })
  expect((await finish(link, payer)).state).toBe('paid')
  expect((await shop.get('/v2/tickets', order.token)).body.tickets).toHaveLength(1)
})

test('a revoked link is not found, except by a payer who is already at the bank', async () => {
  const order = await orderOf('checkout')
  const { id, link } = await invite(order, 'pay')
  const payer = await shop.guest()
  const begun = await expectOk(pay(link, order.total, payer))
  const revoke = { orderKey: order.orderKey, invitationId: id }
  expect(
    (await shop.post('/v2/orders/invitations/revoke', revoke, await shop.guest())).status,
  ).toBe(404)
  await expectOk(shop.post('/v2/orders/invitations/revoke', revoke, order.token))
  expect((await shop.get(`/v2/invitations/${link}`)).status).toBe(404)
  expect((await pay(link, order.total, await shop.guest())).status).toBe(404)
  shop.bank.pay(tokenIn(begun.redirectUrl), { kind: 'approve' })
  // The bank was asked a moment ago.
  shop.context.clock.advance(3)
  expect((await finish(link, payer)).state).toBe('paid')
})

test('an invitation to pay needs all that paying asks for', async () => {
  const token = await shop.customer()
  const request = { event, placeIds: [(place += 1)] }
  const { orderKey } = await purchase(shop, { token, station: 'draft', request })
  const answer = await shop.post('/v2/orders/invite', { orderKey, purpose: 'pay' }, token)
  expect(answer.body.error.code).toBe('BuyerDetailsMissing')
})

test('an accepted invitation shows one ticket behind its link; a hundred concurrent requests are one', async () => {
  const order = await orderOf('checkout', 2)
  const [first, second] = [await invite(order, 'join'), await invite(order, 'join')]
  const third = { orderKey: order.orderKey, purpose: 'join' }
  const full = await shop.post('/v2/orders/invite', third, order.token)
  expect(full.body.error.code).toBe('InvitationsUsedUp')
  expect((await accept(first.link, order.token)).body.error.code).toBe('Forbidden')

  const crowd = await Promise.all(Array.from({ length: 100 }, () => shop.guest()))
  const answers = await Promise.all(crowd.map((guest) => accept(first.link, guest)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const codes = answers.flatMap(({ body }) => body.error?.code ?? [])
  expect([...new Set(codes)]).toEqual(['InvitationTaken'])
  const guest = crowd[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await look(first.link, guest)).toMatchObject({
    state: 'accepted',
    lines: [],
    total: null,
    ticketPath: null,
  })
  expect((await look(first.link, await shop.guest())).state).toBe('taken')
  const late = await shop.guest()
  await expectOk(accept(second.link, late))

  const payment = { orderKey: order.orderKey, provider: 2 }
  const begun = await expectOk(shop.post('/groot/Orders/create-payment', payment, order.token))
  shop.bank.pay(tokenIn(begun.redirectUrl), { kind: 'approve' })
  const { orderKey } = order
  await expectOk(shop.post('/v2/payments/tpay/finish', { orderKey }, order.token))
  const { id: orderId } = (await findOrder(shop.context, { orderKey })) ?? { id: 0 }
  const ports = shop.ports.invite.invitations
  await Promise.all([1, 2].map(() => reserveTicketsOf(shop.context, ports, { orderId })))
  expect(await states(order)).toEqual(['ready Giorgi', 'ready Giorgi'])
  const paths = [await look(first.link, guest), await look(second.link, late)]
  expect(new Set(paths.map(({ ticketPath }) => ticketPath)).size).toBe(2)
  const token = tokenIn(String(paths[0]?.ticketPath))
  await expectOk(shop.post('/v2/tickets/take-over', { token }, guest))
  expect((await look(first.link, guest)).state).toBe('received')
  expect((await shop.get('/v2/tickets/received', guest)).body.tickets).toHaveLength(1)

  const tooLate = { orderKey, invitationId: first.id }
  const kept = await shop.post('/v2/orders/invitations/revoke', tooLate, order.token)
  expect(kept.body.error.code).toBe('TicketPassedOn')
  const revoke = { orderKey, invitationId: second.id }
  await expectOk(shop.post('/v2/orders/invitations/revoke', revoke, order.token))
  expect((await shop.get(`/v2/invitations/${second.link}`, late)).status).toBe(404)
  const gone = { token: tokenIn(String(paths[1]?.ticketPath)) }
  expect((await shop.post('/v2/tickets/take-over', gone, late)).status).toBe(410)

  const again = await invite(order, 'join')
  expect(await expectOk(accept(again.link, late))).toMatchObject({ state: 'ready' })
})

test('emails and short messages go out once, and count with shared tickets', async () => {
  const order = await orderOf('paid', 2)
  const email = 'guest@example.com'
  const { id } = await invite(order, 'join', { email })
  const phoned = await invite(order, 'join', { phone: '+995555987654' })
  const [ticketIdentifier] = order.ticketIdentifiers
  const share = await shop.post('/v2/tickets/share', { ticketIdentifier, email }, order.token)
  expect(share.body.error.code).toBe('TooManyRequests')
  const mails: Email[] = []
  const messages: ShortMessage[] = []
  const senders = {
    mailer: { send: async (mail: Email) => void mails.push(mail), close: () => undefined },
    sms: { send: async (message: ShortMessage) => void messages.push(message) },
  }
  const ports = shop.ports.invite.invitations
  for (const [invitationId, locale] of [
    [id, 'ka'],
    [phoned.id, 'en'],
  ] as const)
    await writeInvitation(shop.context, senders, { invitationId, locale }, ports)
  expect(mails[0]).toMatchObject({ to: email, subject: 'Nino გეპატიჟებათ' })
  // What it is about is on lines of its own: none ends with a dot.
  expect(mails[0]?.html).toMatch(/<div [^>]*font-weight:bold[^>]*>საცდელი კონცერტი<\/div>/)
  expect(mails[0]?.html?.replaceAll('\u00a0·\u00a0', '')).not.toContain('·')
  const link = tokenIn(/http\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
  expect((await look(link)).state).toBe('open')
  expect(messages[0]).toMatchObject({ to: '+995555987654' })
  expect(messages[0]?.text).toMatch(/^Bileti: Nino invites you along, .+ http\S+\/en\/invite\/\S+$/)

  // The guest accepts, signs in and deletes their account: name and address are erased, the ticket remains available.
  const guest = await shop.guest()
  await expectOk(accept(link, guest))
  const row = await shop.context.db
    .selectFrom('order_invitation')
    .select(['taker_session_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const customerId = shop.context.random.uuid()
  await shop.context.db.insertInto('customer').values({ id: customerId, email }).execute()
  await claimInvitations(shop.context, row.taker_session_id ?? '', customerId)
  const actor = { kind: 'customer', customerId, sessionId: row.taker_session_id ?? '' } as const
  const kept = await exportInvitations({ ...shop.context, actor })
  expect(kept.acceptedInvitations).toMatchObject([{ name: 'Giorgi' }])
  await eraseInvitations(shop.context, { customerId, email })
  expect((await states(order)).toSorted()).toEqual(['open', 'ready'])
  const text = JSON.stringify(
    await shop.context.db.selectFrom('order_invitation').selectAll().where('id', '=', id).execute(),
  )
  expect(text).not.toContain(email)
  const revoke = { orderKey: order.orderKey, invitationId: phoned.id }
  await expectOk(shop.post('/v2/orders/invitations/revoke', revoke, order.token))
  await writeInvitation(shop.context, senders, { invitationId: phoned.id, locale: 'en' }, ports)
  expect(messages).toHaveLength(1)
  expect(await eraseInvitedRecipients(shop.context)).toBe(0)
})

test('the hold ends while the payer is at the bank: late money buys the places that are still free', async () => {
  const order = await orderOf('checkout')
  const { link } = await invite(order, 'pay')
  const payer = await shop.guest()
  const begun = await expectOk(pay(link, order.total, payer))
  shop.context.clock.advance(3_600)
  expect((await finish(link, payer)).state).toBe('ended')
  expect(await statusOf(order.orderKey)).toBe(orderStatus.Timeout)
  expect((await pay(link, order.total, payer)).status).toBe(409)
  shop.bank.pay(tokenIn(begun.redirectUrl), { kind: 'approve' })
  // The bank is asked once in three seconds.
  shop.context.clock.advance(4)
  expect((await finish(link, payer)).state).toBe('paid')
})
