/** Valid input for the calls about multi-passes: a card with uses, and an order that it can pay. */
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeProduct } from '#flows/pass/tests/support.ts'
import { expectOk } from './purchases.ts'
import { buyer, type HostileShop } from './shop.ts'

export const isAboutMultipass = (call: Call): boolean => call.path.startsWith('/v2/multipass')

/** A free card, so that no bank is involved. */
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

/** An operator's input for opening the sale of a pass. */
export async function passTerms(
  shop: HostileShop,
  { merchantId }: Pick<MadeEvent, 'merchantId'>,
): Promise<Record<string, unknown>> {
  const now = shop.context.clock.now().getTime()
  return {
    nameKa: 'სეზონის ბარათი',
    nameEn: 'Season pass',
    descriptionKa: 'ხუთი საღამო',
    descriptionEn: 'Five evenings',
    merchantId,
    uses: 5,
    price: 10_000,
    topUpUses: 2,
    topUpPrice: 3_000,
    validFrom: new Date(now).toISOString(),
    validUntil: new Date(now + 90 * 86_400_000).toISOString(),
    validDays: 30,
    validDaysFrom: 'sale',
    sources: ['event'],
    merchantIds: [merchantId],
    weekdays: [1, 2],
    hourFrom: 10,
    hourUntil: 20,
    valueMax: 4_000,
    usesPerOrderMax: 4,
    paysFees: true,
    isAtDoor: false,
    isActive: true,
    cardsMax: 100,
  }
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
