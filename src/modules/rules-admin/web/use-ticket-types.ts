import { useQuery } from '@tanstack/react-query'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { readTicketTypeChoices, type TicketTypeChoice } from '../contract.ts'

/** The show or date whose ticket types can be chosen. */
export interface TypesSubject {
  readonly showId: number | null
  readonly eventId: number | null
}

/** Ticket types of a show or a date; none for another subject, or while they are loading. */
export function useTicketTypes({ showId, eventId }: TypesSubject): readonly TicketTypeChoice[] {
  const locale = useLocale()
  const query = {
    ...(showId !== null && { showId }),
    ...(eventId !== null && { eventId }),
  }
  const { data } = useQuery({
    queryKey: ['rule-ticket-types', query, locale],
    queryFn: ({ signal }) =>
      browserClient(locale).send(readTicketTypeChoices, { query }, { signal }),
    enabled: showId !== null || eventId !== null,
    retry: false,
  })
  return data?.types ?? []
}

/** The name of each number of these types. */
export function namesById(types: readonly TicketTypeChoice[]): ReadonlyMap<number, string> {
  return new Map(
    types.flatMap(({ name, ticketTypeIds }) => ticketTypeIds.map((id) => [id, name] as const)),
  )
}
