/**
 * Goal: a sale, a confirmation and a return with a supplier end consistently wherever the process crashes. Method: the
 * process crashes before every statement in turn and the sweeps run; places, tickets and money are compared.
 */
import { expect, test, vi } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { settlePayment } from '#flows/checkout/server/settle-payment.ts'
import { startPayment } from '#flows/checkout/server/start-payment.ts'
import { crashesDuring, crashStride } from '#flows/checkout/tests/simulated-crash.ts'
import { executeQuote } from '#flows/returns/server/execute-quote.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { boat, quoteOf, type Bought } from '#flows/returns/tests/test-env.ts'
import { invariant } from '#kernel/result.ts'
import {
  checkoutOrder,
  findOrder,
  readConfirmations,
  requestFor,
  takeOffers,
} from '#modules/orders/server/public-api.ts'
import { readTicketStates } from '#modules/tickets/server/public-api.ts'
import { confirmDue } from '../server/confirm-due.ts'
import { FulfilmentShop, supplied } from './fulfilment-shop.ts'

const { Processed, WaitingForTicket } = orderStatus
const shop = new FulfilmentShop()

test('the process dies before every statement of a return, and the money goes back once', async () => {
  const returned: Bought[] = []
  shop.concert = await shop.env.event(400)
  let deaths = 0
  for (let statements = 0; ; statements += crashStride) {
    const bought = await shop.buy({ standing: 1 })
    await shop.ask()
    if (statements % 2 === 0) shop.supplier.ends.push('lost')
    const { context } = shop.env
    const own = (await shop.held(bought)).filter(({ ticket }) => ticket.bookingNumber !== null)
    const { quote } = await quoteOf(
      shop.env,
      bought,
      own.map(({ ticket }) => ticket),
    )
    const buyer = context.as(bought.actor)
    const hasDied = await crashesDuring(buyer, statements, (dying) =>
      executeQuote(dying, shop.env.ports, 'return', quote ?? ''),
    )
    shop.supplier.ends.length = 0
    const isOpen = (await shop.bookings(bought)).some(([isBooked, isValid]) => isBooked && isValid)
    // It crashed before anything was written: the buyer repeats the request.
    if (isOpen) await shop.env.executeReturn(bought.actor, quote)
    for (let round = 0; round < 2; round += 1) {
      context.clock.advance(200)
      await cancelDue(context, shop.env.ports)
    }
    returned.push(bought)
    if (!hasDied) break
    deaths += 1
  }
  while ((await executeRefunds(shop.env.context, shop.env.checkout)) > 0);
  for (const [statements, bought] of returned.entries())
    expect([statements, shop.backAtBank(bought), await shop.stateOf(bought)]).toEqual([
      statements,
      500,
      Processed,
    ])
  expect(deaths * crashStride).toBeGreaterThan(15)
}, 60_000)

test('the process dies before every statement of the sale, and it is confirmed once all the same', async () => {
  shop.concert = await shop.env.event(400)
  let deaths = 0
  for (let statements = 0; ; statements += crashStride) {
    const { context, checkout } = shop.env
    const buyer = context.as(await shop.env.guest())
    const places = [shop.freePlace()]
    const journey = {
      offeringId: shop.offeringId,
      itemId: supplied,
      parts: [{ legFrom: 0, legTo: 1, places }],
    }
    const taken = await takeOffers(buyer, [requestFor(boat, journey)], { isAllOrNothing: true })
    invariant(taken.ok, 'the place is free')
    const { orderKey, id: orderId } = taken.value.order
    const details = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }
    await checkoutOrder(buyer, [boat], { orderKey, buyer: details, acceptTerms: true })
    const started = await startPayment(buyer, checkout, { orderKey, provider: 2 })
    invariant(started.ok, 'the payment starts')
    shop.env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
    const { id } = started.value
    const hasDied = await crashesDuring(buyer, statements, (dying) =>
      settlePayment(dying, checkout, id),
    )
    await settlePayment(buyer, checkout, id)
    const order = await findOrder(context, { orderId })
    expect([statements, order?.status]).toEqual([statements, WaitingForTicket])
    expect(await readConfirmations(context, [orderId])).toHaveLength(1)
    await shop.ask()
    expect((await findOrder(context, { orderId }))?.status).toBe(Processed)
    if (!hasDied) break
    deaths += 1
  }
  expect(deaths * crashStride).toBeGreaterThan(8)
}, 60_000)

test.each(['confirms', 'refuses', 'lost'] as const)(
  'the process dies before every statement of an attempt that %s, and the next one ends it',
  async (fate) => {
    shop.concert = await shop.env.event(400)
    let deaths = 0
    for (let statements = 0; ; statements += crashStride) {
      const bought = await shop.buy({ fates: [fate], standing: 1 })
      const { context } = shop.env
      // An error in one confirmation is logged, so that it does not delay the others.
      const error = vi.spyOn(context.log, 'error')
      const hasDied =
        (await crashesDuring(context, statements, (dying) => confirmDue(dying, shop.ports))) ||
        error.mock.calls.length > 0
      error.mockRestore()
      context.clock.advance(100)
      await shop.ask(3)
      expect([statements, await shop.stateOf(bought)]).toEqual([statements, Processed])
      expect((await readTicketStates(context, bought.order.id, { isLocked: false })).length).toBe(
        fate === 'refuses' ? 1 : 2,
      )
      if (!hasDied) break
      deaths += 1
    }
    expect(deaths * crashStride).toBeGreaterThan(fate === 'lost' ? 2 : 5)
  },
  60_000,
)
