/**
 * Goal: only entitled people see, transfer and take back a ticket, and every read follows its present holder. Method:
 * the declared calls, as a buyer, a receiver, a stranger and a visitor.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomer, makeGuest } from '#modules/events/tests/factories.ts'
import { claimGuestOrders, findOrder } from '#modules/orders/server/public-api.ts'
import type { Actor } from '#platform/context.ts'
import { availabilityState, readAvailability } from '#modules/inventory/server/public-api.ts'
import * as calls from '../contract.ts'
import * as passing from '../transfer-contract.ts'
import { claimHeldTickets, eraseHolder } from '../server/public-api.ts'
import { buyTickets, identifierOf, openTicketShop, type TicketShop } from './support.ts'

const visitor: Actor = { kind: 'visitor' }
let shop: TicketShop
let place = 0

beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

/** A buyer with this many tickets of one order, and the first of them. */
async function buyer(count = 1) {
  const placeIds = Array.from({ length: count }, () => (place += 1))
  const { actor, order } = await buyTickets(shop, { placeIds })
  return { actor, order, ticketIdentifier: await identifierOf(shop, actor) }
}

async function value<Reply>(
  answer: Promise<{ ok: true; value: Reply } | { ok: false; code: string }>,
) {
  const result = await answer
  if (!result.ok) throw new Error(result.code)
  return result.value
}

const link = (actor: Actor, body: object) =>
  value(shop.send(actor, passing.createShareUrl, { body }))
const open = (actor: Actor, token: string) =>
  shop.send(actor, passing.sharedTickets, { params: { token } })
const take = (actor: Actor, token: string | null) =>
  shop.send(actor, passing.takeOverTickets, { body: { token: token ?? '' } })
const listOf = async (actor: Actor) => (await value(shop.send(actor, calls.getTickets))).tickets
const codeOf = async (actor: Actor) => (await listOf(actor))[0]?.code ?? ''
/** What a document says outside its drawn pages: a PDF's title, which is UTF-16, or a calendar's entries. */
const printedIn = ({ content }: { readonly content: Uint8Array | string }) =>
  Buffer.from(content as Uint8Array)
    .toString('latin1')
    .replaceAll(/\0|\r\n /g, '')
const isValid = async (code: string) =>
  (await value(shop.send(visitor, calls.verifyTicket, { query: { ticketIdentifier: code } })))
    .isValid
const pageOf = (actor: Actor, orderNumber: string) =>
  value(shop.send(actor, calls.orderTickets, { query: { orderNumber } }))

describe('a link that shows a ticket', () => {
  test('shows ticket and code to whoever has the link, reveals nothing else, and stops working when it is ended', async () => {
    const { actor, ticketIdentifier } = await buyer()
    const { shareId, ticketShareToken, url } = await link(actor, { ticketIdentifier })
    const token = ticketShareToken ?? ''
    expect(url).toBe(`http://localhost:3000/en/tickets/shared/${token}`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const code = await codeOf(actor)
    const query = { ticketShareToken: token }
    const shown = await shop.send(visitor, calls.getTickets, { query })
    expect(shown).toMatchObject({ value: { tickets: [{ ticketIdentifier, code }] } })
    const page = await open(visitor, token)
    expect(page).toMatchObject({
      value: {
        state: 'open',
        handsOver: false,
        keeps: false,
        giverName: 'ნინო',
        tickets: [{ code }],
      },
    })
    expect(JSON.stringify(page)).not.toMatch(/Beridze|nino@example|555 123|shareId/)
    for (const answer of [page, shown])
      expect(JSON.stringify(answer)).not.toContain((await listOf(actor))[0]?.orderNumber)
    // Its price is its buyer's.
    expect(page).toMatchObject({ value: { tickets: [{ price: null }] } })
    expect(shown).toMatchObject({ value: { tickets: [{ price: null }] } })
    expect(await listOf(actor)).toMatchObject([{ price: { amount: 5_000 } }])
    const stranger = await makeGuest(shop.context)
    expect(await take(stranger, token)).toMatchObject({ code: 'Forbidden' })
    expect(await listOf(stranger)).toEqual([])

    const known = await value(
      shop.send(actor, passing.getShareUrl, { query: { 'request.ticketId': ticketIdentifier } }),
    )
    expect(known).toMatchObject({ url, ticketShareToken: token, shares: [{ shareId }] })
    for (const body of [{ shareId }, { ticketIdentifier }]) {
      const foreign = await shop.send(stranger, passing.unshareTickets, { body })
      expect(foreign).toMatchObject({ ok: false, code: 'TicketNotFound' })
    }
    const ended = await shop.send(actor, passing.unshareTickets, { body: { ticketIdentifier } })
    expect(ended).toMatchObject({ value: { ended: 1 } })
    expect(await open(visitor, token)).toMatchObject({ ok: false, code: 'TicketShareEnded' })
    const dead = await shop.send(visitor, calls.getTickets, { query })
    expect(dead).toMatchObject({ ok: false, code: 'TicketShareEnded' })
    expect(await isValid(code)).toBe(true)
  })

  test('ends by itself in time, and when its ticket is taken back; no other token opens anything', async () => {
    const { actor, order, ticketIdentifier } = await buyer(2)
    const { ticketShareToken: token } = await link(actor, {
      orderNumber: order.orderNumber,
      expiresInHours: 2,
    })
    const both = await open(visitor, token ?? '')
    expect(both.ok && both.value.tickets).toHaveLength(2)
    await shop.context.db
      .updateTable('ticket')
      .set({ status: 2 })
      .where('identifier', '=', ticketIdentifier)
      .execute()
    const left = await open(visitor, token ?? '')
    expect(left.ok && left.value.tickets).toHaveLength(1)
    shop.context.clock.advance(2 * 3_600)
    expect(await open(visitor, token ?? '')).toMatchObject({ code: 'TicketShareEnded' })
    for (const wrong of ['A'.repeat(43), 'x', `${token}A`, "' or 1=1 --", order.orderKey])
      expect(await open(visitor, wrong)).toMatchObject({ ok: false, code: 'TicketNotFound' })
    const rows = await shop.context.db.selectFrom('ticket_share').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is of no ticket when what is said of it does not fit together', async () => {
    const { actor, ticketIdentifier, order } = await buyer()
    const other = (await buyTickets(shop, { actor, placeIds: [(place += 1)] })).order
    const { orderNumber, orderKey } = order
    const whole = { ticketIdentifier, orderNumber: orderNumber.toLowerCase(), orderKey }
    await link(actor, whole)
    for (const [body, code] of [
      [{ ...whole, orderNumber: other.orderNumber }, 'TicketNotFound'],
      [{ ...whole, orderKey: other.orderKey }, 'TicketNotFound'],
      [{ orderNumber, orderKey: other.orderKey }, 'OrderNotFound'],
    ] as const) {
      expect(await shop.send(actor, passing.createShareUrl, { body })).toMatchObject({ code })
      expect(await shop.send(actor, passing.getShareUrl, { query: body })).toMatchObject({ code })
    }
    const query = { ticketIdentifier, 'request.ticketId': 'ABCDEFGH2345' }
    expect(await shop.send(actor, passing.getShareUrl, { query })).toMatchObject({
      code: 'TicketNotFound',
    })
  })

  test('is created only by the holder of the ticket', async () => {
    const { ticketIdentifier, order } = await buyer()
    const stranger = await makeGuest(shop.context)
    const { orderNumber, orderKey } = order
    for (const [body, code] of [
      [{ ticketIdentifier }, 'TicketNotFound'],
      [{ orderNumber }, 'OrderNotFound'],
      [{ orderKey }, 'OrderNotFound'],
      [{}, 'BadRequest'],
    ] as const) {
      const refused = await shop.send(stranger, passing.createShareUrl, { body })
      expect(refused).toMatchObject({ ok: false, code })
      const gone = await shop.send(stranger, passing.donateToOrganizer, {
        body: { ...body, confirm: true },
      })
      expect(gone).toMatchObject({ ok: false, code })
    }
  })
})

describe('a ticket that is taken over', () => {
  test('is the receiver’s in every read, with a new code; the old one and the buyer’s documents are dead', async () => {
    const { actor, order, ticketIdentifier } = await buyer(2)
    const { orderNumber, orderKey } = order
    await shop.send(actor, passing.commentTicket, {
      body: { ticketIdentifier, comment: 'my own' },
    })
    const old = await codeOf(actor)
    const { ticketShareToken: seen } = await link(actor, { ticketIdentifier })
    const { ticketShareToken: token } = await link(actor, { ticketIdentifier, handsOver: true })
    const before = await open(visitor, token ?? '')
    expect(before).toMatchObject({
      value: { handsOver: true, tickets: [{ code: null, price: null }] },
    })
    expect(await take(actor, token)).toMatchObject({ code: 'TicketAlreadyYours' })

    const receiver = await makeGuest(shop.context)
    const taken = await value(take(receiver, token))
    expect(taken.tickets).toMatchObject([{ ticketIdentifier, price: null }])
    const code = taken.tickets[0]?.code ?? ''
    expect([await isValid(old), await isValid(code)]).toEqual([false, true])
    expect(await codeOf(receiver)).toBe(code)
    for (const dead of [seen, token])
      expect(await open(visitor, dead ?? '')).toMatchObject({ code: 'TicketShareEnded' })
    expect(await open(receiver, token ?? '')).toMatchObject({ value: { state: 'yours' } })

    const received = await value(shop.send(receiver, passing.receivedTickets))
    expect(received.tickets).toMatchObject([
      { ticketIdentifier, orderNumber: '', price: null, hand: { isOwn: true, note: '' } },
    ])
    const page = await pageOf(actor, orderNumber)
    const passed = page.tickets.find((one) => one.ticketIdentifier === ticketIdentifier)
    expect(passed).toMatchObject({
      code: null,
      qr: null,
      price: { amount: 5_000 },
      hand: { isOwn: false, passedTo: '', note: '' },
    })
    expect(await listOf(actor)).toHaveLength(1)
    const linkToken = await shop.ports.guestLinks.token(shop.context, orderKey)
    const byEmail = await shop.send(visitor, calls.guestOrder, {
      params: { orderKey, token: linkToken },
    })
    expect(JSON.stringify(byEmail)).not.toContain(code)
    expect(byEmail).toMatchObject({
      value: { tickets: [{ price: { amount: 5_000 } }, { price: { amount: 5_000 } }] },
    })
    for (const call of [calls.ticketPdf, calls.ticketCalendar]) {
      const query = { orderKey, token: linkToken, ticketIdentifier }
      expect(await shop.download(visitor, call, { query })).toMatchObject({ ok: false })
      expect(await shop.download(actor, call, { query: { ticketIdentifier } })).toMatchObject({
        code: 'TicketNotFound',
      })
      const own = await value(shop.download(receiver, call, { query: { ticketIdentifier } }))
      expect(own.filename).toContain(ticketIdentifier)
      expect(printedIn(own)).toContain(ticketIdentifier)
      expect(printedIn(own)).not.toContain(orderNumber)
    }
    expect(JSON.stringify([taken, received, await listOf(receiver)])).not.toContain(orderNumber)
    const whose = await value(
      shop.send(receiver, calls.verifyTicket, { query: { ticketIdentifier } }),
    )
    expect(whose.isOwn).toBe(true)

    // The link to keep opens the ticket elsewhere, until its owner ends it; only one that they make is for others.
    const kept = taken.keepUrl?.split('/').at(-1) ?? ''
    expect(await open(visitor, kept)).toMatchObject({ value: { keeps: true, tickets: [{ code }] } })
    await link(receiver, { ticketIdentifier })
    expect(await open(receiver, token ?? '')).toMatchObject({
      value: {
        state: 'yours',
        tickets: [{ hand: { shares: [{ keeps: false }, { keeps: true, url: taken.keepUrl }] } }],
      },
    })
    await shop.send(receiver, passing.unshareTickets, { body: { ticketIdentifier } })
    expect(await open(visitor, kept)).toMatchObject({ code: 'TicketShareEnded' })
  })

  test('moves its order to Transferred with the last one, and back when it comes back', async () => {
    const { actor, order } = await buyer(2)
    const { orderNumber, orderKey } = order
    const status = async () => (await findOrder(shop.context, { orderKey }))?.status
    const { ticketShareToken: all } = await link(actor, { orderNumber, handsOver: true })
    const receiver = await makeCustomer(shop.context)
    const { tickets } = await value(take(receiver, all))
    expect(await status()).toBe(12)
    for (const { code } of tickets) expect(await isValid(code ?? '')).toBe(true)
    expect((await pageOf(actor, orderNumber)).order.statusName).toBe('Transferred')

    const ticketIdentifier = tickets[0]?.ticketIdentifier ?? ''
    const { ticketShareToken: back } = await link(receiver, { ticketIdentifier, handsOver: true })
    expect((await take(actor, back)).ok).toBe(true)
    expect(await status()).toBe(1)
    const page = await pageOf(actor, orderNumber)
    expect(page.tickets.map(({ hand }) => hand.isOwn).toSorted()).toEqual([false, true])
    const { processedAt } = (await findOrder(shop.context, { orderKey })) ?? {}
    expect(processedAt).toEqual(order.processedAt)
  })

  test('belongs to the customer once its receiver signs in; the buyer who signs in has theirs again', async () => {
    const { actor, ticketIdentifier } = await buyer()
    const guest = await makeGuest(shop.context)
    const customer = await makeCustomer(shop.context)
    if (!('sessionId' in guest) || customer.kind !== 'customer') throw new Error('Not a session')
    const { ticketShareToken: token } = await link(actor, { ticketIdentifier, handsOver: true })
    await value(take(guest, token))
    await claimHeldTickets(shop.context, guest.sessionId, customer.customerId)
    expect(await listOf(guest)).toEqual([])
    expect(await listOf(customer)).toMatchObject([{ ticketIdentifier }])
    // With an account it is kept there: the link is one that others may have.
    expect(await value(shop.send(customer, passing.receivedTickets))).toMatchObject({
      tickets: [{ hand: { shares: [{ keeps: false }] } }],
    })

    // Back to the buyer in another browser of theirs, who then signs in in both.
    const { ticketShareToken: back } = await link(customer, { ticketIdentifier, handsOver: true })
    const elsewhere = await makeGuest(shop.context)
    await value(take(elsewhere, back))
    const owner = await makeCustomer(shop.context)
    if (owner.kind !== 'customer' || !('sessionId' in actor) || !('sessionId' in elsewhere))
      throw new Error('Not a session')
    await claimGuestOrders(shop.context, actor.sessionId, owner.customerId)
    await claimHeldTickets(shop.context, elsewhere.sessionId, owner.customerId)
    const row = await shop.context.db
      .selectFrom('ticket')
      .select(['holder_session_id', 'holder_customer_id'])
      .where('identifier', '=', ticketIdentifier)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ holder_session_id: null, holder_customer_id: null })
  })
})

describe('a gift', () => {
  test('stays open until it is taken, may be revoked, and does not reveal its receiver', async () => {
    const { actor, order, ticketIdentifier } = await buyer()
    const body = { ticketIdentifier, email: 'Giorgi.K@example.com' }
    const given = await value(shop.send(actor, passing.donateTickets, { body }))
    expect(given).toMatchObject({ handsOver: true, recipient: 'g•••@example.com', url: null })
    const page = await pageOf(actor, order.orderNumber)
    expect(page.tickets[0]).toMatchObject({
      hand: { isOwn: true, shares: [{ recipient: 'g•••@example.com', ticketShareToken: null }] },
    })
    expect(await codeOf(actor)).not.toBe('')
    const token = await shop.ports.shareTokens.token(shop.context, given.shareId)
    const { shareId } = given
    const back = await shop.send(actor, passing.unshareTickets, { body: { shareId } })
    expect(back).toMatchObject({ value: { ended: 1 } })
    const receiver = await makeGuest(shop.context)
    expect(await take(receiver, token)).toMatchObject({ code: 'TicketShareEnded' })
  })

  test('is for one receiver: a newer one ends the older', async () => {
    const { actor, ticketIdentifier } = await buyer()
    const first = await link(actor, { ticketIdentifier, handsOver: true })
    const second = await link(actor, { ticketIdentifier, handsOver: true })
    expect(await open(visitor, first.ticketShareToken ?? '')).toMatchObject({
      code: 'TicketShareEnded',
    })
    expect((await open(visitor, second.ticketShareToken ?? '')).ok).toBe(true)
  })

  test('to the organiser ends the ticket and puts the place on sale', async () => {
    const { actor, order, ticketIdentifier } = await buyer()
    const placeId = place
    const code = await codeOf(actor)
    const stateNow = async () => {
      const { states } = await readAvailability(shop.context, shop.event.offeringId)
      return states[placeId - 1]
    }
    const give = (body: object) =>
      shop.send(actor, passing.donateToOrganizer, { body: body as never })
    expect(await give({ ticketIdentifier })).toMatchObject({ code: 'BadRequest' })
    expect(await stateNow()).toBe(availabilityState.sold)
    const given = await give({ ticketIdentifier, confirm: true })
    expect(given).toMatchObject({ value: { ticketIdentifiers: [ticketIdentifier], backOnSale: 1 } })
    expect(await stateNow()).toBe(availabilityState.free)
    expect(await isValid(code)).toBe(false)
    expect(await give({ ticketIdentifier, confirm: true })).toMatchObject({
      code: 'TicketNotFound',
    })
    const { orderKey } = order
    expect((await findOrder(shop.context, { orderKey }))?.status).toBe(12)
  })
})

describe('messages', () => {
  test('to one address are limited over all senders, and those of one sender over all addresses', async () => {
    const { actor, ticketIdentifier } = await buyer()
    const email = 'flooded@example.com'
    const answers: string[] = []
    for (let count = 0; count < 12; count += 1) {
      shop.context.clock.advance(30)
      const body = { ticketIdentifier, email: count % 2 ? email : email.toUpperCase() }
      const answer = await shop.send(actor, passing.shareTickets, { body })
      answers.push(answer.ok ? 'sent' : answer.code)
    }
    expect(answers).toEqual([...Array(8).fill('sent'), ...Array(4).fill('TooManyRequests')])
    const other = await buyer()
    const at = { ticketIdentifier: other.ticketIdentifier, email }
    const refused = await shop.send(other.actor, passing.donateTickets, { body: at })
    expect(refused).toMatchObject({ code: 'TooManyRequests' })
    const both = { ...at, phone: '+995555000111' }
    const unclear = await shop.send(other.actor, passing.donateTickets, { body: both })
    expect(unclear).toMatchObject({ code: 'BadRequest' })
  })

  test('are erased with their customer', async () => {
    const giver = await makeCustomer(shop.context)
    if (giver.kind !== 'customer') throw new Error('Not a customer')
    place += 1
    await buyTickets(shop, { actor: giver, placeIds: [place] })
    const ticketIdentifier = await identifierOf(shop, giver)
    const body = { ticketIdentifier, email: 'friend@example.com' }
    await value(shop.send(giver, passing.shareTickets, { body }))
    await shop.send(giver, passing.commentTicket, { body: { ticketIdentifier, comment: 'secret' } })
    const { customerId } = giver
    await eraseHolder(shop.context, { customerId, email: 'giver@example.com' })
    const rows = await shop.context.db
      .selectFrom('ticket_share')
      .selectAll()
      .where('giver_customer_id', '=', customerId)
      .execute()
    expect(rows).toMatchObject([{ recipient: null, recipient_hint: '•••' }])
    const notes = await shop.context.db
      .selectFrom('ticket')
      .select('holder_note')
      .where('identifier', '=', ticketIdentifier)
      .execute()
    expect(notes).toEqual([{ holder_note: '' }])
  })
})
