/**
 * Goal: what a supplier has to confirm ends with tickets that bear its numbers or with the money back, once, whatever
 * the supplier answers and wherever the process dies. Method: the shop with its database and the demo bank; some boats
 * belong to a supplier that answers late, twice, not at all, refuses, or dies. Places, tickets and money are compared
 * after every test.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import { invariant, ok } from '#kernel/result.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import {
  type Order,
  checkoutOrder,
  findOrder,
  listOverdueConfirmations,
  readConfirmations,
  requestFor,
  takeOffers,
} from '#modules/orders/server/public-api.ts'
import {
  cancelItem,
  issueTickets,
  readTicketStates,
  refusedEmailJob,
  ticketEmailJob,
  waitingEmailJob,
  writeRefusedEmail,
  writeTicketEmail,
  writeWaitingEmail,
} from '#modules/tickets/server/public-api.ts'
import { holdTickets } from '#modules/tickets/server/public-api.ts'
import { presentOrderTickets } from '#modules/tickets/server/present.ts'
import { inTransaction, type Actor } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { settlePayment } from '#flows/checkout/server/settle-payment.ts'
import { startPayment } from '#flows/checkout/server/start-payment.ts'
import { diedOver } from '#flows/checkout/tests/deaths.ts'
import { executeQuote } from '#flows/returns/server/execute-quote.ts'
import { attemptCancellation, cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { readPendingReturns } from '#modules/returns/server/public-api.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { brokenInvariants } from '#flows/returns/tests/invariants.ts'
import {
  boat,
  firstFarItem,
  openReturnTestEnv,
  quoteOf,
  type Bought,
  type ReturnTestEnv,
} from '#flows/returns/tests/test-env.ts'
import { confirmDue } from '../server/confirm-due.ts'
import { fulfilmentRoutes } from '../server/routes.ts'
import { Supplier, type Fate } from './supplier.ts'

const { Canceled, Processed, WaitingForTicket } = orderStatus
const supplier = new Supplier('boat')
const ports = { suppliers: [supplier], issueTickets }
/** Items that a supplier confirms. */
const supplied = firstFarItem + 1
const alsoSupplied = [firstFarItem + 2, firstFarItem + 3] as const
/** Price and fee of one seat for one leg, and of a seat of the concert. */
const seatMinor = 520
const concertMinor = 5_250

let env: ReturnTestEnv
let concert: MadeEvent
let offeringId: number
let otherOfferingId: number
let nextPlace = 1

beforeAll(async () => {
  env = await openReturnTestEnv([supplier])
  offeringId = await createOffering(env.context, {
    legCount: 3,
    placeCount: 400,
    pools: [{ poolId: 1, capacity: 50 }],
  })
  for (const itemId of [supplied, ...alsoSupplied]) supplier.items.add(itemId)
  otherOfferingId = await createOffering(env.context, { legCount: 3, placeCount: 400 })
  concert = await env.event(400)
})
afterEach(async () => {
  await env.refunds(3)
  expect(await brokenInvariants(env.context)).toEqual([])
  supplier.asked.length = 0
  expect([...supplier.booked.values()].filter((times) => times !== 1)).toEqual([])
})
afterAll(() => env.close())

async function buy({
  fates = [],
  seats = 1,
  deck,
  concertPlace,
  standing,
  itemId = supplied,
  alsoItemId,
  balanceMinor,
}: {
  fates?: readonly Fate[]
  seats?: number
  deck?: number
  /** A seat of our own in the same order. */
  concertPlace?: number
  /** Places without numbers of our own. */
  standing?: number
  itemId?: number
  alsoItemId?: number
  balanceMinor?: number
} = {}): Promise<Bought> {
  supplier.fates.push(...fates)
  const journeyOf = (item: number, more = {}, ofOffering = offeringId) => {
    const places = Array.from({ length: seats }, () => (nextPlace += 1))
    return {
      offeringId: ofOffering,
      itemId: item,
      parts: [{ legFrom: 0, legTo: 1, places, ...more }],
    }
  }
  return env.buy({
    actor: balanceMinor ? await env.customer(balanceMinor) : await env.guest(),
    journeys: [
      journeyOf(itemId, deck ? { deck } : {}),
      ...(alsoItemId === undefined ? [] : [journeyOf(alsoItemId, {}, otherOfferingId)]),
    ],
    ...(concertPlace === undefined ? {} : { event: concert, placeIds: [concertPlace] }),
    ...(standing === undefined ? {} : { event: concert, standing }),
    ...(balanceMinor ? { balanceMinor } : {}),
  })
}

async function ask(rounds = 1, seconds = 400): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await confirmDue(env.context, ports)
    env.context.clock.advance(seconds)
  }
}

async function orderOf({ order }: Bought): Promise<Order> {
  const found = await findOrder(env.context, { orderId: order.id })
  if (!found) throw new Error('The order is there')
  return found
}

async function stateOf(bought: Bought): Promise<OrderStatus> {
  return (await orderOf(bought)).status
}

const held = async (bought: Bought) =>
  holdTickets(env.context, env.ports.tickets, [await orderOf(bought)])

const bookings = async (bought: Bought) =>
  (await held(bought)).map(({ ticket, code }) => [ticket.bookingNumber !== null, code !== null])

async function placesTaken(bought: Bought): Promise<number> {
  const holds = bought.order.lines.flatMap(({ holdId }) => holdId ?? [])
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from place_leg where hold_id = any(${holds}::uuid[]) and state = 2
  `.execute(env.context.db)
  return rows[0]?.taken ?? 0
}

const backAtBank = ({ payId }: Bought) =>
  env.bank.payments().find((each) => each.payId === payId)?.returnedMinor

async function jobsOf(bought: Bought): Promise<string[]> {
  const names = [ticketEmailJob, waitingEmailJob, refusedEmailJob].map(({ name }) => name)
  const { rows } = await sql<{ name: string }>`
    select j.name from pgboss.job j where j.name = any(${names}::text[])
      and (j.data->>'orderId' = ${String(bought.order.id)}
        or exists (select from ticket_return r where r.id::text = j.data->>'returnId' and r.order_id = ${bought.order.id}))
    order by 1`.execute(env.context.db)
  return rows.map(({ name }) => name)
}

test('is confirmed: paid and sold at once, tickets with the numbers of the supplier, an email with them', async () => {
  const bought = await buy({ seats: 2, deck: 2 })
  expect(await stateOf(bought)).toBe(WaitingForTicket)
  expect((await orderOf(bought)).processedAt).not.toBeNull()
  expect(bought.tickets).toEqual([])
  expect(await placesTaken(bought)).toBe(2)
  expect(await jobsOf(bought)).toEqual([waitingEmailJob.name])
  const paidAt = (await orderOf(bought)).processedAt
  await ask()
  expect(await stateOf(bought)).toBe(Processed)
  expect((await orderOf(bought)).processedAt).toEqual(paidAt)
  const tickets = await held(bought)
  expect(tickets).toHaveLength(4)
  for (const { ticket, code } of tickets) {
    expect(ticket.bookingNumber).toMatch(/^PNR/)
    expect(ticket.supplierTicketNumber).toBe(`999-${ticket.orderLineId}-${ticket.lineUnit}`)
    expect(code).not.toBeNull()
  }
  expect(await jobsOf(bought)).toEqual([ticketEmailJob.name, waitingEmailJob.name])
  // Nobody is asked again.
  await ask(2)
  expect(supplier.asked).toEqual(['confirm 1'])
})

test('our own part of an order is issued at once; the letters say what is being confirmed', async () => {
  const bought = await buy({ fates: ['late'], concertPlace: 1 })
  expect(await stateOf(bought)).toBe(WaitingForTicket)
  expect(await bookings(bought)).toEqual([[false, true]])
  const sent: [Email, string][] = []
  const mailer = { send: async (mail: Email, key: string) => void sent.push([mail, key]) } as never
  const payload = { orderId: bought.order.id }
  await writeTicketEmail(env.context, mailer, payload, env.ports.tickets)
  await writeWaitingEmail(env.context, mailer, payload, env.ports.tickets)
  expect(sent[0]?.[0].text).toContain('Still being confirmed: Pier 0 – Pier 1.')
  expect(sent[1]?.[0].subject).toBe('Paid, being confirmed: Pier 0 – Pier 1')
  await ask(3)
  expect(supplier.asked).toEqual(['confirm 1', 'look up 2', 'look up 3'])
  expect(await stateOf(bought)).toBe(Processed)
  expect((await bookings(bought)).toSorted()).toEqual([
    [false, true],
    [true, true],
  ])
  const [confirmation] = await readConfirmations(env.context, [bought.order.id])
  const part = { ...payload, confirmationId: confirmation?.id ?? '' }
  await writeTicketEmail(env.context, mailer, part, env.ports.tickets)
  await writeWaitingEmail(env.context, mailer, payload, env.ports.tickets)
  expect(sent).toHaveLength(3)
  // Another letter than the first, so it is not taken for a repetition of it.
  expect(sent[2]?.[1]).not.toBe(sent[0]?.[1])
  expect(sent[2]?.[0].text).not.toContain('being confirmed')
})

test('a lost answer is looked up, and what broke before it booked is asked again: never booked twice', async () => {
  const lost = await buy({ fates: ['lost'] })
  await ask(2)
  expect(supplier.asked).toEqual(['confirm 1', 'look up 2'])
  expect(await stateOf(lost)).toBe(Processed)
  const broke = await buy({ fates: ['dies'] })
  await ask(2)
  expect(supplier.asked.slice(2)).toEqual(['confirm 1', 'look up 2', 'confirm 2'])
  expect(await stateOf(broke)).toBe(Processed)
})

test('two workers with the same answer issue one set of tickets', async () => {
  const bought = await buy({ seats: 2 })
  const { context } = env
  // The second takes it while the first is still asking: its lease has ended.
  const confirm = supplier.confirm.bind(supplier)
  const both = vi.spyOn(supplier, 'confirm').mockImplementationOnce(async (inside, request) => {
    context.clock.advance(100)
    await confirmDue(context, ports)
    return { ...(await supplier.lookUp(inside, request)) } as Awaited<ReturnType<typeof confirm>>
  })
  supplier.fates.push('confirms')
  const error = vi.spyOn(context.log, 'error')
  await confirmDue(context, ports)
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
  both.mockRestore()
  supplier.fates.length = 0
  expect(await held(bought)).toHaveLength(2)
  expect(await stateOf(bought)).toBe(Processed)
})

test('is refused: everything goes back, places are free, the buyer is told', async () => {
  const bought = await buy({ fates: ['refuses'], seats: 2, deck: 1 })
  await ask()
  expect(await stateOf(bought)).toBe(Canceled)
  await env.refunds(3)
  expect(backAtBank(bought)).toBe(3 * seatMinor)
  expect(await placesTaken(bought)).toBe(0)
  expect(await held(bought)).toEqual([])
  expect(await jobsOf(bought)).toEqual([refusedEmailJob.name, waitingEmailJob.name].toSorted())
  const send = vi.fn(async (_mail: Email, _key: string) => undefined)
  const [confirmation] = await readConfirmations(env.context, [bought.order.id])
  expect(confirmation).toMatchObject({ state: 'refused', refusalCode: 'SOLD_OUT' })
  const id = confirmation?.id ?? ''
  const payload = { returnId: id, confirmationId: id }
  await writeRefusedEmail(env.context, { send } as never, payload, env.ports.tickets)
  const mail = send.mock.calls[0]?.[0]
  expect(mail?.subject).toBe('Could not be confirmed: Pier 0 – Pier 1')
  expect(mail?.text).toContain('15.60')
  expect(mail?.text).not.toContain('The rest of your order')
})

test('is refused beside our own: that part goes back to card and balance, the rest stays', async () => {
  const bought = await buy({ fates: ['refuses'], concertPlace: 2, balanceMinor: 1_000 })
  await ask()
  expect(await stateOf(bought)).toBe(Processed)
  expect(await bookings(bought)).toEqual([[false, true]])
  await env.refunds(3)
  const total = seatMinor + concertMinor
  const toCard = Math.floor((seatMinor * (total - 1_000)) / total)
  expect(backAtBank(bought)).toBe(toCard)
  // The concert's ticket goes back afterwards by its own terms.
  const quote = await quoteOf(env, bought)
  expect(quote.back.amount).toBe(5_000)
  expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  expect(await stateOf(bought)).toBe(Canceled)
})

test('our own ticket goes back while the other is being confirmed; the order ends with the last answer', async () => {
  const confirmed = await buy({ fates: ['silent'], concertPlace: 3 })
  const refused = await buy({ fates: ['silent'], concertPlace: 4 })
  await ask()
  for (const bought of [confirmed, refused]) {
    const quote = await quoteOf(env, bought)
    expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
    expect(await stateOf(bought)).toBe(WaitingForTicket)
  }
  supplier.wake('confirms')
  await sql`update order_confirmation set next_attempt_at = '2100-01-01'
    where order_id = ${refused.order.id}`.execute(env.context.db)
  await ask()
  expect(await stateOf(confirmed)).toBe(Processed)
  supplier.wake('refuses')
  vi.spyOn(supplier, 'lookUp').mockResolvedValueOnce({ kind: 'refused', code: 'GONE' })
  await sql`update order_confirmation set next_attempt_at = '2020-01-01'
    where order_id = ${refused.order.id}`.execute(env.context.db)
  await ask()
  expect(await stateOf(refused)).toBe(Canceled)
  await env.refunds(3)
  expect(backAtBank(refused)).toBe(seatMinor + 5_000)
})

test('an answer without numbers makes no tickets', async () => {
  const bought = await buy({ fates: ['numberless'] })
  await ask(3)
  expect(await stateOf(bought)).toBe(WaitingForTicket)
  expect(await held(bought)).toEqual([])
  const [confirmation] = await readConfirmations(env.context, [bought.order.id])
  expect(confirmation).toMatchObject({ state: 'pending', lastDetail: 'The answer does not fit' })
  vi.spyOn(supplier, 'lookUp').mockResolvedValueOnce({ kind: 'refused', code: 'BROKEN' })
  await ask()
  expect(await stateOf(bought)).toBe(Canceled)
})

test('silence: asked with growing pauses, operators are alerted once after the deadline, and it still ends well', async () => {
  supplier.confirmBy = new Date(env.context.clock.now().getTime() + 1_800_000)
  const bought = await buy({ fates: ['silent'] })
  const error = vi.spyOn(env.context.log, 'error')
  const attempts: number[] = []
  const began = env.context.clock.now().getTime()
  for (let second = 0; second < 3_600; second += 5) {
    if ((await confirmDue(env.context, ports)) > 0)
      attempts.push((env.context.clock.now().getTime() - began) / 1_000)
    env.context.clock.advance(5)
  }
  expect(attempts.slice(0, 7)).toEqual([0, 5, 15, 35, 75, 155, 315])
  expect((attempts[9] ?? 0) - (attempts[8] ?? 0)).toBe(300)
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
  const [overdue] = await readConfirmations(env.context, [bought.order.id])
  expect(overdue?.overdueAt).not.toBeNull()
  expect(await stateOf(bought)).toBe(WaitingForTicket)
  supplier.wake('confirms')
  supplier.confirmBy = new Date('2026-12-31T00:00:00Z')
  const id = overdue?.id ?? ''
  supplier.booked.set(id, 1)
  env.context.clock.advance(400)
  await ask()
  expect(await stateOf(bought)).toBe(Processed)
})

test('an operator sees what is overdue and refunds it; what the supplier has booked becomes tickets', async () => {
  supplier.confirmBy = new Date(env.context.clock.now().getTime() + 60_000)
  const none = await buy({ fates: ['silent'] })
  const booked = await buy({ fates: ['silent'] })
  await ask(2)
  supplier.confirmBy = new Date('2026-12-31T00:00:00Z')
  const overdue = await listOverdueConfirmations(env.context, 10)
  expect(overdue.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(
    [none, booked].map(({ order }) => order.orderNumber).toSorted(),
  )
  const [route] = fulfilmentRoutes(ports)
  const operator = env.context.as({
    ...(await env.customer()),
    kind: 'customer',
    isOperator: true,
  } as Actor)
  const refund = async ({ order }: Bought) => {
    const [confirmation] = await readConfirmations(env.context, [order.id])
    const params = { confirmationId: confirmation?.id ?? '' }
    return route?.handle(operator, { params, body: { note: 'Asked by phone' } } as never)
  }
  expect(await refund(none)).toEqual({ ok: true, value: { state: 'refused' } })
  expect(await stateOf(none)).toBe(Canceled)
  supplier.wake('confirms')
  expect(await refund(booked)).toEqual({ ok: true, value: { state: 'confirmed' } })
  expect(await refund(booked)).toEqual({ ok: true, value: { state: 'confirmed' } })
  expect(await stateOf(booked)).toBe(Processed)
  expect(await listOverdueConfirmations(env.context, 10)).toEqual([])
})

test('an item that is cancelled while it is being confirmed gives everything back', async () => {
  const [itemId] = alsoSupplied
  const bought = await buy({ itemId })
  const { context } = env
  await inTransaction(context, async (inside) =>
    ok(
      await cancelItem(inside, {
        source: 'boat',
        itemId,
        offeringId,
        legs: { from: 0, to: 1 },
        reason: { ka: 'ქარი', en: 'Wind' },
        lastStart: new Date(context.clock.now().getTime() + 3_600_000),
      }),
    ),
  )
  await refundCancelled(context, env.ports)
  expect(await stateOf(bought)).toBe(WaitingForTicket)
  await ask()
  await refundCancelled(context, env.ports)
  expect(await stateOf(bought)).toBe(Canceled)
  await env.refunds(3)
  expect(backAtBank(bought)).toBe(seatMinor)
})

test('a return: the supplier cancels first, by its own terms, then the money goes back', async () => {
  supplier.keeps = 100
  const bought = await buy({ seats: 2, concertPlace: 5 })
  await ask()
  const own = (await held(bought)).filter(({ ticket }) => ticket.bookingNumber !== null)
  const [one] = own.map(({ ticket }) => ticket)
  if (!one) throw new Error('There are tickets')
  const quote = await quoteOf(env, bought, [one])
  expect(quote).toMatchObject({ back: { amount: seatMinor - 100 }, deduction: { amount: 100 } })
  const done = await env.executeReturn(bought.actor, quote.quote)
  expect(done).toMatchObject({ ok: true, value: { isPending: false } })
  expect(await env.executeReturn(bought.actor, quote.quote)).toEqual(done)
  expect(supplier.asked.filter((what) => what.startsWith('cancel'))).toEqual(['cancel 1'])
  await env.refunds(3)
  expect(backAtBank(bought)).toBe(seatMinor - 100)
  expect(await placesTaken(bought)).toBe(2)
  // Both at once with our own: each by its terms, one return.
  const rest = await quoteOf(env, bought)
  expect(rest.back.amount).toBe(seatMinor - 100 + 5_000)
  expect(await env.executeReturn(bought.actor, rest.quote)).toMatchObject({ ok: true })
  expect(await stateOf(bought)).toBe(Canceled)
  supplier.keeps = null
})

const isCancelled = (end: 'cancels' | 'refuses') => end === 'cancels'

test('a supplier that is slow to cancel: no ticket and no money meanwhile, then one of them', async () => {
  for (const end of ['cancels', 'refuses'] as const) {
    const bought = await buy()
    await ask()
    supplier.ends.push('silent')
    const { quote } = await quoteOf(env, bought)
    const begun = await env.executeReturn(bought.actor, quote)
    expect(begun).toMatchObject({ ok: true, value: { isPending: true } })
    expect(await env.executeReturn(bought.actor, quote)).toEqual(begun)
    expect(await bookings(bought)).toEqual([[true, false]])
    expect(await stateOf(bought)).toBe(Processed)
    await env.refunds(3)
    expect(backAtBank(bought)).toBe(0)
    await cancelDue(env.context, env.ports)
    env.context.clock.advance(400)
    supplier.decide(end)
    // Two workers with the same answer: one of them carries it out.
    const [{ id = '' } = {}] = await readPendingReturns(env.context, { orderId: bought.order.id })
    const attempt = () => attemptCancellation(env.context, env.ports, id)
    const ended = isCancelled(end) ? 'cancelled' : 'refused'
    expect(await Promise.all([attempt(), attempt()])).toEqual([ended, ended])
    await env.refunds(3)
    const isBack = isCancelled(end)
    expect(await stateOf(bought)).toBe(isBack ? Canceled : Processed)
    // The boat's tickets go back without their fees.
    expect(backAtBank(bought)).toBe(isBack ? 500 : 0)
    expect(await bookings(bought)).toEqual([[true, !isBack]])
    expect(await placesTaken(bought)).toBe(isBack ? 0 : 1)
    const again = await env.executeReturn(bought.actor, quote)
    expect(again).toMatchObject(isBack ? { ok: true } : { ok: false, code: 'ReturnRefused' })
  }
})

test('an order is not over while a supplier may refuse to cancel; its page says what is under way', async () => {
  const bought = await buy({ concertPlace: 6 })
  await ask()
  // Fates are taken in the order in which the supplier is asked.
  const waiting = await buy({ fates: ['silent'], seats: 2, concertPlace: 7 })
  await ask()
  supplier.ends.push('silent')
  const all = await held(bought)
  const [own, booked] = [false, true].map((isBooked) =>
    all.flatMap(({ ticket }) => ((ticket.bookingNumber !== null) === isBooked ? [ticket] : [])),
  )
  for (const part of [booked, own]) {
    const { quote } = await quoteOf(env, bought, part)
    expect(await env.executeReturn(bought.actor, quote)).toMatchObject({ ok: true })
  }
  expect(await stateOf(bought)).toBe(Processed)
  const viewOf = async (one: Bought) =>
    presentOrderTickets(env.context.as(one.actor), env.ports.tickets, await orderOf(one))
  const view = await viewOf(bought)
  expect(view.returns.map(({ isPending, back }) => [isPending, back.amount])).toEqual([
    [false, 5_000],
    [true, 500],
  ])
  supplier.decide('refuses')
  env.context.clock.advance(400)
  await cancelDue(env.context, env.ports)
  expect(await stateOf(bought)).toBe(Processed)
  expect((await viewOf(bought)).returns).toHaveLength(1)
  // What is being confirmed is named line by line; what was refused is told with its money.
  const lines = waiting.order.lines.filter(
    ({ kind, source }) => kind === 'Ticket' && source === 'boat',
  )
  expect((await viewOf(waiting)).waiting).toEqual(lines.map(({ id }) => id))
  supplier.wake('refuses')
  await ask(2)
  expect(await viewOf(waiting)).toMatchObject({
    waiting: [],
    returns: [{ kind: 'refused', back: { amount: 2 * seatMinor }, ticketIdentifiers: [] }],
  })
})

test('a refusal at once opens the ticket again; a supplier without terms refuses the quote', async () => {
  const bought = await buy()
  await ask()
  const [before] = await held(bought)
  supplier.ends.push('refuses')
  const { quote } = await quoteOf(env, bought)
  expect(await env.executeReturn(bought.actor, quote)).toMatchObject({ code: 'ReturnRefused' })
  const [after] = await held(bought)
  expect(after?.code).not.toBeNull()
  expect(after?.code).not.toBe(before?.code)
  supplier.isDown = true
  const silent = await env.quote(bought.actor, { orderKey: bought.order.orderKey })
  expect(silent).toMatchObject({ code: 'ServiceUnavailable' })
  supplier.isDown = false
})

test('two suppliers’ items go back one after the other, and nothing of a supplier is resold', async () => {
  const bought = await buy({ alsoItemId: alsoSupplied[1] })
  await ask()
  const quote = await quoteOf(env, bought)
  const refusals = quote.tickets.map(({ refusal }) => refusal?.code ?? null)
  expect(refusals.toSorted()).toEqual(['ReturnSeparately', null].toSorted())
  const resale = await env.quote(bought.actor, { orderKey: bought.order.orderKey }, 'resale')
  expect(
    resale.ok && resale.value.tickets.every((one) => one.refusal?.code === 'ResaleNotAllowed'),
  ).toBe(true)
})

test('the process dies before every statement of a return, and the money goes back once', async () => {
  const returned: Bought[] = []
  concert = await env.event(400)
  let deaths = 0
  for (let statements = 0; ; statements += 1) {
    const bought = await buy({ standing: 1 })
    await ask()
    if (statements % 2 === 0) supplier.ends.push('lost')
    const { context } = env
    const own = (await held(bought)).filter(({ ticket }) => ticket.bookingNumber !== null)
    const { quote } = await quoteOf(
      env,
      bought,
      own.map(({ ticket }) => ticket),
    )
    const buyer = context.as(bought.actor)
    const hasDied = await diedOver(buyer, statements, (dying) =>
      executeQuote(dying, env.ports, 'return', quote ?? ''),
    )
    supplier.ends.length = 0
    const isOpen = (await bookings(bought)).some(([isBooked, isValid]) => isBooked && isValid)
    // Died before anything was written: the buyer presses again.
    if (isOpen) await env.executeReturn(bought.actor, quote)
    for (let round = 0; round < 2; round += 1) {
      context.clock.advance(200)
      await cancelDue(context, env.ports)
    }
    returned.push(bought)
    if (!hasDied) break
    deaths += 1
  }
  while ((await executeRefunds(env.context, env.checkout)) > 0);
  for (const [statements, bought] of returned.entries())
    expect([statements, backAtBank(bought), await stateOf(bought)]).toEqual([
      statements,
      500,
      Processed,
    ])
  expect(deaths).toBeGreaterThan(15)
}, 60_000)

test('the process dies before every statement of the sale, and it is confirmed once all the same', async () => {
  concert = await env.event(400)
  let deaths = 0
  for (let statements = 0; ; statements += 1) {
    const { context, checkout } = env
    const buyer = context.as(await env.guest())
    const places = [(nextPlace += 1)]
    const journey = { offeringId, itemId: supplied, parts: [{ legFrom: 0, legTo: 1, places }] }
    const taken = await takeOffers(buyer, [requestFor(boat, journey)], { isAllOrNothing: true })
    invariant(taken.ok, 'the place is free')
    const { orderKey, id: orderId } = taken.value.order
    const details = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }
    await checkoutOrder(buyer, [boat], { orderKey, buyer: details, acceptTerms: true })
    const started = await startPayment(buyer, checkout, { orderKey, provider: 2 })
    invariant(started.ok, 'the payment starts')
    env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
    const { id } = started.value
    const hasDied = await diedOver(buyer, statements, (dying) => settlePayment(dying, checkout, id))
    await settlePayment(buyer, checkout, id)
    const order = await findOrder(context, { orderId })
    expect([statements, order?.status]).toEqual([statements, WaitingForTicket])
    expect(await readConfirmations(context, [orderId])).toHaveLength(1)
    await ask()
    expect((await findOrder(context, { orderId }))?.status).toBe(Processed)
    if (!hasDied) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(8)
}, 60_000)

test.each(['confirms', 'refuses', 'lost'] as const)(
  'the process dies before every statement of an attempt that %s, and the next one ends it',
  async (fate) => {
    concert = await env.event(400)
    let deaths = 0
    for (let statements = 0; ; statements += 1) {
      const bought = await buy({ fates: [fate], standing: 1 })
      const { context } = env
      // What dies in one confirmation is logged, so that it does not delay the others.
      const error = vi.spyOn(context.log, 'error')
      const hasDied =
        (await diedOver(context, statements, (dying) => confirmDue(dying, ports))) ||
        error.mock.calls.length > 0
      error.mockRestore()
      context.clock.advance(100)
      await ask(3)
      expect([statements, await stateOf(bought)]).toEqual([statements, Processed])
      expect((await readTicketStates(context, bought.order.id, { isLocked: false })).length).toBe(
        fate === 'refuses' ? 1 : 2,
      )
      if (!hasDied) break
      deaths += 1
    }
    expect(deaths).toBeGreaterThan(fate === 'lost' ? 2 : 5)
  },
  60_000,
)
