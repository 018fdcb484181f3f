/** Conversion of Duffel's seat maps, in which seats are services of the offer, each for one passenger. */
import type { Currency } from '#kernel/money.ts'
import type { CabinRow, CabinSeat, SeatMap, SeatOffer } from '../../seats.ts'
import { currencyOf, minorOf } from '../amounts.ts'
import type { DuffelElement, DuffelOffer, DuffelSeatMap } from './shapes.ts'

export interface SeatedOffer {
  readonly segmentIds: readonly (string | undefined)[]
  /** The index is the position minus one. */
  readonly passengerIds: readonly string[]
  readonly currency: Currency
}

export function seatedOfferOf(offer: DuffelOffer, passengerIds: readonly string[]): SeatedOffer {
  return {
    segmentIds: offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id)),
    passengerIds,
    currency: currencyOf(offer.total_currency) ?? 'GEL',
  }
}

/** Flights without available seats are left out. */
export function readSeatMaps(maps: readonly DuffelSeatMap[], offer: SeatedOffer): SeatMap[] {
  return maps
    .map(({ segment_id, cabins }): SeatMap => {
      const rows = cabins.flatMap((cabin) => cabin.rows.flatMap((row) => rowOf(row, offer)))
      return { leg: offer.segmentIds.indexOf(segment_id), rows }
    })
    .filter(({ leg, rows }) => leg >= 0 && rows.length > 0)
}

function rowOf(
  { sections }: DuffelSeatMap['cabins'][number]['rows'][number],
  offer: SeatedOffer,
): CabinRow[] {
  const read = sections.map(({ elements }) => elements.map((element) => seatOf(element, offer)))
  const first = read.flat().find((element) => element !== null)
  if (!first) return []
  const isExit = sections.some(({ elements }) => elements.some(({ type }) => type === 'exit_row'))
  return [{ name: /^\d+/.exec(first.seat)?.[0] ?? first.seat, isExit, sections: read }]
}

function seatOf(
  { type, designator, available_services }: DuffelElement,
  offer: SeatedOffer,
): CabinSeat | null {
  if (type !== 'seat' || !designator) return null
  const offers = (available_services ?? []).flatMap((service): SeatOffer[] => {
    const position = offer.passengerIds.indexOf(service.passenger_id) + 1
    const priceMinor = minorOf(service.total_amount)
    // Seats in another currency cannot be paid together with the flight.
    if (position === 0 || priceMinor === null || service.total_currency !== offer.currency)
      return []
    return [{ position, priceMinor, serviceRef: service.id }]
  })
  return { seat: designator, offers }
}
