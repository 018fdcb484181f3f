/** A buyer of flights over HTTP, step by step as the pages do it. */
import { expect } from 'vitest'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { callbackOf, expectOk, startPayment } from '../hostile/purchases.ts'
import { buyer, type HostileShop, type Reply } from '../hostile/shop.ts'
import { birthDateAt, dateAfter } from '../support/dates.ts'

const day = 86_400_000

export function dayFrom(shop: HostileShop, days: number): string {
  return new Date(shop.context.clock.now().getTime() + days * day).toISOString().slice(0, 10)
}

export async function searchOf(
  shop: HostileShop,
  query: Readonly<Record<string, string | number | boolean>>,
): Promise<Reply> {
  const words = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  return expectOk(shop.get(`/v2/flights/search?${words}`))
}

/** Repeats a search until every supplier has answered. */
export async function completeSearch(
  shop: HostileShop,
  query: Readonly<Record<string, string | number | boolean>>,
): Promise<Reply> {
  for (let round = 0; round < 40; round += 1) {
    const found = await searchOf(shop, query)
    if (found.isComplete) return found
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  throw new Error('The search did not end')
}

const people = [
  { kind: 'adult', givenName: 'Nino', familyName: 'Beridze', gender: 2, age: 38.7 },
  { kind: 'adult', givenName: 'Giorgi', familyName: 'Beridze', gender: 1, age: 41 },
  { kind: 'child', givenName: 'Luka', familyName: 'Beridze', gender: 1, age: 7.5 },
  { kind: 'infant', givenName: 'Elene', familyName: 'Beridze', gender: 2, age: 0.8 },
] as const

/** A party of adults, children and infants, of their age today: shops of flights begin with the real time. */
export function family(adults: number, children = 0, infants = 0) {
  const wanted = { adult: adults, child: children, infant: infants }
  const seen = { adult: 0, child: 0, infant: 0 }
  return people
    .filter(({ kind }) => (seen[kind] += 1) <= wanted[kind])
    .map(({ age, ...one }, index) => ({
      ...one,
      birthDate: birthDateAt(new Date(), age),
      documentKind: 'passport',
      documentNumber: `19AA1234${index}`,
      nationality: 'GE',
      documentExpiresOn: dateAfter(new Date(), 7 * 365),
    }))
}

export const contact = { email: 'nino@example.com', phone: '+995555123456' }

export interface MadeBooking {
  readonly token: string
  readonly tktOrderNumber: string
  readonly orderKey: string
  readonly order: Reply
  readonly price: Reply
}

/** From an itinerary to an order that holds the places. */
export async function book(
  shop: HostileShop,
  options: {
    readonly token: string
    readonly itineraryId: string
    readonly passengers: readonly object[]
  },
): Promise<MadeBooking> {
  const { token, itineraryId, passengers } = options
  const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
  const { priceDetailId } = price
  const info = await expectOk(
    shop.get(`/v2/flights/flight-info-checkout?priceDetailId=${priceDetailId}`, token),
  )
  expect(info.passengers).toHaveLength(passengers.length)
  const named = await expectOk(
    shop.post('/v2/flights/passengers', { priceDetailId, passengers, contact }, token),
  )
  const { tktOrderNumber } = named
  const order = await expectOk(shop.post('/v2/flights/order', { tktOrderNumber }, token))
  return { token, tktOrderNumber, orderKey: order.orderKey, order, price }
}

/** Checks out and pays by card; returns the captured amount in tetri. */
export async function pay(
  shop: HostileShop,
  { token, orderKey }: Pick<MadeBooking, 'token' | 'orderKey'>,
): Promise<number> {
  await expectOk(shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true }, token))
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  return shop.bank.payments().find((one) => one.payId === payId)?.amountMinor ?? 0
}

/** Runs the worker until nothing is due any more. */
export async function confirmRounds(shop: HostileShop, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await confirmDue(shop.context, shop.ports.fulfilment)
    shop.context.clock.advance(120)
  }
}
