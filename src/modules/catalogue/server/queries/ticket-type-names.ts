import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

interface NamedTypes {
  readonly name: string
  readonly ticketTypeIds: number[]
}

/** Ticket types of a date, or of all dates of a show, by their name in the language of the request. */
export async function readTicketTypesOf(
  context: Context,
  { showId, eventId }: { readonly showId?: number; readonly eventId?: number },
): Promise<NamedTypes[]> {
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select ticket_type.id, ticket_type.name from ticket_type join event on event.id = event_id
    where event_id = ${eventId ?? null}::int or show_id = ${showId ?? null}::int
    order by ticket_type.position, ticket_type.id
  `.execute(context.db)
  const byName = Map.groupBy(rows, ({ name }) => name[context.locale])
  return [...byName].map(([name, types]) => ({ name, ticketTypeIds: types.map(({ id }) => id) }))
}

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
