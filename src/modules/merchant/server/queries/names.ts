import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** Names of ticket types of events; other sources have numbers alone. */
export async function readTypeNames(
  context: Context,
  ticketTypeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select ticket_type_id as id, name from ticket_type_summary
    where ticket_type_id = any(${[...ticketTypeIds]}::integer[])`.execute(context.db)
  return new Map(rows.map(({ id, name }) => [id, name[context.locale]]))
}
