import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { discountCardTypeView, discountCardView } from '../contract.ts'
import { isBound } from './bind-card.ts'

type TypeView = z.output<typeof discountCardTypeView>
type CardView = z.output<typeof discountCardView>

const derive = promisify<string, Uint8Array, number, Buffer>(scrypt)
const hashBytes = 32

/** Wrong PINs, from any account, after which a card is locked for `lockHours`. */
const wrongMax = 5
const lockHours = 24

export function hashPin(pin: string, salt: Uint8Array): Promise<Buffer> {
  return derive(pin, salt, hashBytes)
}

export async function listTypes(
  context: Context,
): Promise<Result<{ types: TypeView[] }, ErrorCode>> {
  const rows = await context.db
    .selectFrom('discount_card_type')
    .select([
      'id',
      'name',
      'description',
      'number_length',
      'pin_length',
      'basis_points',
      'discount_max_minor',
    ])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  return ok({
    types: rows.map((row) => ({
      typeId: row.id,
      name: (row.name as unknown as LocalizedText)[context.locale],
      description: (row.description as unknown as LocalizedText)[context.locale],
      numberLength: row.number_length,
      pinLength: row.pin_length,
      percent: row.basis_points / 100,
      discountMax: money(row.discount_max_minor),
    })),
  })
}

/** The caller's cards. Another customer's id fails with `NotFound`. */
export async function listDiscountCards(
  context: Context,
  customerId?: string,
): Promise<Result<{ cards: CardView[] }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  if (customerId !== undefined && !isSame(customerId, actor.customerId)) return fail('NotFound')
  const rows = await context.db
    .selectFrom('discount_card as card')
    .innerJoin('discount_card_type as type', 'type.id', 'card.type_id')
    .select(['number', 'type_id', 'name', 'basis_points', 'added_at'])
    .where('customer_id', '=', actor.customerId)
    .orderBy('added_at')
    .execute()
  return ok({
    cards: rows.map((row) => ({
      cardNumber: row.number,
      typeId: row.type_id,
      typeName: (row.name as unknown as LocalizedText)[context.locale],
      percent: row.basis_points / 100,
      addedAt: row.added_at?.toISOString() ?? '',
    })),
  })
}

/**
 * Adds a card to the caller's account. An attempt is counted by the statement that reads the card, before the PIN is
 * compared, so that each of several concurrent attempts counts. After five wrong PINs the card is locked for a day.
 */
export async function addDiscountCard(
  context: Context,
  given: { readonly cardNumber: string; readonly discountCardType: number; readonly pin: string },
): Promise<Result<CardView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const now = context.clock.now()
  const lockedUntil = new Date(now.getTime() + lockHours * 3_600_000)
  const { rows } = await sql<{
    pin_salt: Buffer
    pin_hash: Buffer
    customer_id: string | null
  }>`
    update discount_card card
    set failed_count = case when failed_count >= ${wrongMax}::int then 1 else failed_count + 1 end,
      locked_until = case when failed_count = ${wrongMax - 1}::int then ${lockedUntil}::timestamptz end
    from discount_card_type type
    where card.type_id = ${given.discountCardType} and card.number = ${given.cardNumber}
      and type.id = card.type_id and type.is_active
      and (card.locked_until is null or card.locked_until <= ${now})
    returning card.pin_salt, card.pin_hash, card.customer_id
  `.execute(context.db)
  const [card] = rows
  // An unknown card costs the same work, so that response times do not reveal which numbers exist.
  const hash = await hashPin(given.pin, card?.pin_salt ?? Buffer.alloc(16))
  if (!card || !timingSafeEqual(hash, card.pin_hash)) return fail('DiscountCardWrong')
  if (card.customer_id !== null && card.customer_id !== customerId) return fail('DiscountCardTaken')
  const added = await sql`
    update discount_card
    set customer_id = ${customerId}, added_at = coalesce(added_at, ${now}), failed_count = 0, locked_until = null
    where type_id = ${given.discountCardType} and number = ${given.cardNumber}
      and (customer_id is null or customer_id = ${customerId})
    returning number
  `.execute(context.db)
  if (added.rows.length === 0) return fail('DiscountCardTaken')
  const own = await listDiscountCards(context)
  const view = own.ok ? own.value.cards.find((each) => isCard(each, given)) : undefined
  return view ? ok(view) : fail('DiscountCardWrong')
}

function isCard(
  view: CardView,
  given: { readonly cardNumber: string; readonly discountCardType: number },
): boolean {
  return view.cardNumber === given.cardNumber && view.typeId === given.discountCardType
}

/**
 * Removes a card from the caller's account, unless it reduces an unpaid order; any customer who knows its PIN may add it
 * again.
 */
export async function removeDiscountCard(
  context: Context,
  given: { readonly customerId: string; readonly cardNumber: string },
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  if (!isSame(given.customerId, actor.customerId)) return fail('NotFound')
  const { customerId } = actor
  return inTransaction<Result<{ done: true }, ErrorCode>>(context, async (inside) => {
    const cards = await inside.db
      .selectFrom('discount_card')
      .select(['type_id', 'number', 'order_key'])
      .where('customer_id', '=', customerId)
      .where('number', '=', given.cardNumber)
      .orderBy('type_id')
      .forUpdate()
      .execute()
    if (cards.length === 0) return fail('NotFound')
    for (const { type_id: typeId, number, order_key: orderKey } of cards)
      if (await isBound(inside, { typeId, number }, orderKey)) return fail('DiscountCardInUse')
    await inside.db
      .updateTable('discount_card')
      .set({ customer_id: null, added_at: null })
      .where('customer_id', '=', customerId)
      .where('number', '=', given.cardNumber)
      .execute()
    return ok({ done: true })
  })
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
