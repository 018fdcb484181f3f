/** Seat selection of the page. Pure. */
import type { Money } from '#kernel/money.ts'
import type { SeatMapView } from '../shapes.ts'

export interface ChosenSeat {
  readonly position: number
  readonly leg: number
  readonly seat: string
  readonly price: Money
}

export type FreeSeat = NonNullable<SeatMapView['rows'][number]['sections'][number][number]>

/** Adds a seat, replacing the traveller's previous one on this flight. */
export function withSeat(seats: readonly ChosenSeat[], chosen: ChosenSeat): ChosenSeat[] {
  return [...withoutSeat(seats, chosen), chosen]
}

export function withoutSeat(
  seats: readonly ChosenSeat[],
  { position, leg }: Pick<ChosenSeat, 'position' | 'leg'>,
): ChosenSeat[] {
  return seats.filter((choice) => choice.position !== position || choice.leg !== leg)
}

/** The seats that are still available, at their current prices. */
export function stillFree(
  seats: readonly ChosenSeat[],
  maps: readonly SeatMapView[],
): ChosenSeat[] {
  return seats.flatMap((choice) => {
    const map = maps.find(({ leg }) => leg === choice.leg)
    const found = map && seatsOf(map).find(({ seat }) => seat === choice.seat)
    const isFree = found?.price && found.positions.includes(choice.position)
    return isFree && found.price ? [{ ...choice, price: found.price }] : []
  })
}

export function seatsOf({ rows }: SeatMapView): FreeSeat[] {
  return rows.flatMap(({ sections }) =>
    sections.flatMap((section) => section.filter((choice) => choice !== null)),
  )
}

/** The prices of a cabin in ascending order. */
export function pricesOf(map: SeatMapView): Money[] {
  const byAmount = new Map(
    seatsOf(map).flatMap(({ price }) => (price ? [[price.amount, price]] : [])),
  )
  return [...byAmount.values()].toSorted((left, right) => left.amount - right.amount)
}

/** Total price of the seats; null without seats. */
export function sumOfSeats(seats: readonly { readonly price: Money }[]): Money | null {
  const [first] = seats
  if (!first) return null
  return { ...first.price, amount: seats.reduce((sum, { price }) => sum + price.amount, 0) }
}

/** Position of the first traveller without a seat on this flight, or null. */
export function nextWithout(
  seated: readonly { readonly position: number }[],
  seats: readonly ChosenSeat[],
  leg: number,
): number | null {
  const found = seated.find(
    ({ position }) => !seats.some((choice) => choice.leg === leg && choice.position === position),
  )
  return found?.position ?? null
}
