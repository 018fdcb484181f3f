/** Places reserved for holders of an access code, and those that a code opens. Pure. */
import { showAccess } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Quote, QuotedTicket } from '#modules/orders/server/public-api.ts'
import {
  opensPlace,
  usesPoolId,
  type AccessCode,
  type CodeReservation,
  type PlaceOfCode,
} from '#modules/sale-rules/server/public-api.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import type { EventSale } from './sale.ts'

/** Whether the event has anything reserved for holders of a code. */
export function reservesSomething(sale: EventSale): boolean {
  return sale.rules.keeping !== null || reservesEverything(sale)
}

export function reservesEverything({ event, rules }: EventSale): boolean {
  return event.access === showAccess.AccessCode || (rules.keeping?.everything ?? false)
}

/** Whether this place (or pool) is reserved, under this ticket type or under any. */
export function isReservedForCode(sale: EventSale, place: PlaceOfCode): boolean {
  if (reservesEverything(sale)) return true
  const { keeping } = sale.rules
  if (!keeping) return false
  const { ticketTypeId } = place
  if (ticketTypeId !== null && keeping.ticketTypeIds.has(ticketTypeId)) return true
  return isPlaceReserved(keeping, place)
}

function isPlaceReserved(
  keeping: CodeReservation,
  { zone, sectionId, placeId }: PlaceOfCode,
): boolean {
  return (
    (zone !== null && keeping.zones.has(zone)) ||
    (sectionId !== null && keeping.sectionIds.has(sectionId)) ||
    (placeId !== null && keeping.placeIds.has(placeId))
  )
}

/** The properties of a named place or a pool that codes depend on. */
export function placeOfCode(
  layout: ExpandedLayout | null,
  place: {
    readonly ticketTypeId: number | null
    readonly placeId: number | null
    readonly poolId: number | null
  },
): PlaceOfCode {
  const { ticketTypeId, placeId, poolId } = place
  if (placeId !== null) {
    const named = layout ? placeById(layout, placeId) : undefined
    const zone = named?.zoneKey ?? null
    return { ticketTypeId, placeId, zone, sectionId: named?.section.id ?? null }
  }
  const section = layout?.layout.sections.find((candidate) => candidate.pool?.poolId === poolId)
  return { ticketTypeId, placeId, zone: section?.zone ?? null, sectionId: section?.id ?? null }
}

type Opened = Pick<Quote, 'tickets' | 'counter'>

/**
 * Marks the tickets that require a code; they count as its uses. `code` is undefined when none was given, null when
 * the given code opens nothing of this event.
 */
export function openTickets(
  sale: EventSale,
  tickets: readonly QuotedTicket[],
  code: AccessCode | null | undefined,
): Result<Opened, ErrorCode> {
  if (code === null) return fail('InvalidAccessCode')
  if (!reservesSomething(sale)) return ok({ tickets })
  const marked: QuotedTicket[] = []
  for (const ticket of tickets) {
    const place = placeOfCode(sale.layout, ticket)
    const isCounted = isReservedForCode(sale, place)
    if (isCounted && !(code && opensPlace(code, place))) return fail('InvalidAccessCode')
    marked.push({ ...ticket, isCounted })
  }
  if (!code) return ok({ tickets })
  const { offeringId, perOrderMax } = code
  const counter = {
    offeringId,
    poolId: usesPoolId,
    perOrderMax,
    refusal: 'UsedAccessCode' as const,
  }
  return ok({ tickets: marked, counter })
}
