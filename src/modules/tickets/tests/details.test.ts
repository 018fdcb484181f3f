/**
 * Goal: holders name their visitors and change the answers to an offering's fields until the deadline; nobody else
 * reads or writes either. Method: the declared calls by an owner, a receiver and a stranger, with a controlled clock.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGuest, type ShopperActor } from '#modules/events/tests/factories.ts'
import type { Actor } from '#platform/context.ts'
import * as calls from '../details-contract.ts'
import { buyTickets, openTicketShop, type Purchase, type TicketShop } from './support.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: TicketShop
let mine: Purchase
let receiver: ShopperActor
let stranger: Actor
let kept: string
let passed: string

beforeAll(async () => {
  shop = await openTicketShop()
  const { context, event } = shop
  mine = await buyTickets(shop, { placeIds: [1, 2] })
  receiver = await makeGuest(context)
  stranger = await makeGuest(context)
  const rows = await context.db
    .selectFrom('ticket')
    .select(['id', 'identifier'])
    .orderBy('id')
    .execute()
  ;[kept = '', passed = ''] = rows.map(({ identifier }) => identifier)
  await context.db
    .updateTable('ticket')
    .set({ holder_session_id: receiver.sessionId, issue_number: 2 })
    .where('identifier', '=', passed)
    .execute()
  const field = (key: string, per: string, changeHoursBefore: number) => ({
    key,
    per,
    kind: 'text',
    label: { ka: key, en: key },
    isRequired: true,
    isOnTicket: true,
    changeHoursBefore,
  })
  const settings = { fields: [field('guest', 'ticket', 2), field('address', 'order', 72)] }
  await context.db
    .insertInto('special_rule')
    .values({
      kind: 'extra-fields',
      event_id: event.eventId,
      settings: JSON.stringify(settings),
      created_at: context.clock.now(),
      updated_at: context.clock.now(),
    })
    .execute()
  // A rule is noticed within a second.
  await expireCaches(3_100)
  expect((await info(mine.actor)).questions).toHaveLength(2)
})
afterAll(() => shop.close())

async function info(actor: Actor) {
  const query = { orderNo: mine.order.orderNumber }
  const answer = await shop.send(actor, calls.ticketAdditionalInfo, { query })
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}

function save(actor: Actor, extras: { id: string; value: string }[]) {
  const body = { orderNo: mine.order.orderNumber, extras }
  return shop.send(actor, calls.saveAdditionalInfo, { body })
}

function verify(actor: Actor, ticketIdentifier: string, documentNumber = '01001 012345') {
  const person = {
    fullName: 'Nino Beridze',
    documentKind: 'personalNumber',
    documentNumber,
  } as const
  return shop.send(actor, calls.verifyHolder, { body: { ticketIdentifier, ...person } })
}

test('each holder names the visitor; the number is shown to nobody; a receiver names the visitor again', async () => {
  expect(await verify(mine.actor, kept)).toMatchObject({
    value: { isVerified: true, fullName: 'Nino Beridze', documentEnding: '2345' },
  })
  expect(await verify(mine.actor, passed)).toMatchObject({ code: 'TicketNotFound' })
  expect(await verify(stranger, kept)).toMatchObject({ code: 'TicketNotFound' })
  expect(await verify({ kind: 'visitor' }, kept)).toMatchObject({ code: 'Unauthenticated' })
  expect(await verify(mine.actor, kept, '12')).toMatchObject({ code: 'BadRequest' })
  expect(await verify(receiver, passed)).toMatchObject({ ok: true })
  const query = { orderNumber: mine.order.orderNumber }
  const details = (actor: Actor) => shop.send(actor, calls.ticketVerificationDetails, { query })
  const own = await details(mine.actor)
  expect(own).toMatchObject({ value: { tickets: [{ ticketIdentifier: kept, isVerified: true }] } })
  expect(JSON.stringify(own)).not.toContain('01001012345')
  expect(await details(receiver)).toMatchObject({
    value: { tickets: [{ ticketIdentifier: passed }] },
  })
  expect(await details(stranger)).toMatchObject({ code: 'OrderNotFound' })
  const all = await shop.send(receiver, calls.ticketVerificationDetails, {})
  expect(all).toMatchObject({ value: { tickets: [{ ticketIdentifier: passed }] } })
  const tickets = shop.context.db.updateTable('ticket').where('identifier', '=', passed)
  await tickets.set({ issue_number: 3 }).execute()
  expect(await details(receiver)).toMatchObject({ value: { tickets: [{ isVerified: false }] } })
  await tickets.set({ used_at: shop.context.clock.now() }).execute()
  expect(await verify(receiver, passed)).toMatchObject({ code: 'DetailsClosed' })
  await tickets.set({ used_at: null }).execute()
})

test('answers are changed by the holder of their ticket, one by one, until the deadline', async () => {
  const own = await info(mine.actor)
  const [guest, address] = own.questions
  expect(own.questions.map(({ isOpen }) => isOpen)).toEqual([true, true])
  const theirs = (await info(receiver)).questions
  expect(theirs.map(({ id }) => id)).not.toContain(guest?.id)
  expect(theirs).toHaveLength(1)
  const first = await save(mine.actor, [{ id: guest?.id ?? '', value: ' Nino ' }])
  expect(first).toMatchObject({ value: { questions: [{ value: 'Nino' }, { value: '' }] } })
  expect(await save(receiver, [{ id: theirs[0]?.id ?? '', value: 'Luka' }])).toMatchObject({
    ok: true,
  })
  expect((await info(mine.actor)).questions[0]?.value, 'the other answer stays').toBe('Nino')
  expect(await save(receiver, [{ id: guest?.id ?? '', value: 'Luka' }])).toMatchObject({
    code: 'DetailsClosed',
  })
  expect(await save(stranger, [{ id: guest?.id ?? '', value: 'Luka' }])).toMatchObject({
    code: 'OrderNotFound',
  })
  expect(await save(mine.actor, [{ id: guest?.id ?? '', value: '' }])).toMatchObject({
    code: 'ExtraFieldsMissing',
  })
  // A receiver does not know the order: the ticket stands for it, and only for whoever holds it.
  const ofTicket = { orderNo: passed.toLowerCase() }
  const byTicket = (actor: Actor) =>
    shop.send(actor, calls.ticketAdditionalInfo, { query: ofTicket })
  expect(await byTicket(receiver)).toEqual({
    ok: true,
    value: { ...ofTicket, questions: [expect.objectContaining({ value: 'Luka' })] },
  })
  expect(await byTicket(stranger)).toMatchObject({ code: 'OrderNotFound' })
  shop.context.clock.set(new Date('2026-12-29T10:00:00Z'))
  const late = await save(mine.actor, [{ id: address?.id ?? '', value: 'Rustaveli 1' }])
  expect(late, 'three days before').toMatchObject({ code: 'DetailsClosed' })
  expect(await save(mine.actor, [{ id: guest?.id ?? '', value: 'Ana' }])).toMatchObject({
    ok: true,
  })
  shop.context.clock.set(new Date('2026-12-31T08:00:01Z'))
  expect(await save(mine.actor, [{ id: guest?.id ?? '', value: 'Eka' }])).toMatchObject({
    code: 'DetailsClosed',
  })
})
