import { sql } from 'kysely'
import type { PlaceNaming } from '#kernel/place-naming.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** Writes into lines of one unit what their places are called now; under the lock of their order. */
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

/** Writes into a line what of its price has gone back by now, and what its place is called without it; under the order's lock. */
export async function writeGivenBack(
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
