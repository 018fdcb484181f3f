/** Seat maps with prices in lari. */
import { money } from '#kernel/money.ts'
import type { Locale } from '#kernel/locale.ts'
import { kindsOf, legsOf, seatedPositions, type CabinSeat, type SeatMap } from '../../seats.ts'
import { seatsInLari } from '../lari.ts'
import { namesOf } from '../present.ts'
import { aircraftName } from '../reference/aircraft.ts'
import type { StoredPrice } from './store.ts'

export function presentSeatMaps(
  { offer, rate }: Pick<StoredPrice, 'offer' | 'rate'>,
  maps: readonly SeatMap[],
  locale: Locale,
) {
  const legs = legsOf(offer.slices)
  const kinds = kindsOf(offer.prices)
  /** The highest price if it differs between travellers, so that nobody is charged more than displayed. */
  const priceOf = ({ offers }: CabinSeat) => {
    const sums = offers.map((seat) => seatsInLari([seat], offer.currency, rate))
    return sums.length === 0 ? null : money(Math.max(...sums))
  }
  return {
    seated: seatedPositions(offer.prices).map((position) => ({
      position,
      kind: kinds[position - 1] ?? ('adult' as const),
    })),
    maps: maps.flatMap(({ leg: index, rows }) => {
      const leg = legs[index]
      if (!leg) return []
      const { flightNumber, from, to, aircraft } = leg
      return [
        {
          leg: index,
          flightNumber,
          from,
          to,
          aircraft: aircraftName(aircraft),
          rows: rows.map(({ name, isExit, sections }) => ({
            name,
            isExit,
            sections: sections.map((section) =>
              section.map(
                (seat) =>
                  seat && {
                    seat: seat.seat,
                    price: priceOf(seat),
                    positions: seat.offers.map(({ position }) => position),
                  },
              ),
            ),
          })),
        },
      ]
    }),
    names: namesOf(offer.slices, locale),
  }
}
