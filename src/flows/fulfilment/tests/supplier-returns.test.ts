/**
 * Goal: tickets booked by a supplier are returned by its terms, once, and the buyer never has both ticket and refund.
 * Method: the shop with its database and the demo bank; a supplier that is slow to cancel or refuses. Places, tickets
 * and money are compared after every test.
 */
import { expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { attemptCancellation, cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { quoteOf, type Bought } from '#flows/returns/tests/test-env.ts'
import { readPendingReturns } from '#modules/returns/server/public-api.ts'
import { presentOrderTickets } from '#modules/tickets/server/present.ts'
import { FulfilmentShop, alsoSupplied, seatMinor } from './fulfilment-shop.ts'

const { Canceled, Processed } = orderStatus
const shop = new FulfilmentShop()

test('a return: the supplier cancels first, by its own terms, then the money goes back', async () => {
  shop.supplier.keeps = 100
  const bought = await shop.buy({ seats: 2, concertPlace: 5 })
  await shop.ask()
  const own = (await shop.held(bought)).filter(({ ticket }) => ticket.bookingNumber !== null)
  const [one] = own.map(({ ticket }) => ticket)
  if (!one) throw new Error('There are tickets')
  const quote = await quoteOf(shop.env, bought, [one])
  expect(quote).toMatchObject({ back: { amount: seatMinor - 100 }, deduction: { amount: 100 } })
  const done = await shop.env.executeReturn(bought.actor, quote.quote)
  expect(done).toMatchObject({ ok: true, value: { isPending: false } })
  expect(await shop.env.executeReturn(bought.actor, quote.quote)).toEqual(done)
  expect(shop.supplier.asked.filter((what) => what.startsWith('cancel'))).toEqual(['cancel 1'])
  await shop.env.refunds(3)
  expect(shop.backAtBank(bought)).toBe(seatMinor - 100)
  expect(await shop.placesTaken(bought)).toBe(2)
  // Both at once with our own: each by its terms, one return.
  const rest = await quoteOf(shop.env, bought)
  expect(rest.back.amount).toBe(seatMinor - 100 + 5_000)
  expect(await shop.env.executeReturn(bought.actor, rest.quote)).toMatchObject({ ok: true })
  expect(await shop.stateOf(bought)).toBe(Canceled)
  shop.supplier.keeps = null
})

const isCancelled = (end: 'cancels' | 'refuses') => end === 'cancels'

test('a supplier that is slow to cancel: no ticket and no money meanwhile, then one of them', async () => {
  for (const end of ['cancels', 'refuses'] as const) {
    const bought = await shop.buy()
    await shop.ask()
    shop.supplier.ends.push('silent')
    const { quote } = await quoteOf(shop.env, bought)
    const begun = await shop.env.executeReturn(bought.actor, quote)
    expect(begun).toMatchObject({ ok: true, value: { isPending: true } })
    expect(await shop.env.executeReturn(bought.actor, quote)).toEqual(begun)
    expect(await shop.bookings(bought)).toEqual([[true, false]])
    expect(await shop.stateOf(bought)).toBe(Processed)
    await shop.env.refunds(3)
    expect(shop.backAtBank(bought)).toBe(0)
    await cancelDue(shop.env.context, shop.env.ports)
    shop.env.context.clock.advance(400)
    shop.supplier.decide(end)
    // Two workers with the same answer: one of them applies it.
    const [{ id = '' } = {}] = await readPendingReturns(shop.env.context, {
      orderId: bought.order.id,
    })
    const attempt = () => attemptCancellation(shop.env.context, shop.env.ports, id)
    const ended = isCancelled(end) ? 'cancelled' : 'refused'
    expect(await Promise.all([attempt(), attempt()])).toEqual([ended, ended])
    await shop.env.refunds(3)
    const isBack = isCancelled(end)
    expect(await shop.stateOf(bought)).toBe(isBack ? Canceled : Processed)
    // The boat's tickets are refunded without their fees.
    expect(shop.backAtBank(bought)).toBe(isBack ? 500 : 0)
    expect(await shop.bookings(bought)).toEqual([[true, !isBack]])
    expect(await shop.placesTaken(bought)).toBe(isBack ? 0 : 1)
    const again = await shop.env.executeReturn(bought.actor, quote)
    expect(again).toMatchObject(isBack ? { ok: true } : { ok: false, code: 'ReturnRefused' })
  }
})

test('an order is not over while a supplier may refuse to cancel; its page says what is under way', async () => {
  const bought = await shop.buy({ concertPlace: 6 })
  await shop.ask()
  // Prepared outcomes are used in the order in which the supplier is asked.
  const waiting = await shop.buy({ fates: ['silent'], seats: 2, concertPlace: 7 })
  await shop.ask()
  shop.supplier.ends.push('silent')
  const all = await shop.held(bought)
  const [own, booked] = [false, true].map((isBooked) =>
    all.flatMap(({ ticket }) => ((ticket.bookingNumber !== null) === isBooked ? [ticket] : [])),
  )
  for (const part of [booked, own]) {
    const { quote } = await quoteOf(shop.env, bought, part)
    expect(await shop.env.executeReturn(bought.actor, quote)).toMatchObject({ ok: true })
  }
  expect(await shop.stateOf(bought)).toBe(Processed)
  const viewOf = async (one: Bought) =>
    presentOrderTickets(
      shop.env.context.as(one.actor),
      shop.env.ports.tickets,
      await shop.orderOf(one),
    )
  const view = await viewOf(bought)
  expect(view.returns.map(({ isPending, back }) => [isPending, back.amount])).toEqual([
    [false, 5_000],
    [true, 500],
  ])
  shop.supplier.decide('refuses')
  shop.env.context.clock.advance(400)
  await cancelDue(shop.env.context, shop.env.ports)
  expect(await shop.stateOf(bought)).toBe(Processed)
  expect((await viewOf(bought)).returns).toHaveLength(1)
  // Pending confirmations are listed line by line; refused ones are shown with their refunds.
  const lines = waiting.order.lines.filter(
    ({ kind, source }) => kind === 'Ticket' && source === 'boat',
  )
  expect((await viewOf(waiting)).waiting).toEqual(lines.map(({ id }) => id))
  shop.supplier.wake('refuses')
  await shop.ask(2)
  expect(await viewOf(waiting)).toMatchObject({
    waiting: [],
    returns: [{ kind: 'refused', back: { amount: 2 * seatMinor }, ticketIdentifiers: [] }],
  })
})

test('a refusal at once opens the ticket again; a supplier without terms refuses the quote', async () => {
  const bought = await shop.buy()
  await shop.ask()
  const [before] = await shop.held(bought)
  shop.supplier.ends.push('refuses')
  const { quote } = await quoteOf(shop.env, bought)
  expect(await shop.env.executeReturn(bought.actor, quote)).toMatchObject({ code: 'ReturnRefused' })
  const [after] = await shop.held(bought)
  expect(after?.code).not.toBeNull()
  expect(after?.code).not.toBe(before?.code)
  shop.supplier.isDown = true
  const silent = await shop.env.quote(bought.actor, { orderKey: bought.order.orderKey })
  expect(silent).toMatchObject({ code: 'ServiceUnavailable' })
  shop.supplier.isDown = false
})

test('two suppliers’ items go back one after the other, and nothing of a supplier is resold', async () => {
  const bought = await shop.buy({ alsoItemId: alsoSupplied[1] })
  await shop.ask()
  const quote = await quoteOf(shop.env, bought)
  const refusals = quote.tickets.map(({ refusal }) => refusal?.code ?? null)
  expect(refusals.toSorted()).toEqual(['ReturnSeparately', null].toSorted())
  const resale = await shop.env.quote(bought.actor, { orderKey: bought.order.orderKey }, 'resale')
  expect(
    resale.ok && resale.value.tickets.every((one) => one.refusal?.code === 'ResaleNotAllowed'),
  ).toBe(true)
})
