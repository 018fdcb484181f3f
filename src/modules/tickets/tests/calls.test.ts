/**
 * Goal: holders see their tickets and codes, and nobody else does.
 * Method: the declared calls, run as the gateway runs them, by an owner, a stranger and a visitor.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { makeCustomer, makeEvent, makeGuest } from '#modules/events/tests/factories.ts'
import type { Actor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import { createSigningKeys, readCode } from '../server/code.ts'
import { buyTickets, openTicketShop, type Purchase, type TicketShop } from './support.ts'

const visitor: Actor = { kind: 'visitor' }
let shop: TicketShop
let mine: Purchase
let stranger: Actor
let identifiers: string[]

beforeAll(async () => {
  shop = await openTicketShop()
  mine = await buyTickets(shop, { placeIds: [1, 2] })
  stranger = await makeGuest(shop.context)
  const list = await shop.send(mine.actor, calls.getTickets)
  identifiers = list.ok ? list.value.tickets.map((ticket) => ticket.ticketIdentifier) : []
})
afterAll(() => shop.close())

describe('the tickets of a caller', () => {
  test('are listed with seats, prices and codes that verify', async () => {
    const list = await shop.send(mine.actor, calls.getTickets)
    expect(list.ok && list.value.tickets).toMatchObject([
      { section: 'Stalls', row: '1', seat: '1', price: { amount: 5_000 }, statusName: 'Active' },
      { section: 'Stalls', row: '1', seat: '2', event: { name: 'Test concert', city: 'Tbilisi' } },
    ])
    const code = list.ok ? (list.value.tickets[0]?.code ?? '') : ''
    const keys = await createSigningKeys().all(shop.context)
    expect(readCode(keys, code)).toMatchObject({ offeringId: shop.event.offeringId })
  })

  test('are found by identifier and filtered by event and by kind', async () => {
    const one = await shop.send(mine.actor, calls.getTickets, {
      query: { ticketIdentifier: identifiers[1] },
    })
    expect(one.ok && one.value.tickets.map(({ seat }) => seat)).toEqual(['2'])
    const { eventId } = await makeEvent(shop.context)
    for (const query of [{ eventId }, { eventType: 2 }]) {
      const none = await shop.send(mine.actor, calls.getTickets, { query })
      expect(none.ok && none.value.tickets).toEqual([])
    }
  })

  test('are found by an identifier however it is typed, and only when the rest fits as well', async () => {
    const ticketIdentifier = identifiers[1]
    const { eventId } = shop.event
    const small = ticketIdentifier?.toLowerCase()
    for (const query of [
      { ticketIdentifier: small },
      { ticketIdentifier, eventId, eventType: 0 },
    ]) {
      const one = await shop.send(mine.actor, calls.getTickets, { query })
      expect(one.ok && one.value.tickets.map(({ seat }) => seat)).toEqual(['2'])
    }
    for (const query of [
      { ticketIdentifier, eventId: eventId + 1 },
      { ticketIdentifier, eventType: 1 },
    ])
      expect(await shop.send(mine.actor, calls.getTickets, { query })).toMatchObject({
        code: 'TicketNotFound',
      })
  })

  test('do not exist for anybody else', async () => {
    const query = { ticketIdentifier: identifiers[0] }
    const customer = await makeCustomer(shop.context)
    for (const actor of [stranger, customer]) {
      const asked = await shop.send(actor, calls.getTickets, { query })
      expect(asked).toMatchObject({ ok: false, code: 'TicketNotFound' })
      const unknown = await shop.send(actor, calls.getTickets, {
        query: { ticketIdentifier: 'ABCDEFGH23456789ABCD' },
      })
      expect(unknown).toEqual(asked)
      const list = await shop.send(actor, calls.getTickets)
      expect(list.ok && list.value.tickets).toEqual([])
    }
    const asVisitor = await shop.send(visitor, calls.getTickets, { query })
    expect(asVisitor).toMatchObject({ ok: false, code: 'Unauthenticated' })
    const shared = await shop.send(mine.actor, calls.getTickets, {
      query: { ticketShareToken: 'guess' },
    })
    expect(shared).toMatchObject({ ok: false, code: 'TicketNotFound' })
  })
})

describe('verifying', () => {
  const verify = (actor: Actor, ticketIdentifier: string) =>
    shop.send(actor, calls.verifyTicket, { query: { ticketIdentifier } })

  test('shows anybody whether a ticket is valid, and nothing of its holder', async () => {
    const answer = await verify(visitor, identifiers[0] ?? '')
    expect(answer.ok && answer.value).toMatchObject({
      exists: true,
      isValid: true,
      isUsed: false,
      usedAt: null,
      opensDoor: true,
      statusName: 'Active',
      codeState: null,
      row: '1',
      seat: '1',
      isOwn: false,
      event: { eventId: shop.event.eventId },
    })
    expect(JSON.stringify(answer)).not.toMatch(/nino|Beridze|555|orderKey|orderNumber/i)
    const own = await verify(mine.actor, identifiers[0] ?? '')
    expect(own.ok && own.value.isOwn).toBe(true)
  })

  test('answers that an unknown ticket and a forged code do not exist', async () => {
    for (const text of [
      'ABCDEFGH23456789ABCD',
      'BLT1:',
      'BLT1:AAAA',
      "x'; drop table ticket; --",
    ]) {
      const answer = await verify(visitor, text)
      expect(answer.ok && answer.value).toMatchObject({
        exists: false,
        isValid: false,
        event: null,
      })
    }
  })

  test('a raised issue number kills the older code and no other', async () => {
    const { actor } = await buyTickets(shop, { placeIds: [15] })
    const codeNow = async (): Promise<string> => {
      const list = await shop.send(actor, calls.getTickets)
      return list.ok ? (list.value.tickets[0]?.code ?? '') : ''
    }
    const old = await codeNow()
    const before = await verify(visitor, old)
    expect(before.ok && before.value).toMatchObject({ isValid: true, codeState: 'Current' })
    const { db } = shop.context
    const { ticketIdentifier } = await firstTicket(actor)
    await db
      .updateTable('ticket')
      .set({ issue_number: 2 })
      .where('identifier', '=', ticketIdentifier)
      .execute()
    const after = await verify(visitor, old)
    expect(after.ok && after.value).toMatchObject({ isValid: false, codeState: 'Superseded' })
    const renewed = await verify(visitor, await codeNow())
    expect(renewed.ok && renewed.value).toMatchObject({ isValid: true, codeState: 'Current' })
  })

  test('a ticket that was taken back has no code, no documents, and is not valid', async () => {
    const { actor, order } = await buyTickets(shop, { placeIds: [16] })
    const { ticketIdentifier } = await firstTicket(actor)
    await shop.context.db
      .updateTable('ticket')
      .set({ status: ticketStatus.Inactive })
      .where('identifier', '=', ticketIdentifier)
      .execute()
    expect((await firstTicket(actor)).code).toBeNull()
    const answer = await verify(visitor, ticketIdentifier)
    expect(answer.ok && answer.value).toMatchObject({ exists: true, isValid: false })
    const query = { orderNumber: order.orderNumber }
    const pdf = await shop.download(actor, calls.ticketPdf, { query })
    expect(pdf).toMatchObject({ ok: false, code: 'TicketNotFound' })
  })

  async function firstTicket(actor: Actor) {
    const list = await shop.send(actor, calls.getTickets)
    const ticket = list.ok ? list.value.tickets[0] : undefined
    if (!ticket) throw new Error('The caller has no ticket')
    return ticket
  }
})

describe('an order with its tickets', () => {
  test('is its owner’s alone', async () => {
    const query = { orderNumber: mine.order.orderNumber }
    const own = await shop.send(mine.actor, calls.orderTickets, { query })
    expect(own.ok && own.value).toMatchObject({
      order: { statusName: 'Processed', buyer: { email: 'nino@example.com' } },
      tickets: [{ qr: { size: 41 } }, { qr: { size: 41 } }],
      refund: null,
      returns: [],
    })
    const foreign = await shop.send(stranger, calls.orderTickets, { query })
    expect(foreign).toMatchObject({ ok: false, code: 'OrderNotFound' })
    const nobody = await shop.send(visitor, calls.orderTickets, { query })
    expect(nobody).toMatchObject({ ok: false, code: 'Unauthenticated' })
  })

  test('opens by the link of its email and by no other', async () => {
    const { orderKey } = mine.order
    const token = await shop.ports.guestLinks.token(shop.context, orderKey)
    const open = (params: { orderKey: string; token: string }) =>
      shop.send(visitor, calls.guestOrder, { params })
    const opened = await open({ orderKey, token })
    expect(opened.ok && opened.value.tickets).toHaveLength(2)
    expect(JSON.stringify(opened)).not.toMatch(/nino@example|555 123/)
    const other = await buyTickets(shop, { placeIds: [18] })
    const wrong = [
      { orderKey, token: `${token.slice(0, -2)}AA` },
      { orderKey, token: token.slice(0, -1) },
      { orderKey, token: '' },
      { orderKey: other.order.orderKey, token },
      { orderKey: 'nothing', token },
      { orderKey: "' or 1=1 --", token },
    ]
    for (const params of wrong) {
      const refused = await open(params)
      expect(refused.ok, JSON.stringify(params)).toBe(false)
      if (params.token !== '') expect(refused).toMatchObject({ code: 'OrderNotFound' })
    }
  })

  test('gives its documents to its owner and to the link, not to others', async () => {
    const { orderKey, orderNumber } = mine.order
    const token = await shop.ports.guestLinks.token(shop.context, orderKey)
    for (const call of [calls.ticketPdf, calls.ticketCalendar]) {
      const byOwner = await shop.download(mine.actor, call, { query: { orderNumber } })
      const byLink = await shop.download(visitor, call, { query: { orderKey, token } })
      const one = await shop.download(visitor, call, {
        query: { orderKey, token, ticketIdentifier: identifiers[0] },
      })
      for (const answer of [byOwner, byLink, one]) expect(answer.ok).toBe(true)
      const refusals: [Actor, object, string][] = [
        [stranger, { orderNumber }, 'OrderNotFound'],
        [stranger, { ticketIdentifier: identifiers[0] }, 'TicketNotFound'],
        [visitor, { orderNumber }, 'Unauthenticated'],
        [visitor, { orderKey, token: 'A'.repeat(43) }, 'OrderNotFound'],
        [visitor, { orderKey, token, ticketIdentifier: 'ABCDEFGH23456789ABCD' }, 'TicketNotFound'],
        [mine.actor, {}, 'BadRequest'],
      ]
      for (const [actor, query, code] of refusals)
        expect(await shop.download(actor, call, { query })).toMatchObject({ ok: false, code })
    }
  })
})
