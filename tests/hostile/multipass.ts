/** Good input for the calls of multi-passes: a card with uses, and an order that it can pay. */
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeProduct } from '#flows/pass/tests/support.ts'
import { expectOk } from './purchases.ts'
import { buyer, type HostileShop } from './shop.ts'

export const isAboutMultipass = (call: Call): boolean => call.path.startsWith('/v2/multipass')

/** A card that costs nothing, so that no bank takes part. */
export async function multipassCard(
  shop: HostileShop,
  { token, event }: { readonly token: string; readonly event: MadeEvent },
): Promise<{ readonly cardNumber: string; readonly productId: number }> {
  const free = { priceMinor: 0, uses: 1_000, usesPerOrderMax: 100 }
  const productId = await makeProduct(shop.context, event.merchantId, free)
  const { orderKey } = await expectOk(shop.post('/v2/multipass/choose', { productId }, token))
  await expectOk(shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true }, token))
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { cards } = await expectOk(shop.get('/v2/multipass/show', token))
  return { cardNumber: cards[0].cardNumber, productId }
}

export async function multipassValues(
  shop: HostileShop,
  call: Call,
  caller: { readonly token: string; readonly event: MadeEvent; readonly orderKey: unknown },
): Promise<Record<string, unknown>> {
  const { token, event, orderKey } = caller
  const card = await multipassCard(shop, { token, event })
  const reserve = { orderKey, cardNumber: card.cardNumber }
  if (call.id === 'multipass-checkout')
    await expectOk(shop.post('/v2/multipass/reserve', reserve, token))
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  return { ...card, ticketTypeId, swoopIdentifer: shop.context.random.uuid() }
}
