import { useMemo, useState } from 'react'
import type { ScreeningView } from '#modules/cinema/contract.ts'

export interface ChosenSeat {
  readonly placeId: number
  readonly zone: string
  readonly ticketTypeId: number
  /** Display name: "Row 5 · Seat 12". */
  readonly name: string
  /** All seats of its sofa including itself, which are sold together. */
  readonly whole: readonly number[]
}

type Counts = ReadonlyMap<number, number>

function withCount(counts: Counts, id: number, quantity: number): Counts {
  const next = new Map(counts)
  if (quantity > 0) next.set(id, quantity)
  else next.delete(id)
  return next
}

/** The selection for a screening before it is held: seats, places without numbers, products. */
export function useSeats(screening: ScreeningView) {
  const [seats, setSeats] = useState<readonly ChosenSeat[]>([])
  const [quantities, setQuantities] = useState<Counts>(new Map())
  const [products, setProducts] = useState<Counts>(new Map())
  const [comment, setComment] = useState('')
  const typesOf = (zone: string | null) =>
    screening.zones.find((candidate) => candidate.zone === zone)?.ticketTypes ?? []
  const priceOf = (zone: string | null, ticketTypeId: number): number =>
    typesOf(zone).find((type) => type.ticketTypeId === ticketTypeId)?.price.amount ?? 0
  const placeCount = [...quantities.values()].reduce((sum, count) => sum + count, seats.length)
  const total =
    seats.reduce((sum, seat) => sum + priceOf(seat.zone, seat.ticketTypeId), 0) +
    [...quantities].reduce((sum, [id, count]) => sum + priceOf(null, id) * count, 0) +
    screening.products.reduce(
      (sum, { productId, price }) => sum + price.amount * (products.get(productId) ?? 0),
      0,
    )
  const request = useMemo(
    () => ({
      seats: seats.map(({ placeId, ticketTypeId }) => ({ placeId, ticketTypeId })),
      places: [...quantities].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
      products: [...products].map(([productId, quantity]) => ({ productId, quantity })),
    }),
    [seats, quantities, products],
  )
  return {
    seats,
    setSeats,
    drop: (placeIds: ReadonlySet<number>) =>
      setSeats((before) => before.filter(({ placeId }) => !placeIds.has(placeId))),
    setType: (placeId: number, ticketTypeId: number) =>
      setSeats((before) =>
        before.map((seat) => (seat.placeId === placeId ? { ...seat, ticketTypeId } : seat)),
      ),
    typesOf,
    priceOf,
    quantityOf: (ticketTypeId: number) => quantities.get(ticketTypeId) ?? 0,
    setQuantity: (ticketTypeId: number, quantity: number) =>
      setQuantities((before) => withCount(before, ticketTypeId, quantity)),
    productCount: (productId: number) => products.get(productId) ?? 0,
    setProduct: (productId: number, quantity: number) =>
      setProducts((before) => withCount(before, productId, quantity)),
    /** Comment for the staff of the hall. */
    comment,
    setComment,
    placeCount,
    total,
    request,
  }
}

export type Seats = ReturnType<typeof useSeats>
