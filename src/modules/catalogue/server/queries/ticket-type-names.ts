import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** Names of ticket types by their number, in the language of the request; those that do not exist are left out. */
export async function readTicketTypeNames(
  context: Context,
  ticketTypeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ticketTypeIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select id, name from ticket_type where id = any(${[...new Set(ticketTypeIds)]}::int[])
  `.execute(context.db)
  return new Map(rows.map(({ id, name }) => [id, name[context.locale]]))
}
