/**
 * Goal: tickets are returned once, for exactly the quoted amount, to the source of the money; places, ledger and bank
 * agree afterwards. Method: a real database and the demo bank, correct and misbehaving, with a controlled clock; after
 * every scenario all invariants are checked (`invariants.ts`).
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { returnEmailJob, writeReturnEmail } from '#modules/tickets/server/public-api.ts'
import { invariant, ok } from '#kernel/result.ts'
import {
  addRefunded,
  findOrder,
  lockOrder,
  readReturned,
} from '#modules/orders/server/public-api.ts'
import { endTickets, readTicketStates } from '#modules/tickets/server/public-api.ts'
import { readAvailable, readBalance } from '#modules/wallet/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import { executeReturn } from '../server/execute-return.ts'
import { executeQuote } from '../server/execute-quote.ts'
import { quoteTickets } from '../server/quote.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, quoteOf, type Bought, type ReturnTestEnv } from './test-env.ts'

let env: ReturnTestEnv
beforeAll(async () => {
  env = await openReturnTestEnv()
})
afterEach(async () => {
  env.bank.reset()
  await env.refunds(2)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

const day = 24

async function statusOf(id: number) {
  const { status, issue_number: issue } = await env.context.db
    .selectFrom('ticket')
    .select(['status', 'issue_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { status, issue }
}

async function orderStatusOf({ order }: Bought) {
  return (await findOrder(env.context, { orderId: order.id }))?.status
}

function atBank(payId: string): number {
  return env.bank.payments().find((each) => each.payId === payId)?.returnedMinor ?? -1
}

test('a second return on the day of the payment: the bank is asked once, and again when the day is over', async () => {
  const event = await env.event(9 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [7, 8] })
  const held = env.bank.payments().find(({ payId }) => payId === bought.payId)
  invariant(held, 'the bank knows the payment')
  held.paidAt = Date.now()
  const first = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  expect((await env.executeReturn(bought.actor, first.quote)).ok).toBe(true)
  await env.refunds(1)
  const once = atBank(bought.payId)
  expect(once).toBe(first.back.amount)
  const second = await quoteOf(env, bought, bought.tickets.slice(1))
  expect((await env.executeReturn(bought.actor, second.quote)).ok).toBe(true)
  const before = env.bank.calls.cancel
  // Refused until the midnight of Tbilisi, so it is not asked every five minutes.
  for (let hour = 0; hour < 4; hour += 1) {
    await env.refunds(1)
    env.context.clock.advance(3_600)
  }
  expect(env.bank.calls.cancel - before).toBe(1)
  expect(atBank(bought.payId)).toBe(once)
  held.paidAt = Date.now() - 86_400_000
  env.context.clock.advance(86_400)
  await env.refunds(2)
  expect(atBank(bought.payId)).toBe(once + second.back.amount)
  expect(env.bank.calls.cancel - before).toBe(2)
})

test('one of two tickets: the organiser keeps the tier, the card gets the rest, the place is free', async () => {
  const event = await env.event(5 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  const merchant = `merchant:${event.merchantId}`
  const before = await readBalance(env.context, merchant, 'GEL')
  const quote = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  // 10 % is deducted from three to ten days before; the fee of 2.50 is not refunded.
  expect(quote).toMatchObject({
    back: { amount: 4_500 },
    deduction: { amount: 500 },
    to: [{ kind: 'card', amount: { amount: 4_500 } }],
    tickets: [{ fee: { amount: 0 }, feeKept: { amount: 250 } }],
  })
  expect(quote.tiers.map(({ deductionPercent }) => deductionPercent)).toEqual([10, 25])
  const done = await env.executeReturn(bought.actor, quote.quote)
  expect(done).toMatchObject({ ok: true, value: { back: { amount: 4_500 } } })
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toEqual({
    status: ticketStatus.Inactive,
    issue: 2,
  })
  expect((await readBalance(env.context, merchant, 'GEL')) - before).toBe(4_500)
  expect(await orderStatusOf(bought)).toBe(orderStatus.Processed)
  await env.refunds()
  expect(atBank(bought.payId)).toBe(4_500)
  const again = await env.buy({ actor: await env.guest(), event, placeIds: [1] })
  expect(again.tickets).toHaveLength(1)
})

test('the last ticket ends the order; the same quote twice does it once and answers alike', async () => {
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, standing: 3 })
  const { quote } = await quoteOf(env, bought)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => env.executeReturn(bought.actor, quote)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ ok: true })
  expect(await orderStatusOf(bought)).toBe(orderStatus.Canceled)
  await env.refunds()
  expect(atBank(bought.payId)).toBe(answers[0]?.ok ? answers[0].value.back.amount : null)
})

test('two parallel quotes of one ticket: one is executed, the other is refused with the reason', async () => {
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1] })
  const quotes = await Promise.all(
    (['return', 'resale', 'return', 'resale'] as const).map(async (kind) => ({
      kind,
      quote: (await quoteOf(env, bought, bought.tickets, kind)).quote,
    })),
  )
  const answers = await Promise.all(
    quotes.map(({ quote, kind }) => env.executeReturn(bought.actor, quote, kind)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  for (const answer of answers)
    if (!answer.ok) expect(['TicketGoneBack', 'OrderStatusNotAllowed']).toContain(answer.code)
})

test('return, resale, scan and hand-over race for one ticket: exactly one wins', async () => {
  const event = await env.event(20 * day)
  for (let round = 0; round < 4; round += 1) {
    const bought = await env.buy({ actor: await env.guest(), event, placeIds: [round + 21] })
    const [ticket] = bought.tickets
    invariant(ticket, 'a ticket was bought')
    const returned = await quoteOf(env, bought, bought.tickets)
    const resold = await quoteOf(env, bought, bought.tickets, 'resale')
    const { db } = env.context
    const taker = await env.guest()
    invariant(taker.kind === 'guest', 'the taker is a guest')
    // Like the modules that scan and transfer a ticket: one conditional statement on the row.
    const change = (set: ReturnType<typeof sql>) =>
      sql`update ticket set ${set} where id = ${ticket.id} and status = 1 and used_at is null
        and issue_number = 1 and holder_session_id is null and holder_customer_id is null`
        .execute(db)
        .then(({ numAffectedRows }) => ({ ok: numAffectedRows === 1n, code: 'TicketUsed' }))
    const answers = await Promise.all([
      env.executeReturn(bought.actor, returned.quote),
      env.executeReturn(bought.actor, resold.quote, 'resale'),
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
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, standing: 3 })
  const seen = await readTicketStates(env.context, bought.order.id, { isLocked: false })
  const [used, passed] = seen
  const taker = await env.guest()
  invariant(used && passed && taker.kind === 'guest', 'there are tickets and a taker')
  const { db } = env.context
  await db.updateTable('ticket').set({ used_at: new Date() }).where('id', '=', used.id).execute()
  await db
    .updateTable('ticket')
    .set({ holder_session_id: taker.sessionId })
    .where('id', '=', passed.id)
    .execute()
  const end = (tickets: typeof seen, isByPlatform = false) =>
    inTransaction(env.context, async (inside) => {
      const isEnded = await endTickets(inside, tickets, { status: 2, isByPlatform })
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
  // Its owner sees the reason, ticket by ticket.
  const quote = await quoteOf(env, bought)
  expect(quote.tickets.map(({ refusal }) => refusal?.code ?? null)).toEqual([
    'TicketUsed',
    'TicketPassedOn',
    null,
  ])
  expect(await env.quote(taker, { ticketIdentifier: passed.identifier })).toMatchObject({
    code: 'TicketReceived',
  })
  const stranger = await env.guest()
  expect(await env.quote(stranger, { ticketIdentifier: used.identifier })).toMatchObject({
    code: 'TicketNotFound',
  })
  expect(await env.quote(stranger, { orderKey: bought.order.orderKey })).toMatchObject({
    code: 'OrderNotFound',
  })
  expect(await env.executeReturn(stranger, quote.quote)).toMatchObject({ code: 'OrderNotFound' })
})

test('a plan whose ticket was used since it was made is not carried out', async () => {
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1] })
  const [ticket] = bought.tickets
  invariant(ticket, 'a ticket was bought')
  const which = { ticketIdentifier: ticket.identifier }
  const buyer = env.context.as(bought.actor)
  const planned = await quoteTickets(buyer, env.ports, 'return', which)
  invariant(planned.ok, 'it could go back')
  await env.context.db
    .updateTable('ticket')
    .set({ used_at: new Date() })
    .where('id', '=', ticket.id)
    .execute()
  const done = await inTransaction(buyer, (inside) => executeReturn(inside, planned.value, null))
  expect(done).toMatchObject({ ok: false, code: 'QuoteChanged' })
})

test('balance and card share what goes back as they paid, to the last tetri', async () => {
  const event = await env.event(20 * day)
  const actor = await env.customer(3_333)
  const bought = await env.buy({ actor, event, placeIds: [1, 2, 3], balanceMinor: 3_333 })
  expect(await readAvailable(env.context, actor.customerId, 'GEL')).toBe(0)
  for (const ticket of bought.tickets) {
    const { quote, to } = await quoteOf(env, bought, [ticket])
    expect(to.map(({ kind }) => kind)).toEqual(['card', 'balance'])
    expect(await env.executeReturn(actor, quote)).toMatchObject({ ok: true })
  }
  await env.refunds(4)
  // Three times 50.00 of 157.50 paid: the balance paid 33.33 of that, so it is refunded 31.74 or 31.75.
  const available = await readAvailable(env.context, actor.customerId, 'GEL')
  expect(available + atBank(bought.payId)).toBe(15_000)
  expect(Math.abs(available - (3_333 * 15_000) / 15_750)).toBeLessThan(1)
})

test('an order paid by balance is refunded to the balance immediately', async () => {
  const event = await env.event(20 * day)
  const actor = await env.customer(20_000)
  const bought = await env.buy({ actor, event, placeIds: [1], balanceMinor: 5_250 })
  const { quote } = await quoteOf(env, bought)
  await env.executeReturn(actor, quote)
  expect(await readAvailable(env.context, actor.customerId, 'GEL')).toBe(20_000 - 250)
})

test('a quote holds for its minutes, also over a tier, and no longer; a forged one never', async () => {
  const event = await env.event(3 * day + 0.05)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  const [first, second] = bought.tickets
  invariant(first && second, 'two tickets')
  const quoted = await quoteOf(env, bought, [first])
  expect(quoted.deduction.amount).toBe(500)
  env.context.clock.advance(5 * 60)
  expect((await quoteOf(env, bought, [first])).deduction.amount).toBe(1_250)
  const late = await quoteOf(env, bought, [second])
  expect(await env.executeReturn(bought.actor, quoted.quote)).toMatchObject({
    value: { deduction: { amount: 500 } },
  })
  expect(await env.executeReturn(bought.actor, late.quote, 'resale')).toMatchObject({
    code: 'QuoteChanged',
  })
  env.context.clock.advance(11 * 60)
  expect(await env.executeReturn(bought.actor, late.quote)).toMatchObject({ code: 'QuoteChanged' })
  const [payload = '', signature = ''] = late.quote?.split('.') ?? []
  const claim = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const longer = { ...claim, validUntil: claim.validUntil + 3_600_000 }
  const forged = Buffer.from(JSON.stringify(longer)).toString('base64url')
  expect(await env.executeReturn(bought.actor, `${forged}.${signature}`)).toMatchObject({
    code: 'QuoteChanged',
  })
})

test('too late to return, still in time to resell; the seat is a resale and on sale immediately', async () => {
  const event = await env.event(6)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1], standing: 0 })
  const refused = await quoteOf(env, bought)
  expect(refused).toMatchObject({
    quote: null,
    back: { amount: 0 },
    tickets: [{ refusal: { code: 'ReturnTooLate' } }],
  })
  const quote = await quoteOf(env, bought, undefined, 'resale')
  // 10 % and 2 % of 50.00, and one lari.
  expect(quote.tickets[0]?.fees).toEqual([
    { kind: 'ResellingFee', amount: { amount: 500, currency: 'GEL' } },
    { kind: 'ResellingTransactionFee', amount: { amount: 100, currency: 'GEL' } },
    { kind: 'ResellingServiceFee', amount: { amount: 100, currency: 'GEL' } },
  ])
  expect(quote.back.amount).toBe(4_300)
  expect(await env.executeReturn(bought.actor, quote.quote, 'resale')).toMatchObject({ ok: true })
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toEqual({
    status: ticketStatus.RefundedForResellingToTKT,
    issue: 2,
  })
  const { state } = await env.context.db
    .selectFrom('place_leg')
    .select('state')
    .where('offering_id', '=', event.offeringId)
    .where('place_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(state).toBe(4)
  await env.buy({ actor: await env.guest(), event, placeIds: [1] })
})

test('row and seat choose the ticket to resell; places without a number go back to their pool', async () => {
  const event = await env.event(6)
  const actor = await env.guest()
  const { order } = await env.buy({ actor, event, placeIds: [1, 2, 11] })
  const one = await env.quote(
    actor,
    { orderKey: order.orderKey, ticketRowNumber: '1', ticketSeatNumber: '2' },
    'resale',
  )
  expect(one).toMatchObject({ value: { tickets: [{ row: '1', seat: '2' }] } })
  const floor = await env.buy({ actor: await env.guest(), event, standing: 4 })
  const quote = await quoteOf(env, floor, floor.tickets.slice(1, 3), 'resale')
  await env.executeReturn(floor.actor, quote.quote, 'resale')
  const { taken } = await env.context.db
    .selectFrom('pool_leg')
    .select('taken')
    .where('offering_id', '=', event.offeringId)
    .executeTakeFirstOrThrow()
  expect(taken).toBe(2)
})

test('dead between debit and credit: nothing has happened, and the same quote does it all', async () => {
  const event = await env.event(20 * day)
  const actor = await env.customer(1_000)
  const bought = await env.buy({ actor, event, placeIds: [1], balanceMinor: 1_000 })
  const { quote } = await quoteOf(env, bought)
  // Fails when the email's job is enqueued, after the ledger entries were written.
  const { jobs } = env.context
  const dying = {
    ...env.context.as(actor),
    jobs: { ...jobs, send: () => Promise.reject(new Error('killed')) },
  }
  await expect(executeQuote(dying, env.ports, 'return', quote ?? '')).rejects.toThrow('killed')
  expect(await readAvailable(env.context, actor.customerId, 'GEL')).toBe(0)
  expect(await statusOf(bought.tickets[0]?.id ?? 0)).toMatchObject({ status: ticketStatus.Active })
  expect(await readReturned(env.context, bought.order.id)).toBe(0)
  expect(await env.executeReturn(actor, quote)).toMatchObject({ ok: true })
  expect(await readAvailable(env.context, actor.customerId, 'GEL')).toBeGreaterThan(0)
})

test('the bank refuses and loses answers: the money is on its way until it is there, once', async () => {
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  env.bank.misbehave({ cancelErrorCalls: 2, cancelLostCalls: 1 }, bought.payId)
  for (const ticket of bought.tickets)
    await env.executeReturn(bought.actor, (await quoteOf(env, bought, [ticket])).quote)
  await env.refunds()
  expect(atBank(bought.payId)).toBeLessThan(10_000)
  await env.refunds(8)
  expect(atBank(bought.payId)).toBe(10_000)
})

test('the email states the refund, its destination and its date', async () => {
  const event = await env.event(20 * day)
  const actor = await env.customer(1_000)
  const bought = await env.buy({ actor, event, placeIds: [1], balanceMinor: 1_000 })
  const done = await env.executeReturn(actor, (await quoteOf(env, bought)).quote)
  invariant(done.ok, 'the ticket goes back')
  const waiting = await sql<{ data: { returnId: string } }>`
    select data from pgboss.job where name = ${returnEmailJob.name}
      and data->>'returnId' = ${done.value.returnId}`.execute(env.context.db)
  expect(waiting.rows).toHaveLength(1)
  const send = vi.fn(async (_letter: Email, _key: string) => undefined)
  await writeReturnEmail(
    env.context,
    { send } as never,
    { returnId: done.value.returnId },
    env.ports.tickets,
  )
  const [mail, key] = send.mock.calls[0] ?? []
  expect(key).toBe(`return-${done.value.returnId}`)
  expect(mail?.to).toBe('nino@example.com')
  expect(mail?.text).toMatch(/Stalls, row 1, seat 1: 50\s₾/)
  expect(mail?.text).toMatch(/40\.47\s₾ goes to the card/)
  expect(mail?.text).toMatch(/9\.53\s₾ is on your Bileti balance/)
})

test('what went back is not counted as paid: no more than was paid may ever be', async () => {
  const event = await env.event(20 * day)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1] })
  const refused = inTransaction(env.context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: bought.order.orderKey })
    invariant(locked.ok, 'the order is there')
    await addRefunded(inside, locked.value, 5_251)
    return ok(null)
  })
  await expect(refused).rejects.toThrow('no more goes back')
})
