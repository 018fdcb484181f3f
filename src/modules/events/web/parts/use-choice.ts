import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { money, sumMoney, type Money } from '#kernel/money.ts'
import { chooseSeat, type EventMapView, type TicketTypeView } from '#modules/events/contract.ts'

/** A named place the visitor has picked. */
export interface ChosenSeat {
  readonly placeId: number
  readonly ticketType: TicketTypeView
  /** "Stalls · Row 5 · Seat 12" */
  readonly name: string
}

export interface Choice {
  readonly seats: readonly ChosenSeat[]
  /** Tickets without a number, by ticket type. */
  readonly quantities: ReadonlyMap<number, number>
}

export interface ChoiceLine {
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly price: Money
  remove(): void
}

const nothing: Choice = { seats: [], quantities: new Map() }

/**
 * What a visitor has picked at one event, and the step to checkout. Nothing is held before that step; a place
 * that went to somebody else meanwhile leaves the choice, and the map is asked for anew.
 */
export function useChoice(options: {
  eventId: number
  map: EventMapView | undefined
  onTaken: () => void
}) {
  const locale = useLocale()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(nothing)
  const ticketTypes = new Map(
    (options.map?.ticketTypes ?? []).map((type) => [type.ticketTypeId, type]),
  )

  const checkout = useMutation({
    mutationFn: () => holdChoice(options.eventId, choice),
    onSuccess: (orderKey) => navigate(localizedPath(locale, `/checkout/${orderKey}`)),
    onError: (error) => {
      const taken = takenPlaces(error)
      if (taken.size === 0) return
      setChoice((old) => ({
        ...old,
        seats: old.seats.filter(({ placeId }) => !taken.has(placeId)),
      }))
      options.onTaken()
    },
  })

  const setQuantity = (ticketTypeId: number, quantity: number): void =>
    setChoice((old) => {
      const quantities = new Map(old.quantities)
      if (quantity > 0) quantities.set(ticketTypeId, quantity)
      else quantities.delete(ticketTypeId)
      return { ...old, quantities }
    })

  const toggleSeat = (seat: ChosenSeat): void =>
    setChoice((old) => {
      const without = old.seats.filter(({ placeId }) => placeId !== seat.placeId)
      const seats = without.length < old.seats.length ? without : [...old.seats, seat]
      return { ...old, seats }
    })

  const setSeats = (seats: readonly ChosenSeat[]): void => setChoice((old) => ({ ...old, seats }))

  const lines = linesOf(choice, ticketTypes, { toggleSeat, setQuantity })
  return {
    choice,
    lines,
    count: lines.length,
    total: sumMoney(lines.map((line) => line.price)),
    setQuantity,
    toggleSeat,
    setSeats,
    checkout,
  }
}

function linesOf(
  choice: Choice,
  ticketTypes: ReadonlyMap<number, TicketTypeView>,
  actions: {
    toggleSeat: (seat: ChosenSeat) => void
    setQuantity: (ticketTypeId: number, quantity: number) => void
  },
): ChoiceLine[] {
  const seats = choice.seats.map((seat) => ({
    key: `seat-${seat.placeId}`,
    name: seat.name,
    detail: seat.ticketType.name,
    price: seat.ticketType.total,
    remove: () => actions.toggleSeat(seat),
  }))
  const places = [...choice.quantities].flatMap(([ticketTypeId, quantity]) => {
    const type = ticketTypes.get(ticketTypeId)
    return Array.from({ length: quantity }, (_, index) => ({
      key: `type-${ticketTypeId}-${index}`,
      name: type?.name ?? '',
      detail: '',
      price: type?.total ?? money(0),
      remove: () => actions.setQuantity(ticketTypeId, quantity - 1),
    }))
  })
  return [...seats, ...places]
}

/** Holds what was picked: numbered places first, then the others in the same order. */
async function holdChoice(eventId: number, choice: Choice): Promise<string> {
  const client = browserClient()
  const seats = choice.seats.map(({ placeId, ticketType }) => ({
    placeId,
    ticketTypeId: ticketType.ticketTypeId,
  }))
  const places = [...choice.quantities].map(([ticketTypeId, quantity]) => ({
    ticketTypeId,
    quantity,
  }))
  let orderKey: string | undefined
  for (const part of [seats.length > 0 && { seats }, places.length > 0 && { places }]) {
    if (part === false) continue
    const body = { eventId, ...part, ...(orderKey === undefined ? {} : { orderKey }) }
    const order = await client.send(chooseSeat, { body }, { idempotencyKey: crypto.randomUUID() })
    orderKey = order.orderKey
  }
  if (orderKey === undefined) throw new Error('Nothing was chosen')
  return orderKey
}

function takenPlaces(error: unknown): ReadonlySet<number> {
  if (!(error instanceof CallError) || error.code !== 'SeatNotAvailable') return new Set()
  const placeIds = error.detail['placeIds']
  return new Set(Array.isArray(placeIds) ? placeIds.filter(Number.isInteger) : [])
}
