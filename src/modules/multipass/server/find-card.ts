import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { cardNumberOf, isProofValid, parseCardNumber } from './card-number.ts'
import { usesPoolId } from './rules.ts'
import { readCard, readProducts, type Card, type Product } from './store.ts'

export interface FoundCard {
  readonly card: Card
  readonly product: Product
  /** Without spaces. */
  readonly cardNumber: string
}

/** The card with this number; null for mistyped, forged or void numbers. */
export async function findCard(context: Context, typed: string): Promise<FoundCard | null> {
  const parsed = parseCardNumber(typed)
  const card = parsed && (await readCard(context, parsed.ticketId))
  if (!parsed || !card || !(await isProofValid(context, parsed, card.issueNumber))) return null
  return { ...(await withProduct(context, card)), cardNumber: await cardNumberOf(context, card) }
}

/** The card of a ticket that the caller has verified. */
export async function findCardOfTicket(
  context: Context,
  ticketId: number,
): Promise<FoundCard | null> {
  const card = await readCard(context, ticketId)
  if (!card) return null
  return { ...(await withProduct(context, card)), cardNumber: await cardNumberOf(context, card) }
}

async function withProduct(
  context: Context,
  card: Card,
): Promise<{ card: Card; product: Product }> {
  const [product] = await readProducts(context, { productIds: [card.productId] })
  if (!product) throw new Error(`Product ${card.productId} of a card does not exist`)
  return { card, product }
}

/** Number of uses of a card that are neither taken nor held. */
export async function usesLeft(
  context: Context,
  { offeringId }: Pick<Card, 'offeringId'>,
): Promise<number> {
  const use = (await readPoolUse(context, [offeringId], usesPoolId)).get(offeringId)
  return use ? use.capacity - use.sold - use.held : 0
}
