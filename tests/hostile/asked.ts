/** Shows that ask questions of their own, and orders that answer them, over HTTP. */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeRule } from '#modules/sale-rules/tests/factories.ts'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { choiceOf, expectOk, type Request } from './purchases.ts'
import { buyer, type HostileShop, type Reply } from './shop.ts'

export const question = (
  key: string,
  per: ExtraField['per'],
  kind: ExtraField['kind'],
  more: Partial<ExtraField> = {},
): ExtraField => ({
  key,
  per,
  kind,
  label: { ka: `კითხვა ${key}`, en: `Question ${key}` },
  isRequired: false,
  isOnTicket: false,
  ...more,
})

/** An event without a price that asks these questions. */
export async function askingEvent(
  shop: HostileShop,
  fields: readonly ExtraField[],
): Promise<MadeEvent> {
  const event = await shop.event({
    zonePricesMinor: { a: 0, b: 0 },
    poolPriceMinor: 0,
    feeBasisPoints: 0,
  })
  await ask(shop, event, fields)
  return event
}

export async function ask(
  shop: HostileShop,
  { eventId }: Pick<MadeEvent, 'eventId'>,
  fields: readonly ExtraField[],
): Promise<void> {
  await makeRule(shop.context, 'extra-fields', { eventId }, { fields: [...fields] })
  await expireCaches(1_100)
}

/** Chooses places, in an order that exists already or in a new one. */
export function choosePlaces(
  shop: HostileShop,
  token: string,
  request: Request & { readonly orderKey?: string },
): Promise<Reply> {
  const { orderKey } = request
  const body = { ...choiceOf(request), ...(orderKey !== undefined && { orderKey }) }
  return expectOk(shop.post('/v2/Booking/choose-seat', body, token))
}

/** Buys an order without a price; `answerOf` answers each of its questions, `undefined` leaves it out. */
export async function buyAnswering(
  shop: HostileShop,
  { token, orderKey }: { readonly token: string; readonly orderKey: string },
  answerOf: (question: Reply, index: number) => string | undefined,
): Promise<{ orderKey: string; orderNumber: string; questions: Reply[] }> {
  const page = await expectOk(shop.get(`/v2/orders/checkout/details?orderKey=${orderKey}`, token))
  const extras = page.extras.flatMap((one: Reply, index: number) => {
    const value = answerOf(one, index)
    return value === undefined ? [] : [{ id: one.id, value }]
  })
  const body = { orderKey, buyer, acceptTerms: true, extras }
  await expectOk(shop.post('/v2/orders/checkout', body, token))
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { orderNumber } = page.order
  return { orderKey, orderNumber, questions: page.extras }
}
