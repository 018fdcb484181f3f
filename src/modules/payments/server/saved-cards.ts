import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { SavedCardView } from '../contract.ts'
import type { SavedCard, PaymentProvider } from './provider.ts'
import type { Payment } from './rules.ts'

/** Derives the brand from the first digits of `4***********1111` and the label from the last four. */
export function readMask(mask: string): Pick<SavedCardView, 'brand' | 'lastFour'> | null {
  const lastFour = /(\d{4})$/.exec(mask.trim())?.[1]
  if (!lastFour) return null
  const first = mask.trim()
  if (first.startsWith('4')) return { brand: 'visa', lastFour }
  if (/^3[47]/.test(first)) return { brand: 'amex', lastFour }
  if (/^(5|2[2-7])/.test(first)) return { brand: 'mastercard', lastFour }
  return { brand: 'other', lastFour }
}

/**
 * Saves the card of a payment for its customer, who asked for it. Idempotent by token; a removed card that is
 * registered again, possibly with the same token, is restored.
 */
export async function saveCard(context: Context, payment: Payment, card: SavedCard): Promise<void> {
  const shown = readMask(card.mask)
  if (!payment.saveCard || payment.customerId === null || shown === null) return
  const saved = {
    customer_id: payment.customerId,
    brand: shown.brand,
    last_four: shown.lastFour,
    good_until: card.goodUntil,
    created_at: context.clock.now(),
  }
  const isThere = { removed_at: null, next_delete_at: null, token_deleted_at: null }
  const { provider } = payment
  await context.db
    .insertInto('saved_card')
    .values({ id: context.random.uuid(), provider, token: card.token, ...saved })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'token'])
        .doUpdateSet({ ...saved, ...isThere })
        .where('saved_card.removed_at', 'is not', null),
    )
    .execute()
}

/** The caller's cards, the newest first; with a name, those whose brand or last digits begin with it. */
export async function listCards(
  context: Context,
  name = '',
): Promise<Result<{ cards: SavedCardView[] }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const rows = await context.db
    .selectFrom('saved_card')
    .select(['id', 'provider', 'brand', 'last_four', 'good_until', 'created_at'])
    .where('customer_id', '=', actor.customerId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const wanted = name.toLowerCase()
  const found = rows.filter(
    (row) => row.brand.startsWith(wanted) || row.last_four.startsWith(wanted),
  )
  return ok({
    cards: found.map((row) => ({
      cardId: row.id,
      provider: row.provider,
      brand: row.brand as SavedCardView['brand'],
      lastFour: row.last_four,
      goodUntil: row.good_until,
      createdAt: row.created_at.toISOString(),
    })),
  })
}

/** A saved card that may be charged. */
export interface ChargeableCard {
  readonly id: string
  readonly provider: number
  readonly token: string
}

/** A card of the caller; null for another customer's card, a removed one, or a caller who is no customer. */
export async function findOwnCard(
  context: Context,
  cardId: string,
): Promise<ChargeableCard | null> {
  const { actor } = context
  if (actor.kind !== 'customer') return null
  const row = await context.db
    .selectFrom('saved_card')
    .select(['id', 'provider', 'token'])
    .where('id', '=', cardId)
    .where('customer_id', '=', actor.customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The provider's token of the card that a payment charges; null when it was removed meanwhile. */
export async function tokenOfPayment(context: Context, payment: Payment): Promise<string | null> {
  if (payment.cardId === null) return null
  const row = await context.db
    .selectFrom('saved_card')
    .select('token')
    .where('id', '=', payment.cardId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.token ?? null
}

/** Removes a card of the caller at once; the worker deletes its token at the provider. */
export async function removeCard(
  context: Context,
  cardId: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const now = context.clock.now()
  const removed = await context.db
    .updateTable('saved_card')
    .set({ removed_at: now, next_delete_at: now })
    .where('id', '=', cardId)
    .where('customer_id', '=', actor.customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows === 1n ? ok({ done: true }) : fail('NotFound')
}

/** Removes every card of a customer whose account is erased, here and at the providers. */
export async function removeCardsOf(context: Context, customerId: string): Promise<void> {
  const now = context.clock.now()
  await context.db
    .updateTable('saved_card')
    .set({ removed_at: now, next_delete_at: now })
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .execute()
}

const cardsPerRound = 10
const againAfterSeconds = 300

/**
 * Deletes the tokens of removed cards at the providers. A provider that does not answer is asked again; a refusal
 * means that the token no longer exists. Returns how many were tried.
 */
export async function deleteRemovedCards(
  context: Context,
  providers: readonly PaymentProvider[],
): Promise<number> {
  const now = context.clock.now()
  const { rows } = await sql<{ id: string; provider: number; token: string }>`
    update saved_card
    set next_delete_at = ${now}::timestamptz + make_interval(secs => ${againAfterSeconds}::int)
    where id in (select id from saved_card where next_delete_at <= ${now}
      order by next_delete_at limit ${cardsPerRound} for update skip locked)
    returning id, provider, token
  `.execute(context.db)
  for (const row of rows) {
    const provider = providers.find((candidate) => candidate.number === row.provider)
    const answer = await provider?.forgetCard(row.token)
    const isGone =
      answer?.kind === 'answered' ||
      (answer?.kind === 'refused' && ['http-400', 'http-404'].includes(answer.code))
    if (!isGone) {
      context.log.warn({ cardId: row.id, answer: answer?.kind }, 'a card was not forgotten yet')
      continue
    }
    await context.db
      .updateTable('saved_card')
      .set({ token_deleted_at: context.clock.now(), next_delete_at: null })
      .where('id', '=', row.id)
      .where('removed_at', 'is not', null)
      .execute()
  }
  return rows.length
}
