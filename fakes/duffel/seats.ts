/**
 * Seat maps of the fake: one cabin of twelve rows, of which the first costs more; every third seat is
 * taken.
 */
import type { FlightRow } from './flights.ts'

const letters = ['ABC', 'DEF'] as const
const rowCount = 12
const cents = { front: 2_400, standard: 900 } as const

export interface SoldSeat {
  readonly serviceId: string
  readonly cents: number
}

interface Passenger {
  readonly id: string
  readonly type: string
}

/** `ase_<offer>_<segment>_<passenger>_<seat>`, so that ids need not be stored. */
function serviceId(offerId: string, segment: number, passenger: Passenger, seat: string): string {
  return `ase_${offerId}_${segment}_${passenger.id}_${seat}`
}

function isTaken(flight: FlightRow, row: number, letter: string): boolean {
  return (flight.number + row * 7 + letter.charCodeAt(0)) % 3 === 0
}

export function segmentId(offerId: string, segment: number): string {
  return `seg_${offerId}_${segment}`
}

export function seatMapView(
  offer: { readonly id: string; readonly passengers: readonly Passenger[] },
  flight: FlightRow,
  segment: number,
) {
  const seated = offer.passengers.filter(({ type }) => type !== 'infant_without_seat')
  const rows = Array.from({ length: rowCount }, (_, index) => index + 1).map((row) => ({
    sections: letters.map((group) => ({
      elements: [...group].map((letter) => {
        const designator = `${row}${letter}`
        const price = ((row <= 2 ? cents.front : cents.standard) / 100).toFixed(2)
        return {
          type: 'seat',
          designator,
          name: null,
          disclosures: [],
          available_services: isTaken(flight, row, letter)
            ? []
            : seated.map((passenger) => ({
                id: serviceId(offer.id, segment, passenger, designator),
                passenger_id: passenger.id,
                total_amount: price,
                total_currency: 'EUR',
              })),
        }
      }),
    })),
  }))
  return {
    id: `sea_${offer.id}_${segment}`,
    segment_id: segmentId(offer.id, segment),
    cabins: [{ cabin_class: 'economy', deck: 0, aisles: 1, rows }],
  }
}

/** The sold seats of these services, or null if one of them is not available for this offer. */
export function soldSeats(
  offer: { readonly id: string; readonly passengers: readonly Passenger[] },
  flights: readonly FlightRow[],
  ids: readonly string[],
): SoldSeat[] | null {
  const maps = flights.map((flight, segment) => seatMapView(offer, flight, segment))
  const services = maps.flatMap(({ cabins }) =>
    cabins.flatMap(({ rows }) =>
      rows.flatMap(({ sections }) =>
        sections.flatMap(({ elements }) =>
          elements.flatMap(({ available_services }) => available_services),
        ),
      ),
    ),
  )
  const sold = ids.flatMap((id) => {
    const service = services.find((one) => one.id === id)
    return service ? [{ serviceId: id, cents: Math.round(Number(service.total_amount) * 100) }] : []
  })
  return sold.length === ids.length ? sold : null
}
