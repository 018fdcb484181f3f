import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import type { useChoosingTexts } from '../choosing-texts.ts'

/** The ticket type of any chosen or held ticket. */
interface Ticket {
  readonly ticketTypeId: number
}

type Limits = Pick<EventMapView, 'exclusiveTypes' | 'ticketTypes'>

/** Why one more ticket of a type cannot be added. */
export type TypeRefusal =
  | { readonly reason: 'excluded'; readonly by: TicketTypeView }
  | { readonly reason: 'most'; readonly type: TicketTypeView; readonly most: number }

/** The type among these tickets that excludes this one, if any. */
export function exclusionOf(
  map: Limits,
  tickets: readonly Ticket[],
  ticketTypeId: number,
): TicketTypeView | undefined {
  const others = new Set(map.exclusiveTypes.filter((group) => group.includes(ticketTypeId)).flat())
  others.delete(ticketTypeId)
  const found = tickets.find((ticket) => others.has(ticket.ticketTypeId))
  return found && map.ticketTypes.find((type) => type.ticketTypeId === found.ticketTypeId)
}

/** Why one more ticket of a type cannot be added; matches the server's rules. */
export function refusalOfType(
  map: Limits,
  tickets: readonly Ticket[],
  type: TicketTypeView,
): TypeRefusal | null {
  const { ticketTypeId, perOrderMax } = type
  const by = exclusionOf(map, tickets, ticketTypeId)
  if (by) return { reason: 'excluded', by }
  const count = tickets.filter((ticket) => ticket.ticketTypeId === ticketTypeId).length
  if (perOrderMax !== null && count >= perOrderMax)
    return { reason: 'most', type, most: perOrderMax }
  return null
}

/**
 * Assigns each new place the first of its possible types, or returns the first refusal if one of the places cannot
 * be sold together with the others.
 */
export function assignTypes<Place extends { readonly ticketTypes: readonly TicketTypeView[] }>(
  map: Limits,
  tickets: readonly Ticket[],
  places: readonly Place[],
): {
  readonly places: (Place & { ticketType: TicketTypeView })[]
  readonly refusal: TypeRefusal | null
} {
  const together = [...tickets]
  const assigned: (Place & { ticketType: TicketTypeView })[] = []
  for (const place of places) {
    const refusals = place.ticketTypes.map((type) => refusalOfType(map, together, type))
    const ticketType = place.ticketTypes[refusals.indexOf(null)]
    if (!ticketType) return { places: [], refusal: refusals[0] ?? null }
    together.push(ticketType)
    assigned.push({ ...place, ticketType })
  }
  return { places: assigned, refusal: null }
}

export function refusalText(t: ReturnType<typeof useChoosingTexts>, refusal: TypeRefusal): string {
  return refusal.reason === 'excluded'
    ? t('typeExcluded', { name: refusal.by.name })
    : t('typeMost', { name: refusal.type.name, count: refusal.most })
}
