import type { LocalizedText } from '#kernel/locale.ts'
import { takesPartInLoyalty } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readStanding, type LoyaltyStatus } from './loyalty.ts'

/** A discount card of the calling customer that takes something off. */
export interface OwnCard {
  readonly typeId: number
  readonly number: string
  readonly name: LocalizedText
  readonly basisPoints: number
  /** The most it takes off one order. */
  readonly discountMinorMax: number
  readonly borneBy: 'house' | 'merchant'
}

/** The caller's cards whose type is taken, the oldest first; none without a sign-in. */
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
    borneBy: row.borne_by === 'merchant' ? 'merchant' : 'house',
  }))
}

/** The status the caller has now, if they take part in the programme. */
export async function readOwnStatus(context: Context): Promise<LoyaltyStatus | null> {
  const { actor } = context
  if (actor.kind !== 'customer') return null
  if (!(await takesPartInLoyalty(context, actor.customerId))) return null
  return (await readStanding(context, actor.customerId)).status
}
