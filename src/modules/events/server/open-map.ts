/** The map with or without an access code. */
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import {
  opensPlace,
  type AccessCode,
  type PlaceOfCode,
} from '#modules/sale-rules/server/public-api.ts'
import { isFree, placeState } from '#seatmap/availability.ts'
import type { HiddenPlaces } from '#seatmap/best-index.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'
import { isReservedForCode, reservesEverything, reservesSomething, placeOfCode } from './access.ts'
import type { EventSale } from './sale.ts'

/**
 * Places as this code shows them: reserved places that it does not open appear blocked; with `only`, so do all places
 * that are not reserved. Places of the caller's own order stay theirs. Returns the same array when nothing is reserved.
 */
export function openStates(
  sale: EventSale,
  states: Uint8Array,
  code: AccessCode | undefined,
  only = false,
): Uint8Array {
  const { layout } = sale
  if (!layout || (!only && !reservesSomething(sale))) return states
  const sections = layout.layout.sections.map((section) => section.id)
  const zones = layout.layout.zones.map((zone) => zone.key)
  return states.map((state, placeId) => {
    if (placeId === 0 || !isFree(state)) return state
    const place = placeAt(layout, placeId, sections, zones)
    return isShown(sale, place, code, only) ? state : placeState.blocked
  })
}

/** Which places this code hides; undefined when it shows all. For choosing from a cached index. */
export function hiddenPlaces(
  sale: EventSale,
  code: AccessCode | undefined,
): HiddenPlaces | undefined {
  const { layout, rules } = sale
  if (!layout || !reservesSomething(sale)) return undefined
  const sections = layout.layout.sections.map((section) => section.id)
  const zones = layout.layout.zones.map((zone) => zone.key)
  const { keeping } = rules
  const kept =
    keeping && [keeping.zones, keeping.sectionIds, keeping.placeIds].map((set) => [...set])
  return {
    key: JSON.stringify([reservesEverything(sale), kept, code ?? null]),
    isHidden: (placeId) => !isShown(sale, placeAt(layout, placeId, sections, zones), code, false),
  }
}

function placeAt(
  layout: ExpandedLayout,
  placeId: number,
  sections: readonly number[],
  zones: readonly string[],
): PlaceOfCode {
  return {
    ticketTypeId: null,
    placeId,
    zone: zones[layout.zone[placeId] ?? 0] ?? null,
    sectionId: sections[layout.section[placeId] ?? 0] ?? null,
  }
}

/** Whether a pool is shown with this code. */
export function isPoolOpen(
  sale: EventSale,
  poolId: number,
  code: AccessCode | undefined,
  only: boolean,
): boolean {
  const place = placeOfCode(sale.layout, { ticketTypeId: null, placeId: null, poolId })
  return isShown(sale, place, code, only)
}

function isShown(
  sale: EventSale,
  place: PlaceOfCode,
  code: AccessCode | undefined,
  only: boolean,
): boolean {
  if (isReservedForCode(sale, place)) return code !== undefined && opensPlace(code, place)
  return !only
}

/** Whether a ticket type is sold to holders of a code only. */
export function needsCode(sale: EventSale, type: TicketTypeForSale): boolean {
  return (
    reservesEverything(sale) || (sale.rules.keeping?.ticketTypeIds.has(type.ticketTypeId) ?? false)
  )
}

/** Whether a ticket type is offered to the holder of this code, or to everybody. */
export function isTypeOpen(
  sale: EventSale,
  type: TicketTypeForSale,
  code: AccessCode | undefined,
): boolean {
  if (!needsCode(sale, type)) return true
  return code?.ticketTypeIds === null || (code?.ticketTypeIds.includes(type.ticketTypeId) ?? false)
}
