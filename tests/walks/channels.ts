/**
 * Sales through other channels: an event hub whose buyers pay at another bank, a sales channel, and a
 * reader of prepaid cards.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import { standingTicket } from './choosing.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

/**
 * A booking of the hub is linked to an order; the buyer follows later and pays at the bank that calls the
 * shop before it charges.
 */
export async function walkHub(environment: WalkEnvironment): Promise<void> {
  const hub = environment.partner('An event hub')
  const { eventId, ticketTypeId, total } = await standingTicket(hub)
  const places = [{ ticketTypeId, quantity: 1 }]
  const { orderKey } = await hub.call('bookingChooseSeat', { body: { eventId, places } })
  const booking = { eventHubBookingId: 'HUB-2026-00017', orderKey }
  const begun = await hub.call('ordersEventhubBeginCheckout', { body: booking })
  expect(begun.order.statusName).toBe('Checkout')
  const payment = { orderKey, provider: 1 }
  expect(await hub.refusalOf('ordersGrootCreatePayment', { body: payment })).toBe(
    'BuyerDetailsMissing',
  )
  // A request is repeated after a lost response and returns the same order.
  const again = await hub.call('ordersEventhubBeginCheckout', {
    body: { ...booking, buyer, acceptTerms: true },
  })
  expect(again.order.orderKey).toBe(orderKey)
  const started = await hub.call('ordersGrootCreatePayment', { body: payment })
  await walkBank(environment, started.redirectUrl, total)
  const outcome = await hub.call('ordersGrootOrderComplete', { body: { orderKey } })
  expect(outcome.statusName).toBe('Processed')
}

/**
 * The bank's own calls: checks whether the payment is wanted, charges, and reports the outcome; signed in
 * both directions.
 */
async function walkBank(
  { gc, callLog }: WalkEnvironment,
  url: string,
  total: number,
): Promise<void> {
  const { trxId, requestedMinor } = await gc.visit(url)
  expect(requestedMinor).toBe(total)
  gc.pay(trxId, { kind: 'approve' })
  await gc.delivered(trxId)
  const calls = { check: 'paymentsGcAvailability', register: 'paymentsGcRegistration' }
  for (const [kind, operationId] of Object.entries(calls)) {
    const made = gc.shopCalls().find((call) => call.kind === kind)
    expect(made?.status).toBe(200)
    callLog.record(operationId, 'A bank')
  }
}

/**
 * A channel that collects the money itself; it passes its own reference, and no customer balance is
 * involved.
 */
export async function walkChannel(environment: WalkEnvironment): Promise<void> {
  const channel = environment.partner('A sales channel')
  const { eventId, ticketTypeId } = await standingTicket(channel)
  const body = {
    eventId,
    places: [{ ticketTypeId, quantity: 2 }],
    buyer,
    acceptTerms: true,
    externalReference: 'TERMINAL-4-0099',
  }
  const web = environment.partner('A sales channel', { apiKey: 'demo-web' })
  expect(await web.refusalOf('ordersGrootIntegrationCheckOut', { body })).toBe(
    'IntegrationChannelNotFound',
  )
  const { order } = await channel.call('ordersGrootIntegrationCheckOut', { body })
  const { orderKey } = order
  const { redirectUrl } = await channel.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
  const { orderNumber } = await channel.call('ordersGrootOrderComplete', { body: { orderKey } })
  const details = await channel.call('ordersGrootDetails', { path: { orderNumber } })
  expect(details.statusName).toBe('Processed')
}

/** A customer buys a card with ten uses; an external reader issues a ticket for one of them. */
export async function walkPass(environment: WalkEnvironment): Promise<void> {
  const holder = environment.partner('A reader of prepaid passes', {
    token: await environment.shop.guest(),
  })
  const { products } = await holder.call('multipassShow')
  const product = products.find(({ name }: Reply) => name === 'Ten evenings')
  const { orderKey } = await holder.call('ownMultipassChoose', {
    body: { productId: product.productId },
  })
  await holder.call('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const { redirectUrl } = await holder.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
  await holder.call('ordersGrootOrderComplete', { body: { orderKey } })
  const { cards } = await holder.call('multipassShow')
  const { cardNumber } = cards[0]

  const reader = environment.partner('A reader of prepaid passes')
  const { ticketTypeId } = await standingTicket(reader, { totalMax: product.valueMax.amount })
  const query = { cardNumber, ticketTypeId, swoopIdentifer: 'SWOOP-55-1' }
  const sold = await reader.call('multipassOrderForSwoop', { query })
  expect(sold).toMatchObject({ statusName: 'Processed', usesLeft: product.uses - 1 })
  // The same identifier returns the same order, and no further use is taken.
  const again = await reader.call('multipassOrderForSwoop', { query })
  expect(again.orderNumber).toBe(sold.orderNumber)
  const checked = await holder.call('multipassCheck', { query: { cardNumber } })
  expect(checked.usesLeft).toBe(product.uses - 1)
}
