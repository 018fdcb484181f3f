import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { AccessCode } from '../access-code.ts'

export type AccessCodeToWrite = Omit<AccessCode, 'id' | 'merchantId'> &
  Partial<Pick<AccessCode, 'merchantId'>>

/**
 * Creates a code, or updates the one with this id, which keeps its offering. `AccessCodeTaken` when another code of the
 * same owner (an organiser, or the platform) has the same letters. The caller creates the offering that counts its uses
 * and has validated its scope.
 */
export async function writeAccessCode(
  context: Context,
  code: AccessCodeToWrite,
  id?: number,
): Promise<Result<number, 'AccessCodeTaken' | 'NotFound'>> {
  const now = context.clock.now()
  const owner = code.merchantId ?? null
  const taken = await context.db
    .selectFrom('access_code')
    .select('id')
    .where('code', '=', code.code)
    .where('merchant_id', 'is not distinct from', owner)
    .executeTakeFirst()
  if (taken && taken.id !== id) return fail('AccessCodeTaken')
  const values = {
    code: code.code,
    merchant_id: owner,
    show_id: code.showId,
    event_id: code.eventId,
    source: code.source,
    group_id: code.groupId,
    item_id: code.itemId,
    ticket_type_ids: listOf(code.ticketTypeIds),
    zones: listOf(code.zones),
    section_ids: listOf(code.sectionIds),
    place_ids: listOf(code.placeIds),
    is_active: code.isActive,
    valid_from: code.validFrom,
    valid_until: code.validUntil,
    quantity: code.quantity,
    per_order_max: code.perOrderMax,
    note: code.note,
    updated_at: now,
  }
  const written =
    id === undefined
      ? await context.db
          .insertInto('access_code')
          .values({ ...values, offering_id: code.offeringId, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
      : await context.db
          .updateTable('access_code')
          .set(values)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
  if (written) return ok(written.id)
  return fail(id === undefined ? 'AccessCodeTaken' : 'NotFound')
}

function listOf<Value>(values: readonly Value[] | null): Value[] | null {
  return values && [...values]
}
