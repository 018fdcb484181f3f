/** Seats as they are chosen on the page: pure. */
import type { Money } from '#kernel/money.ts'
import type { SeatMapView } from '../shapes.ts'

export interface ChosenSeat {
  readonly position: number
  readonly leg: number
  readonly seat: string
  readonly price: Money
}

export type FreeSeat = NonNullable<SeatMapView['rows'][number]['sections'][number][number]>

/** Instead of what this traveller had on this flight. */
export function withSeat(seats: readonly ChosenSeat[], chosen: ChosenSeat): ChosenSeat[] {
  return [...withoutSeat(seats, chosen), chosen]
}

export function withoutSeat(
  seats: readonly ChosenSeat[],
  { position, leg }: Pick<ChosenSeat, 'position' | 'leg'>,
): ChosenSeat[] {
  return seats.filter((one) => one.position !== position || one.leg !== leg)
}

/** Those that can still be had, at their prices of now. */
export function stillFree(
  seats: readonly ChosenSeat[],
  maps: readonly SeatMapView[],
): ChosenSeat[] {
  return seats.flatMap((one) => {
    const map = maps.find(({ leg }) => leg === one.leg)
    const found = map && seatsOf(map).find(({ seat }) => seat === one.seat)
    const isFree = found?.price && found.positions.includes(one.position)
    return isFree && found.price ? [{ ...one, price: found.price }] : []
  })
}

export function seatsOf({ rows }: SeatMapView): FreeSeat[] {
  return rows.flatMap(({ sections }) =>
    sections.flatMap((section) => section.filter((one) => one !== null)),
  )
}

/** Prices of a cabin from the lowest on. */
export function pricesOf(map: SeatMapView): Money[] {
  const byAmount = new Map(
    seatsOf(map).flatMap(({ price }) => (price ? [[price.amount, price]] : [])),
  )
  return [...byAmount.values()].toSorted((one, other) => one.amount - other.amount)
}

/** What all of them cost together; null without seats. */
export function sumOfSeats(seats: readonly { readonly price: Money }[]): Money | null {
  const [first] = seats
  if (!first) return null
  return { ...first.price, amount: seats.reduce((sum, { price }) => sum + price.amount, 0) }
}

/** Who chooses next on this flight: the first without a seat, or nobody. */
export function nextWithout(
  seated: readonly { readonly position: number }[],
  seats: readonly ChosenSeat[],
  leg: number,
): number | null {
  const found = seated.find(
    ({ position }) => !seats.some((one) => one.leg === leg && one.position === position),
  )
  return found?.position ?? null
}
