import type { Locale } from '#kernel/locale.ts'
import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import { poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import type { ZonePrices } from '#seatmap/web/labels.ts'
import { priceText } from './type-price.tsx'

/** By zone key, the ticket types of its places, in the organiser's order: adult, child, student. */
export type ZoneTypes = ReadonlyMap<string, readonly TicketTypeView[]>

/** Standing areas are sold by pool: their zone has the ticket types of the pool. */
export function zoneTypesOf(layout: SeatLayout, map: EventMapView): ZoneTypes {
  const active = map.ticketTypes.filter((type) => type.isActive && type.parts.length === 0)
  const found = new Map<string, TicketTypeView[]>()
  for (const { zone, ticketTypeIds } of map.zones) {
    const types = active.filter((type) => ticketTypeIds.includes(type.ticketTypeId))
    if (types.length > 0) found.set(zone, types)
  }
  for (const { section, pool } of poolsOf(layout)) {
    const types = active.filter(({ poolId }) => poolId === pool.poolId)
    if (types.length > 0) found.set(section.zone, types)
  }
  return found
}

/** The price of each zone: that of its first type; the others are selected in the basket. */
export function zonePricesOf(types: ZoneTypes, locale: Locale): ZonePrices {
  return new Map(
    [...types].flatMap(([zone, [first]]) =>
      first
        ? [
            [
              zone,
              {
                label: first.name,
                priceText: priceText(locale, first),
                priceMinor: first.total.amount,
              },
            ] as const,
          ]
        : [],
    ),
  )
}
