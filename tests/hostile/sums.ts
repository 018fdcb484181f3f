/** Valid input for the calls that change the total of an order, and of the operator's calls about them. */
import type { Call } from '#contract/call.ts'
import { savePromoCode, writeOrderOption } from '#modules/promotions/server/public-api.ts'
import { invariant } from '#kernel/result.ts'
import type { HostileShop } from './shop.ts'
import { discountCard } from './wallet.ts'

const terms = { percent: 10, borneBy: 'house', isCombined: true, isActive: true } as const

export function isAboutSums(call: Call): boolean {
  return /^(promo-codes|orders-promo|orders-reserve-promo|orders-fees-apply|own-orders-)/.test(
    call.id,
  )
}

export async function sumsValues(
  shop: HostileShop,
  token: string,
): Promise<Record<string, unknown>> {
  const code = await savePromoCode(shop.context, [], terms)
  invariant(code.ok, 'an operator may write a code')
  const card = await discountCard(shop, token, { id: 'own' })
  const fees = [{ feeId: await giftOption(shop) }]
  return {
    promoCode: code.value.code,
    fees,
    typeId: card['discountCardType'],
    cardNumber: card['cardNumber'],
  }
}

function giftOption(shop: HostileShop): Promise<number> {
  const words = { ka: 'კონვერტი', en: 'Envelope' }
  return writeOrderOption(shop.context, {
    kind: 'Card',
    name: words,
    description: words,
    pricing: 'order',
    amountMinor: 500,
    amountMinorMax: null,
    basisPoints: null,
    source: null,
    itemId: null,
    merchantId: null,
    beneficiary: null,
    isActive: true,
    position: 1,
  })
}

/** An existing code, batch and option. */
export async function promotionValues(
  shop: HostileShop,
  callId: string,
): Promise<Record<string, unknown>> {
  if (callId === 'own-operator-order-option-change')
    return { optionId: await giftOption(shop), amount: 600, isActive: true }
  if (callId.endsWith('-save')) return terms
  const token = await shop.operator()
  const batch = { note: 'Walk', count: 2, ...terms }
  const made = await shop.post('/v2/operator/promotions/codes', batch, token)
  const code = await savePromoCode(shop.context, [], terms)
  invariant(code.ok, 'an operator may write a code')
  return { batchId: made.body.batchId, codeId: code.value.codeId, isActive: false }
}
