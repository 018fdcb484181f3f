import { sql } from 'kysely'
import type { PlaceNaming } from '#kernel/place-naming.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** Stores the current place names in lines of one unit, under the lock of their order. */
export async function writeNamings(
  context: Context,
  namings: readonly { readonly lineId: number; readonly naming: PlaceNaming }[],
): Promise<void> {
  invariant(context.db.isTransaction, 'places are named under the lock of their order')
  if (namings.length === 0) return
  await sql`
    update order_line set detail = detail || jsonb_build_object('naming', one.naming)
    from json_to_recordset(${JSON.stringify(namings)}::json) as one ("lineId" bigint, naming jsonb)
    where id = one."lineId" and quantity = 1`.execute(context.db)
}

/**
 * Stores in a line the part of its price refunded so far, and the place's name without that part; under the order's
 * lock.
 */
export async function writeRefundedPart(
  context: Context,
  lineId: number,
  {
    givenBackMinor,
    naming,
  }: { readonly givenBackMinor: number; readonly naming: PlaceNaming | undefined },
): Promise<void> {
  invariant(context.db.isTransaction, 'a part goes back under the lock of its order')
  await sql`
    update order_line set detail = detail || ${JSON.stringify({ givenBackMinor, naming })}::jsonb
    where id = ${lineId} and quantity = 1`.execute(context.db)
}
