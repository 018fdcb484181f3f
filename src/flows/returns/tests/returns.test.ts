/**
 * Goal: tickets go back once, for exactly what was quoted, to where the money came from; places, books and the bank
 * agree afterwards. Method: a real database and the demo bank, honest and not; time moves by hand; after every story
 * all that was promised is looked at from outside (`promises.ts`).
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { returnLetterJob, writeReturnLetter } from '#modules/tickets/server/door.ts'
import { invariant, ok } from '#kernel/result.ts'
import { addReturned, findOrder, lockOrder, readReturned } from '#modules/orders/server/door.ts'
import { endTickets, readTicketStates } from '#modules/tickets/server/door.ts'
import { readAvailable, readBalance } from '#modules/wallet/server/door.ts'
import { inTransaction } from '#platform/context.ts'
import type { Letter } from '#platform/mail/mail.ts'
import { carryOut } from '../server/carry-out.ts'
import { carryOutQuote, quoteTickets } from '../server/quote.ts'
import { brokenPromises } from './promises.ts'
import { openReturnWorld, quoteOf, type Bought, type ReturnWorld } from './world.ts'

let world: ReturnWorld
beforeAll(async () => {
  world = await openReturnWorld()
})
afterEach(async () => {
  world.bank.reset()
  await world.refunds(2)
  expect(await brokenPromises(world.context)).toEqual([])
})
afterAll(() => world.close())

const day = 24

async function statusOf(id: number) {
  const { status, issue_number: issue } = await world.context.db
    .selectFrom('ticket')
    .select(['status', 'issue_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { status, issue }
}

async function orderStatusOf({ order }: Bought) {
  return (await findOrder(world.context, { orderId: order.id }))?.status
}

function atBank(payId: string): number {
  return world.bank.payments().find((each) => each.payId === payId)?.returnedMinor ?? -1
}

test('one of two tickets: the tier is kept by the organiser, the rest is at the card, the place is free', async () => {
  const event = await world.event(5 * day)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1, 2] })
  const merchant = `merchant:${event.merchantId}`
  const before = await readBalance(world.context, merchant, 'GEL')
  const quote = await quoteOf(world, bought, bought.tickets.slice(0, 1))
  // 10 % is kept from three to ten days before; the fee of 2.50 stays.
  expect(quote).toMatchObject({
    back: { amount: 4_500 },
    deduction: { amount: 500 },
    to: [{ kind: 'card', amount: { amount: 4_500 } }],
  })
  expect(quote.tiers.map(({ deductionPercent }) => deductionPercent)).toEqual([10, 25])
  const done = await world.carryOut(bought.actor, quote.quote)
  expect(done).toMatchObject({ ok: true, value: { back: { amount: 4_500 } } })
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toEqual({
    status: ticketStatus.Inactive,
    issue: 2,
  })
  expect((await readBalance(world.context, merchant, 'GEL')) - before).toBe(4_500)
  expect(await orderStatusOf(bought)).toBe(orderStatus.Processed)
  await world.refunds()
  expect(atBank(bought.payId)).toBe(4_500)
  const again = await world.buy({ actor: await world.guest(), event, placeIds: [1] })
  expect(again.tickets).toHaveLength(1)
})

test('the last ticket ends the order; the same quote twice does it once and answers alike', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, standing: 3 })
  const { quote } = await quoteOf(world, bought)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => world.carryOut(bought.actor, quote)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ ok: true })
  expect(await orderStatusOf(bought)).toBe(orderStatus.Canceled)
  await world.refunds()
  expect(atBank(bought.payId)).toBe(answers[0]?.ok ? answers[0].value.back.amount : null)
})

test('two quotes of one ticket in parallel: one is carried out, the other is told why not', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1] })
  const quotes = await Promise.all(
    (['return', 'resale', 'return', 'resale'] as const).map(async (kind) => ({
      kind,
      quote: (await quoteOf(world, bought, bought.tickets, kind)).quote,
    })),
  )
  const answers = await Promise.all(
    quotes.map(({ quote, kind }) => world.carryOut(bought.actor, quote, kind)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  for (const answer of answers)
    if (!answer.ok) expect(['TicketGoneBack', 'OrderStatusNotAllowed']).toContain(answer.code)
})

test('return, resale, scan and hand-over race for one ticket: exactly one wins', async () => {
  const event = await world.event(20 * day)
  for (let round = 0; round < 4; round += 1) {
    const bought = await world.buy({ actor: await world.guest(), event, placeIds: [round + 21] })
    const [ticket] = bought.tickets
    invariant(ticket, 'a ticket was bought')
    const returned = await quoteOf(world, bought, bought.tickets)
    const resold = await quoteOf(world, bought, bought.tickets, 'resale')
    const { db } = world.context
    const taker = await world.guest()
    invariant(taker.kind === 'guest', 'the taker is a guest')
    // As the rooms that scan and pass a ticket do it: one conditional statement on the row.
    const change = (set: ReturnType<typeof sql>) =>
      sql`update ticket set ${set} where id = ${ticket.id} and status = 1 and used_at is null
        and issue_number = 1 and holder_session_id is null and holder_customer_id is null`
        .execute(db)
        .then(({ numAffectedRows }) => ({ ok: numAffectedRows === 1n, code: 'TicketUsed' }))
    const answers = await Promise.all([
      world.carryOut(bought.actor, returned.quote),
      world.carryOut(bought.actor, resold.quote, 'resale'),
      change(sql`used_at = now()`),
      change(sql`holder_session_id = ${taker.sessionId}, issue_number = 2`),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    for (const answer of answers)
      if (!answer.ok)
        expect([
          'QuoteChanged',
          'TicketUsed',
          'TicketGoneBack',
          'TicketPassedOn',
          'OrderStatusNotAllowed',
        ]).toContain(answer.code)
  }
})

test('the guard itself: a ticket that was used, passed or ended since it was seen is not ended', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, standing: 3 })
  const seen = await readTicketStates(world.context, bought.order.id, { isLocked: false })
  const [used, passed] = seen
  const taker = await world.guest()
  invariant(used && passed && taker.kind === 'guest', 'there are tickets and a taker')
  const { db } = world.context
  await db.updateTable('ticket').set({ used_at: new Date() }).where('id', '=', used.id).execute()
  await db
    .updateTable('ticket')
    .set({ holder_session_id: taker.sessionId })
    .where('id', '=', passed.id)
    .execute()
  const end = (tickets: typeof seen, isByHouse = false) =>
    inTransaction(world.context, async (inside) => {
      const isEnded = await endTickets(inside, tickets, { status: 2, isByHouse })
      // Never committed: only the answer is of interest.
      return { ok: false as const, code: isEnded ? 'ended' : 'refused' }
    })
  expect(await end([used])).toMatchObject({ code: 'refused' })
  expect(await end([passed])).toMatchObject({ code: 'refused' })
  expect(await end(seen.slice(2).map((state) => ({ ...state, issueNumber: 9 })))).toMatchObject({
    code: 'refused',
  })
  expect(await end(seen.slice(2))).toMatchObject({ code: 'ended' })
  expect(await end(seen, true)).toMatchObject({ code: 'ended' })
  // Told to their owner in words, ticket by ticket.
  const quote = await quoteOf(world, bought)
  expect(quote.tickets.map(({ refusal }) => refusal?.code ?? null)).toEqual([
    'TicketUsed',
    'TicketPassedOn',
    null,
  ])
  expect(await world.quote(taker, { ticketIdentifier: passed.identifier })).toMatchObject({
    code: 'TicketReceived',
  })
  const stranger = await world.guest()
  expect(await world.quote(stranger, { ticketIdentifier: used.identifier })).toMatchObject({
    code: 'TicketNotFound',
  })
  expect(await world.quote(stranger, { orderKey: bought.order.orderKey })).toMatchObject({
    code: 'OrderNotFound',
  })
  expect(await world.carryOut(stranger, quote.quote)).toMatchObject({ code: 'OrderNotFound' })
})

test('a plan whose ticket was used since it was made is not carried out', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1] })
  const [ticket] = bought.tickets
  invariant(ticket, 'a ticket was bought')
  const which = { ticketIdentifier: ticket.identifier }
  const buyer = world.context.as(bought.actor)
  const planned = await quoteTickets(buyer, world.ports, 'return', which)
  invariant(planned.ok, 'it could go back')
  await world.context.db
    .updateTable('ticket')
    .set({ used_at: new Date() })
    .where('id', '=', ticket.id)
    .execute()
  const done = await inTransaction(buyer, (inside) => carryOut(inside, planned.value, null))
  expect(done).toMatchObject({ ok: false, code: 'QuoteChanged' })
})

test('balance and card share what goes back as they paid, to the last tetri', async () => {
  const event = await world.event(20 * day)
  const actor = await world.customer(3_333)
  const bought = await world.buy({ actor, event, placeIds: [1, 2, 3], balanceMinor: 3_333 })
  expect(await readAvailable(world.context, actor.customerId, 'GEL')).toBe(0)
  for (const ticket of bought.tickets) {
    const { quote, to } = await quoteOf(world, bought, [ticket])
    expect(to.map(({ kind }) => kind)).toEqual(['card', 'balance'])
    expect(await world.carryOut(actor, quote)).toMatchObject({ ok: true })
  }
  await world.refunds(4)
  // Three times 50.00 of 157.50 paid: the balance paid 33.33 of that, so it has 31.74 or 31.75 back.
  const available = await readAvailable(world.context, actor.customerId, 'GEL')
  expect(available + atBank(bought.payId)).toBe(15_000)
  expect(Math.abs(available - (3_333 * 15_000) / 15_750)).toBeLessThan(1)
})

test('an order that a balance paid goes back to the balance, at once', async () => {
  const event = await world.event(20 * day)
  const actor = await world.customer(20_000)
  const bought = await world.buy({ actor, event, placeIds: [1], balanceMinor: 5_250 })
  const { quote } = await quoteOf(world, bought)
  await world.carryOut(actor, quote)
  expect(await readAvailable(world.context, actor.customerId, 'GEL')).toBe(20_000 - 250)
})

test('a quote holds for its minutes, also over a tier, and no longer; a forged one never', async () => {
  const event = await world.event(3 * day + 0.05)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1, 2] })
  const [first, second] = bought.tickets
  invariant(first && second, 'two tickets')
  const quoted = await quoteOf(world, bought, [first])
  expect(quoted.deduction.amount).toBe(500)
  world.context.clock.advance(5 * 60)
  expect((await quoteOf(world, bought, [first])).deduction.amount).toBe(1_250)
  const late = await quoteOf(world, bought, [second])
  expect(await world.carryOut(bought.actor, quoted.quote)).toMatchObject({
    value: { deduction: { amount: 500 } },
  })
  expect(await world.carryOut(bought.actor, late.quote, 'resale')).toMatchObject({
    code: 'QuoteChanged',
  })
  world.context.clock.advance(11 * 60)
  expect(await world.carryOut(bought.actor, late.quote)).toMatchObject({ code: 'QuoteChanged' })
  const [payload = '', signature = ''] = late.quote?.split('.') ?? []
  const claim = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const longer = { ...claim, validUntil: claim.validUntil + 3_600_000 }
  const forged = Buffer.from(JSON.stringify(longer)).toString('base64url')
  expect(await world.carryOut(bought.actor, `${forged}.${signature}`)).toMatchObject({
    code: 'QuoteChanged',
  })
})

test('too late to return, still in time to resell; the seat is a resale and on sale at once', async () => {
  const event = await world.event(6)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1], standing: 0 })
  const refused = await quoteOf(world, bought)
  expect(refused).toMatchObject({
    quote: null,
    back: { amount: 0 },
    tickets: [{ refusal: { code: 'ReturnTooLate' } }],
  })
  const quote = await quoteOf(world, bought, undefined, 'resale')
  // 10 % and 2 % of 50.00, and one lari.
  expect(quote.tickets[0]?.fees).toEqual([
    { kind: 'ResellingFee', amount: { amount: 500, currency: 'GEL' } },
    { kind: 'ResellingTransactionFee', amount: { amount: 100, currency: 'GEL' } },
    { kind: 'ResellingServiceFee', amount: { amount: 100, currency: 'GEL' } },
  ])
  expect(quote.back.amount).toBe(4_300)
  expect(await world.carryOut(bought.actor, quote.quote, 'resale')).toMatchObject({ ok: true })
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toEqual({
    status: ticketStatus.RefundedForResellingToTKT,
    issue: 2,
  })
  const { state } = await world.context.db
    .selectFrom('place_leg')
    .select('state')
    .where('offering_id', '=', event.offeringId)
    .where('place_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(state).toBe(4)
  await world.buy({ actor: await world.guest(), event, placeIds: [1] })
})

test('row and seat choose the ticket to resell; places without a number go back to their pool', async () => {
  const event = await world.event(6)
  const actor = await world.guest()
  const { order } = await world.buy({ actor, event, placeIds: [1, 2, 11] })
  const one = await world.quote(
    actor,
    { orderKey: order.orderKey, ticketRowNumber: '1', ticketSeatNumber: '2' },
    'resale',
  )
  expect(one).toMatchObject({ value: { tickets: [{ row: '1', seat: '2' }] } })
  const floor = await world.buy({ actor: await world.guest(), event, standing: 4 })
  const quote = await quoteOf(world, floor, floor.tickets.slice(1, 3), 'resale')
  await world.carryOut(floor.actor, quote.quote, 'resale')
  const { taken } = await world.context.db
    .selectFrom('pool_leg')
    .select('taken')
    .where('offering_id', '=', event.offeringId)
    .executeTakeFirstOrThrow()
  expect(taken).toBe(2)
})

test('dead between debit and credit: nothing has happened, and the same quote does it all', async () => {
  const event = await world.event(20 * day)
  const actor = await world.customer(1_000)
  const bought = await world.buy({ actor, event, placeIds: [1], balanceMinor: 1_000 })
  const { quote } = await quoteOf(world, bought)
  // The books have been written when the letter's job is enqueued: there it breaks.
  const { jobs } = world.context
  const dying = {
    ...world.context.as(actor),
    jobs: { ...jobs, send: () => Promise.reject(new Error('killed')) },
  }
  await expect(carryOutQuote(dying, world.ports, 'return', quote ?? '')).rejects.toThrow('killed')
  expect(await readAvailable(world.context, actor.customerId, 'GEL')).toBe(0)
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toMatchObject({ status: ticketStatus.Active })
  expect(await readReturned(world.context, bought.order.id)).toBe(0)
  expect(await world.carryOut(actor, quote)).toMatchObject({ ok: true })
  expect(await readAvailable(world.context, actor.customerId, 'GEL')).toBeGreaterThan(0)
})

test('the bank refuses and loses answers: the money is on its way until it is there, once', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1, 2] })
  world.bank.misbehave({ cancelErrorCalls: 2, cancelLostCalls: 1 }, bought.payId)
  for (const ticket of bought.tickets)
    await world.carryOut(bought.actor, (await quoteOf(world, bought, [ticket])).quote)
  await world.refunds()
  expect(atBank(bought.payId)).toBeLessThan(10_000)
  await world.refunds(8)
  expect(atBank(bought.payId)).toBe(10_000)
})

test('the letter says what comes back for which place, where to, and by when', async () => {
  const event = await world.event(20 * day)
  const actor = await world.customer(1_000)
  const bought = await world.buy({ actor, event, placeIds: [1], balanceMinor: 1_000 })
  const done = await world.carryOut(actor, (await quoteOf(world, bought)).quote)
  invariant(done.ok, 'the ticket goes back')
  const waiting = await sql<{ data: { returnId: string } }>`
    select data from pgboss.job where name = ${returnLetterJob.name}
      and data->>'returnId' = ${done.value.returnId}`.execute(world.context.db)
  expect(waiting.rows).toHaveLength(1)
  const send = vi.fn(async (_letter: Letter, _key: string) => undefined)
  await writeReturnLetter(
    world.context,
    { send } as never,
    { returnId: done.value.returnId },
    world.ports.tickets,
  )
  const [letter, key] = send.mock.calls[0] ?? []
  expect(key).toBe(`return-${done.value.returnId}`)
  expect(letter?.to).toBe('nino@example.com')
  expect(letter?.text).toMatch(/Stalls, row 1, seat 1: 50\s₾/)
  expect(letter?.text).toMatch(/40\.47\s₾ goes to the card/)
  expect(letter?.text).toMatch(/9\.53\s₾ is on your Bileti balance/)
})

test('what went back is not counted as paid: no more than was paid may ever be', async () => {
  const event = await world.event(20 * day)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1] })
  const refused = inTransaction(world.context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: bought.order.orderKey })
    invariant(locked.ok, 'the order is there')
    await addReturned(inside, locked.value, 5_251)
    return ok(null)
  })
  await expect(refused).rejects.toThrow('no more goes back')
})
