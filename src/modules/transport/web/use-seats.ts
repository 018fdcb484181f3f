import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { useWork } from '#design/data/use-work.ts'
import { useLocale } from '#design/texts.tsx'
import { chooseJourney } from '../sale-contract.ts'
import type { SeatPreference } from '../kinds.ts'
import type { JourneyOrderView } from '../shapes.ts'
import type { JourneyTicket, OrderSegment, Seat } from './order-data.ts'

/**
 * Seats of one segment of an order: the selected passenger, and moving to another seat. Each move is a call
 * that succeeds or is refused.
 */
export function useSeats(order: JourneyOrderView, index: number, vehicleTypeId: number) {
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const work = useWork()
  const part = order.segments[index]
  /** Place id, because the line id changes with each move. */
  const [movingPlace, setMovingPlace] = useState<number | null>(null)
  const tickets = part?.tickets.filter(({ placeId }) => placeId !== null) ?? []
  const moving = tickets.find(({ placeId }) => placeId === movingPlace) ?? tickets[0]

  async function holdSeats(
    replaced: readonly JourneyTicket[],
    choice: { readonly seat?: Seat; readonly preference?: SeatPreference },
  ): Promise<void> {
    if (!part) return
    const { orderKey } = order
    const body = {
      orderKey,
      replaces: replaced.map(({ lineId }) => lineId),
      segments: [
        segmentOf(part, {
          replaced,
          direction: directionOf(order, index),
          vehicleTypeId,
          ...choice,
        }),
      ],
    }
    try {
      await browserClient(locale).send(chooseJourney, { body })
      notifyOrderChanged()
    } finally {
      // A refused seat is taken, or the carrier has changed the vehicle.
      await revalidate()
    }
  }

  const move = (seat: Seat): Promise<void> =>
    work.run(async () => {
      if (!moving) return
      const next = tickets[(tickets.indexOf(moving) + 1) % tickets.length]
      await holdSeats([moving], { seat })
      setMovingPlace(tickets.length > 1 ? (next?.placeId ?? null) : seat.placeId)
    })

  const chooseAgain = (preference: SeatPreference | null): Promise<void> =>
    work.run(() => holdSeats(tickets, preference ? { preference } : {}))

  return {
    tickets,
    moving,
    setMoving: (ticket: JourneyTicket) => setMovingPlace(ticket.placeId),
    move,
    chooseAgain,
    isWaiting: work.isWaiting,
    refusal: work.refusal,
  }
}

interface MoveRequest {
  readonly replaced: readonly JourneyTicket[]
  readonly direction: number
  /** Of the seat plan. */
  readonly vehicleTypeId: number
  readonly seat?: Seat
  readonly preference?: SeatPreference
}

function segmentOf({ segment }: OrderSegment, request: MoveRequest) {
  const { replaced, direction, vehicleTypeId, seat, preference } = request
  const [first] = replaced
  const classCode = seat?.classCode ?? first?.classCode
  return {
    runId: segment.runId ?? 0,
    legFrom: seat ? (first?.legFrom ?? segment.legFrom) : segment.legFrom,
    legTo: seat ? (first?.legTo ?? segment.legTo) : segment.legTo,
    direction,
    ...(classCode ? { classCode } : {}),
    ...(seat ? { vehicleTypeId } : {}),
    passengers: replaced.map(({ rider }) => ({
      rider: rider ?? 'adult',
      ...(seat ? { placeId: seat.placeId } : {}),
    })),
    preferences: preference ? [preference] : [],
  }
}

/**
 * 1 if the segment belongs to the return journey, otherwise 0. The return begins where the previous segment
 * ended and leads back to the origin.
 */
function directionOf({ segments }: JourneyOrderView, index: number): number {
  const start = segments[0]?.segment.from.placeCode
  const returnIndex = segments.findIndex(({ segment }, at) => {
    const before = segments[at - 1]?.segment
    return before !== undefined && segment.from.placeCode === before.to.placeCode
      ? segments.slice(at).at(-1)?.segment.to.placeCode === start
      : false
  })
  return returnIndex > 0 && index >= returnIndex ? 1 : 0
}
