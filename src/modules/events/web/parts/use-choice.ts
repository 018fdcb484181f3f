import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { sumMoney } from '#kernel/money-arithmetic.ts'
import { money, type Money } from '#kernel/money.ts'
import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import type { OrderLineView } from '#modules/orders/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { notifyOrderCreated, useHeldOrder } from './held-order.ts'
import { hasOtherPlan, holdChoice, takenPlaces, type ChoiceToHold } from './hold-choice.ts'

/** A named place that the visitor has chosen. */
export interface ChosenSeat {
  readonly placeId: number
  readonly ticketType: TicketTypeView
  /** All types for this place: adult, child, student. */
  readonly ticketTypes: readonly TicketTypeView[]
  /** "Stalls · Row 5 · Seat 12" */
  readonly name: string
}

export interface Choice {
  readonly seats: readonly ChosenSeat[]
  /** Tickets without numbers, by ticket type. */
  readonly quantities: ReadonlyMap<number, number>
}

export interface ChoiceLine {
  readonly key: string
  readonly name: string
  readonly detail: string
  readonly price: Money
  /** Held by the visitor's order already. */
  readonly isHeld: boolean
  /** Possible ticket types, if there is a choice. */
  readonly ticketTypes: readonly TicketTypeView[]
  readonly ticketTypeId: number
  setType(ticketTypeId: number): void
  remove(): void
}

const nothing: Choice = { seats: [], quantities: new Map() }

/**
 * The visitor's choice at one event, together with places already held there, and the step to checkout. Nothing new
 * is held before that step; places taken by others meanwhile are removed from the choice and named.
 */
export function useChoice(options: {
  eventId: number
  map: EventMapView | undefined
  admission: Pick<ChoiceToHold, 'accessCode' | 'waitingRoomToken'>
  onTaken: () => void
  /** The event has another plan than this one now. */
  onOtherPlan: (digest: string | undefined) => void
  /** The number of guests, where tables are chosen. */
  guests: number
}) {
  const { eventId, map, guests } = options
  const t = useChoosingTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(nothing)
  /** Seats removed from the choice because others took them. */
  const [lost, setLost] = useState<readonly ChosenSeat[]>([])
  const { held, releaseOrder, refetch: refetchHeld } = useHeldOrder(eventId)
  const ticketTypes = new Map((map?.ticketTypes ?? []).map((type) => [type.ticketTypeId, type]))

  function dropTaken(taken: ReadonlySet<number>): void {
    const gone = choice.seats.filter(({ placeId }) => taken.has(placeId))
    if (gone.length === 0) return
    setLost(gone)
    setChoice((old) => ({
      ...old,
      seats: old.seats.filter(({ placeId }) => !taken.has(placeId)),
    }))
  }

  const digest = map?.layout?.digest

  const checkout = useMutation({
    mutationFn: () =>
      holdChoice(browserClient(), {
        eventId,
        ...options.admission,
        ...requestOf(choice, ticketTypes, guests),
        digest,
        order: held
          ? { orderKey: held.orderKey, lineIds: new Set(held.lines.map(({ lineId }) => lineId)) }
          : undefined,
      }),
    onMutate: () => held?.lines ?? [],
    onSuccess: (orderKey) => {
      notifyOrderCreated()
      return navigate(localizedPath(locale, `/checkout/${orderKey}`))
    },
    onError: (error) => {
      refetchHeld()
      if (hasOtherPlan(error)) options.onOtherPlan(digest)
      const taken = takenPlaces(error)
      if (taken.size === 0) return
      dropTaken(taken)
      options.onTaken()
    },
  })

  const change = (next: (old: Choice) => Choice): void => {
    setLost([])
    // The choice has changed, so the refusal no longer applies.
    if (checkout.isError) checkout.reset()
    setChoice(next)
  }

  const { setSeats, ...actions } = choiceActions(change)
  useOtherPlan(digest, () => {
    setSeats([])
    // Held seats have new numbers.
    refetchHeld()
  })

  // Until the next page opens, places just held are shown as chosen, not additionally as held.
  const heldBefore = checkout.isSuccess ? checkout.context : held?.lines
  const lines = [
    ...heldLines(t, heldBefore ?? [], ticketTypes, (line) => releaseOrder.mutate(line)),
    ...seatLines(choice.seats, guests, setSeats),
    ...poolLines(choice.quantities, { ticketTypes, guests }, (quantities) =>
      change((old) => ({ ...old, quantities })),
    ),
  ]
  return {
    choice,
    held,
    lost,
    lines,
    count: lines.length,
    total: sumMoney(lines.map((line) => line.price)),
    /** The choice is being held or was just held: its places are no longer free because they are ours. */
    isTaking: checkout.isPending || checkout.isSuccess,
    isGivingBack: releaseOrder.isPending,
    setSeats,
    ...actions,
    dropTaken,
    releasePlace(placeId: number) {
      const line = held?.lines.find((one) => one.placeId === placeId)
      if (line) releaseOrder.mutate(line)
    },
    checkout,
  }
}

export type Chosen = ReturnType<typeof useChoice>

/** The choice as request parameters; tables with their number of guests. */
function requestOf(
  choice: Choice,
  ticketTypes: ReadonlyMap<number, TicketTypeView>,
  guests: number,
): Pick<ChoiceToHold, 'seats' | 'places'> {
  const ofType = (ticketTypeId: number) =>
    ticketTypes.get(ticketTypeId)?.table ? { ticketTypeId, guests } : { ticketTypeId }
  return {
    seats: choice.seats.map(({ placeId, ticketType }) => ({
      placeId,
      ...ofType(ticketType.ticketTypeId),
    })),
    places: [...choice.quantities].map(([id, quantity]) => ({ quantity, ...ofType(id) })),
  }
}

/** Calls `forget` when the plan has changed: the numbers of chosen seats belong to the former one. */
function useOtherPlan(digest: string | undefined, forget: () => void): void {
  const former = useRef(digest)
  const onChange = useEffectEvent(forget)
  useEffect(() => {
    if (digest === undefined || digest === former.current) return
    if (former.current !== undefined) onChange()
    former.current = digest
  }, [digest])
}

function choiceActions(change: (next: (old: Choice) => Choice) => void) {
  return {
    setSeats: (seats: readonly ChosenSeat[]): void => change((old) => ({ ...old, seats })),
    setQuantity: (ticketTypeId: number, quantity: number): void =>
      change((old) => ({
        ...old,
        quantities: withQuantity(old.quantities, ticketTypeId, quantity),
      })),
    /** A party has one table: choosing another replaces the first. */
    takeOnly: (ticketTypeId: number): void =>
      change(() => ({ seats: [], quantities: new Map([[ticketTypeId, 1]]) })),
    clear: (): void => change(() => nothing),
  }
}

/** The price of a ticket; for a table priced per guest, of all guests. */
export function priceFor({ total, table }: TicketTypeView, guests: number): Money {
  return money(total.amount * (table?.isPerGuest ? guests : 1), total.currency)
}

function withQuantity(
  quantities: ReadonlyMap<number, number>,
  ticketTypeId: number,
  quantity: number,
): ReadonlyMap<number, number> {
  const next = new Map(quantities)
  if (quantity > 0) next.set(ticketTypeId, quantity)
  else next.delete(ticketTypeId)
  return next
}

function heldLines(
  t: ReturnType<typeof useChoosingTexts>,
  lines: readonly OrderLineView[],
  ticketTypes: ReadonlyMap<number, TicketTypeView>,
  releaseOrder: (line: OrderLineView) => void,
): ChoiceLine[] {
  return lines.flatMap((line) => {
    const type = ticketTypes.get(line.ticketTypeId ?? 0)
    const each = type ? priceFor(type, line.guests ?? 1) : line.price
    // Formatted as on the plan, so that held and chosen places look the same.
    const place =
      line.placeName ??
      [
        line.section,
        line.row && t('heldRow', { row: line.row }),
        line.seat && t('heldSeat', { seat: line.seat }),
      ]
        .filter(Boolean)
        .join(' · ')
    return Array.from({ length: line.quantity }, (_, index) => ({
      key: `held-${line.lineId}-${index}`,
      name: line.placeId === null ? line.description : place,
      detail: line.description,
      price: each,
      isHeld: true,
      ticketTypes: [],
      ticketTypeId: line.ticketTypeId ?? 0,
      setType: () => undefined,
      remove: () => releaseOrder(line),
    }))
  })
}

function seatLines(
  seats: readonly ChosenSeat[],
  guests: number,
  setSeats: (seats: readonly ChosenSeat[]) => void,
): ChoiceLine[] {
  return seats.map((seat) => ({
    key: `seat-${seat.placeId}`,
    name: seat.name,
    detail: seat.ticketType.name,
    price: priceFor(seat.ticketType, guests),
    isHeld: false,
    ticketTypes: seat.ticketTypes,
    ticketTypeId: seat.ticketType.ticketTypeId,
    setType(ticketTypeId) {
      const ticketType = seat.ticketTypes.find((type) => type.ticketTypeId === ticketTypeId)
      if (ticketType) setSeats(seats.map((one) => (one === seat ? { ...one, ticketType } : one)))
    },
    remove: () => setSeats(seats.filter((one) => one !== seat)),
  }))
}

function poolLines(
  quantities: ReadonlyMap<number, number>,
  { ticketTypes, guests }: { ticketTypes: ReadonlyMap<number, TicketTypeView>; guests: number },
  setQuantities: (quantities: ReadonlyMap<number, number>) => void,
): ChoiceLine[] {
  const counted = (ticketTypeId: number) => quantities.get(ticketTypeId) ?? 0
  return [...quantities].flatMap(([ticketTypeId, quantity]) => {
    const type = ticketTypes.get(ticketTypeId)
    const others = [...ticketTypes.values()].filter(
      (one) => one.isActive && one.poolId !== null && one.poolId === type?.poolId,
    )
    const without = withQuantity(quantities, ticketTypeId, quantity - 1)
    return Array.from({ length: quantity }, (_, index) => ({
      key: `type-${ticketTypeId}-${index}`,
      name: type?.name ?? '',
      detail: '',
      price: type ? priceFor(type, guests) : money(0),
      isHeld: false,
      ticketTypes: others,
      ticketTypeId,
      setType: (other: number) =>
        setQuantities(
          withQuantity(without, other, counted(other) + (other === ticketTypeId ? 0 : 1)),
        ),
      remove: () => setQuantities(without),
    }))
  })
}
