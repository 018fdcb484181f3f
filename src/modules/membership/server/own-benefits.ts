import type { LocalizedText } from '#kernel/locale.ts'
import { takesPartInLoyalty } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readStatusOf, type LoyaltyStatus } from './loyalty.ts'

/** A discount card in the account of the calling customer. */
export interface OwnCard {
  readonly typeId: number
  readonly number: string
  readonly name: LocalizedText
  readonly basisPoints: number
  /** Maximum discount of one order, in minor units. */
  readonly discountMinorMax: number
  readonly fundedBy: 'house' | 'merchant'
}

/** The caller's cards of active types, the oldest first; empty unless a customer is signed in. */
export async function readOwnCards(context: Context): Promise<OwnCard[]> {
  const { actor } = context
  if (actor.kind !== 'customer') return []
  const rows = await context.db
    .selectFrom('discount_card as card')
    .innerJoin('discount_card_type as type', 'type.id', 'card.type_id')
    .select(['card.type_id', 'card.number', 'name', 'basis_points', 'discount_max_minor'])
    .select('borne_by')
    .where('customer_id', '=', actor.customerId)
    .where('type.is_active', '=', true)
    .orderBy('added_at')
    .orderBy('card.number')
    .execute()
  return rows.map((row) => ({
    typeId: row.type_id,
    number: row.number,
    name: row.name as unknown as LocalizedText,
    basisPoints: row.basis_points,
    discountMinorMax: row.discount_max_minor,
    fundedBy: row.borne_by === 'merchant' ? 'merchant' : 'house',
  }))
}

/** The current status of the caller; null if they do not take part in the programme. */
export async function readOwnStatus(context: Context): Promise<LoyaltyStatus | null> {
  const { actor } = context
  if (actor.kind !== 'customer') return null
  if (!(await takesPartInLoyalty(context, actor.customerId))) return null
  return (await readStatusOf(context, actor.customerId)).status
}
