import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { cardNumberOf, isProven, readCardNumber } from './card-number.ts'
import { usesPoolId } from './rules.ts'
import { readCard, readProducts, type Card, type Product } from './store.ts'

export interface FoundCard {
  readonly card: Card
  readonly product: Product
  /** Without spaces. */
  readonly cardNumber: string
}

/** The card of a number; null for numbers that are mistyped, made up, or of somebody who has given the pass away. */
export async function findCard(context: Context, typed: string): Promise<FoundCard | null> {
  const read = readCardNumber(typed)
  const card = read && (await readCard(context, read.ticketId))
  if (!read || !card || !(await isProven(context, read, card.issueNumber))) return null
  return { ...(await withProduct(context, card)), cardNumber: await cardNumberOf(context, card) }
}

/** The card of a ticket, without a check: the caller has verified the ticket. */
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
  if (!product) throw new Error(`Product ${card.productId} of a card is there`)
  return { card, product }
}

/** How many uses of a card are neither taken nor held. */
export async function usesLeft(
  context: Context,
  { offeringId }: Pick<Card, 'offeringId'>,
): Promise<number> {
  const use = (await readPoolUse(context, [offeringId], usesPoolId)).get(offeringId)
  return use ? use.capacity - use.sold - use.held : 0
}
