/** Finds other ticket types for the entered age of a passenger: the required one, or a cheaper one. Pure. */
import { isBornWithin } from '#kernel/age.ts'
import type { Money } from '#kernel/money.ts'
import type { PassengerQuestionView } from '#modules/orders/passenger-contract.ts'
import { valueOf, type TypedPassengers } from '#modules/orders/web/passenger-draft.ts'
import type { JourneyOrderView } from '#modules/transport/shapes.ts'
import type { Traveller } from './travellers.ts'

type Segment = JourneyOrderView['segments'][number]
type Ticket = Segment['tickets'][number]

/** Tickets of one person that can be exchanged together for another rider type. */
export interface RiderOffer {
  readonly rider: string
  /** Name of the rider type: `Child 5–13`. */
  readonly name: string
  /** Total of all tickets. */
  readonly oldTotal: Money
  readonly newTotal: Money
  /** Whether the current tickets are invalid for the age. */
  readonly isNeeded: boolean
  readonly seats: readonly { readonly segment: Segment['segment']; readonly ticket: Ticket }[]
}

/** The cheapest tickets for the entered date of birth; null if the current ones are valid and none is cheaper. */
export function riderOfferOf(
  { segments }: Pick<JourneyOrderView, 'segments'>,
  { asked, others }: Traveller,
  typed: TypedPassengers,
): RiderOffer | null {
  const birthDate = asked.asksBirthDate ? valueOf(asked, 'birthDate', typed) : ''
  if (!/^\d{4}-\d\d-\d\d$/.test(birthDate)) return null
  const isNeeded = asked.born !== null && !isBornWithin(birthDate, asked.born)
  const lines = new Set([asked, ...others].map(({ lineId }: PassengerQuestionView) => lineId))
  const seats = segments.flatMap(({ segment, tickets }) =>
    tickets.flatMap((ticket) => (lines.has(ticket.lineId) ? [{ segment, ticket }] : [])),
  )
  const riders = new Set(
    seats.flatMap(({ ticket }) => ticket.otherRiders.map(({ rider }) => rider)),
  )
  const offers = [...riders].flatMap((rider) => {
    const parts = seats.map(({ ticket }) => ({
      ticket,
      other: ticket.otherRiders.find((one) => one.rider === rider),
    }))
    const fitting = parts.flatMap(({ ticket, other }) =>
      other && isBornWithin(birthDate, other) ? [{ ticket, other }] : [],
    )
    const [first] = fitting
    if (!first || fitting.length < parts.length) return []
    const { currency } = first.other.total
    const sum = (amounts: readonly number[]) => amounts.reduce((left, right) => left + right, 0)
    const oldTotal = { amount: sum(fitting.map(({ ticket }) => ticket.total.amount)), currency }
    const newTotal = { amount: sum(fitting.map(({ other }) => other.total.amount)), currency }
    if (!isNeeded && newTotal.amount >= oldTotal.amount) return []
    return [{ rider, name: first.other.name, oldTotal, newTotal, isNeeded, seats }]
  })
  return offers.toSorted((one, other) => one.newTotal.amount - other.newTotal.amount)[0] ?? null
}

/** The entered values of exchanged tickets, moved to the tickets that replaced them. */
export function typedAfter(
  offer: Pick<RiderOffer, 'seats'>,
  after: Pick<JourneyOrderView, 'segments'>,
  typed: TypedPassengers,
): TypedPassengers {
  const moved: Record<string, string> = {}
  for (const { segment, ticket } of offer.seats) {
    const same = after.segments
      .filter((one) => one.segment.runId === segment.runId)
      .flatMap(({ tickets }) => tickets)
      .find(({ placeId, legFrom }) => placeId === ticket.placeId && legFrom === ticket.legFrom)
    if (!same) continue
    const before = `${ticket.lineId}.`
    for (const [key, value] of Object.entries(typed))
      if (key.startsWith(before)) moved[`${same.lineId}.${key.slice(before.length)}`] = value
  }
  return moved
}
