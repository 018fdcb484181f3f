/** Offers and orders of the fake, in memory: after a restart they are answered as gone. */
import { randomUUID } from 'node:crypto'
import {
  airlineView,
  airportView,
  fares,
  flightsBetween,
  type Fare,
  type FlightRow,
} from './flights.ts'
import { seatMapView, segmentId, soldSeats, type SoldSeat } from './seats.ts'
import type { DuffelFaults, OfferRequest, WantedOrder, WantedPayment } from './shapes.ts'

interface Offer {
  readonly id: string
  readonly flights: readonly { readonly row: FlightRow; readonly date: string }[]
  readonly fare: Fare
  readonly passengers: readonly { readonly id: string; readonly type: string }[]
  readonly isInstant: boolean
  readonly cabin: string
}

export interface DuffelOrder {
  readonly id: string
  /** The caller's own key, from the metadata. */
  readonly key: string | undefined
  readonly offerId: string
  readonly passengerIds: readonly string[]
  readonly amount: string
  readonly seats: readonly SoldSeat[]
  readonly bookingReference: string
  isPaid: boolean
  isCancelled: boolean
  /** Number of reads until the tickets are issued; -1: never. */
  looksLeft: number
  readonly changes: Change[]
}

/** A change by the airline: all flights are moved, or cancelled. */
interface Change {
  readonly id: string
  /** Offset from the schedule in minutes, before and after the change; null: cancelled. */
  readonly from: number
  readonly to: number | null
  /** Aircraft before and after the change; null for the scheduled one. */
  readonly fromAircraft: string | null
  readonly toAircraft: string | null
  action: 'accepted' | 'cancelled' | null
}

const offerMinutes = 30

export class BookingService {
  readonly #faults: DuffelFaults
  readonly #offers = new Map<string, Offer>()
  readonly #orders = new Map<string, DuffelOrder>()
  readonly #bookedOffers = new Map<string, DuffelOrder>()
  readonly #cancellations = new Map<string, { order: DuffelOrder; refund: string }>()

  readonly #now: () => Date

  constructor(faults: DuffelFaults, now: () => Date) {
    this.#faults = faults
    this.#now = now
  }

  #after(minutes: number): string {
    return new Date(this.#now().getTime() + minutes * 60_000).toISOString()
  }

  search(request: OfferRequest) {
    const passengers = request.passengers.map(({ type }) => ({ id: `pas_${randomUUID()}`, type }))
    let trips: Offer['flights'][] = [[]]
    for (const { origin, destination, departure_date: date } of request.slices)
      trips = trips.flatMap((trip) =>
        flightsBetween(origin, destination)
          .filter(({ carrier }) => trip.every((one) => one.row.carrier === carrier))
          .map((row) => [...trip, { row, date }]),
      )
    const isInstant = this.#faults.instantOnly
    return trips.flatMap((flights) =>
      fares.map((fare) => {
        const id = `off_${randomUUID()}`
        const offer = { id, flights, fare, passengers, isInstant, cabin: request.cabin_class }
        this.#offers.set(id, offer)
        return this.offerView(offer)
      }),
    )
  }

  offer(id: string): Offer | undefined {
    return this.#offers.get(id)
  }

  #amountOf({ flights, fare, passengers }: Offer): string {
    const shares: Readonly<Record<string, number>> = { child: 0.75, infant_without_seat: 0.1 }
    const people = passengers.reduce((sum, { type }) => sum + (shares[type] ?? 1), 0)
    const adult = flights.reduce((sum, { row }) => sum + row.cents, 0) * fare.factor
    return amount(Math.round((adult * people * this.#faults.pricePercent) / 100))
  }

  offerView(offer: Offer) {
    const { id, flights, fare, passengers, isInstant, cabin } = offer
    const terms = (penalty: number) => ({
      allowed: fare.isRefunded,
      penalty_amount: fare.isRefunded ? amount(penalty) : null,
      penalty_currency: fare.isRefunded ? 'EUR' : null,
    })
    return {
      id,
      owner: airlineView(flights[0]?.row.carrier ?? ''),
      total_amount: this.#amountOf(offer),
      total_currency: 'EUR',
      expires_at: this.#after(offerMinutes),
      payment_requirements: { requires_instant_payment: isInstant },
      passengers,
      slices: flights.map(({ row, date }, index) => ({
        fare_brand_name: fare.name,
        segments: [
          { id: segmentId(id, index), ...segmentView(row, date, { fare, passengers, cabin }) },
        ],
      })),
      conditions: {
        refund_before_departure: terms(fare.penaltyCents),
        change_before_departure: terms(0),
      },
    }
  }

  seatMaps(offer: Offer) {
    return offer.flights.map(({ row }, index) => seatMapView(offer, row, index))
  }

  /** Creates an order, or returns an error code. An offer can be booked once. */
  order(request: WantedOrder): DuffelOrder | string {
    const [offerId] = request.selected_offers
    const offer = this.#offers.get(offerId)
    if (!offer || this.#bookedOffers.has(offerId)) return 'offer_no_longer_available'
    const named = new Set(request.passengers.map(({ id }) => id))
    const onLaps = new Set(request.passengers.map((one) => one.infant_passenger_id))
    const isWhole = offer.passengers.every(
      ({ id, type }) => named.has(id) && (type !== 'infant_without_seat' || onLaps.has(id)),
    )
    if (!isWhole) return 'validation_required'
    const flights = offer.flights.map(({ row }) => row)
    const seats = soldSeats(offer, flights, request.services?.map(({ id }) => id) ?? [])
    if (!seats) return 'service_unavailable'
    const cents = seats.reduce((sum, seat) => sum + seat.cents, 0)
    const total = amount(Math.round(Number(this.#amountOf(offer)) * 100) + cents)
    const isPaid = request.type === 'instant'
    if (isPaid && request.payments?.[0]?.amount !== total) return 'price_changed'
    if (!isPaid && offer.isInstant) return 'validation_format'
    const order: DuffelOrder = {
      id: `ord_${randomUUID()}`,
      key: request.metadata?.['bileti_key'],
      offerId,
      passengerIds: offer.passengers.map(({ id }) => id),
      amount: total,
      seats,
      bookingReference: randomUUID().slice(0, 6).toUpperCase(),
      isPaid,
      isCancelled: false,
      looksLeft: this.#faults.ticketsAfterLooks,
      changes: [],
    }
    this.#orders.set(order.id, order)
    this.#bookedOffers.set(offerId, order)
    return order
  }

  find(id: string): DuffelOrder | undefined {
    return this.#orders.get(id)
  }

  newest(limit: number): DuffelOrder[] {
    return [...this.#orders.values()].toReversed().slice(0, limit)
  }

  /** Null, or the error code if the payment is refused. */
  pay({ order_id, payment }: WantedPayment): string | null {
    const order = this.#orders.get(order_id)
    if (!order || order.isCancelled) return 'not_found'
    if (order.isPaid) return 'already_paid'
    if (payment.amount !== order.amount) return 'price_changed'
    order.isPaid = true
    return null
  }

  orderView(order: DuffelOrder, isLook = false) {
    if (isLook && order.isPaid && order.looksLeft > 0) order.looksLeft -= 1
    const documents = order.passengerIds.map((id, index) => ({
      type: 'electronic_ticket',
      unique_identifier: `235${order.id.slice(4, 12)}${index}`,
      passenger_ids: [id],
    }))
    return {
      id: order.id,
      booking_reference: order.bookingReference,
      total_amount: order.amount,
      total_currency: 'EUR',
      cancelled_at: order.isCancelled ? this.#after(0) : null,
      metadata: order.key === undefined ? {} : { bileti_key: order.key },
      passengers: order.passengerIds.map((id) => ({ id })),
      payment_status: {
        awaiting_payment: !order.isPaid,
        payment_required_by: order.isPaid ? null : this.#after(60),
      },
      documents: order.isPaid && order.looksLeft === 0 ? documents : [],
    }
  }

  quoteCancel(order: DuffelOrder) {
    const fare = this.#offers.get(order.offerId)?.fare
    // While an airline change is not accepted, the full amount is refundable.
    const isChanged = order.changes.some(({ action }) => action === null)
    const kept = isChanged ? 0 : (fare?.penaltyCents ?? 0) * order.passengerIds.length
    // Seats are not refunded, like the penalty.
    const seats = isChanged ? 0 : order.seats.reduce((sum, { cents }) => sum + cents, 0)
    const left = Math.max(0, Math.round(Number(order.amount) * 100) - kept - seats)
    const refund = amount(order.isPaid && (isChanged || fare?.isRefunded) ? left : 0)
    const id = `ore_${randomUUID()}`
    this.#cancellations.set(id, { order, refund })
    return { id, order_id: order.id, refund_amount: refund, refund_currency: 'EUR' }
  }

  /** Returns the id of the change. */
  change(order: DuffelOrder, minutes: number | null, aircraft: string | null = null): string {
    const from = order.changes.findLast(({ to }) => to !== null)?.to ?? 0
    const to = minutes === null ? null : from + minutes
    const id = `aic_${randomUUID()}`
    const fromAircraft =
      order.changes.findLast(({ toAircraft }) => toAircraft !== null)?.toAircraft ?? null
    const toAircraft = aircraft ?? fromAircraft
    order.changes.push({ id, from, to, fromAircraft, toAircraft, action: null })
    return id
  }

  changesOf(order: DuffelOrder) {
    const offer = this.#offers.get(order.offerId)
    if (!offer) return []
    const slices = (shift: number, aircraft: string | null) =>
      offer.flights.map(({ row, date }) => ({
        segments: [segmentView(row, date, { ...offer, shift, aircraft })],
      }))
    return order.changes.map(({ id, from, to, fromAircraft, toAircraft, action }) => ({
      id,
      order_id: order.id,
      removed: slices(from, fromAircraft),
      added: to === null ? [] : slices(to, toAircraft),
      available_actions: action === null ? ['accept', 'cancel'] : [],
      action_taken: action,
      action_taken_at: action === null ? null : this.#after(0),
      created_at: this.#after(0),
    }))
  }

  accept(changeId: string): boolean {
    const change = this.newest(1_000_000)
      .flatMap(({ changes }) => changes)
      .find(({ id }) => id === changeId)
    if (!change || change.action === 'cancelled') return false
    change.action = 'accepted'
    return true
  }

  confirmCancel(id: string) {
    const cancellation = this.#cancellations.get(id)
    if (!cancellation) return null
    const { order, refund } = cancellation
    order.isCancelled = true
    for (const change of order.changes) change.action ??= 'cancelled'
    return { id, order_id: order.id, refund_amount: refund, refund_currency: 'EUR' }
  }
}

function amount(cents: number): string {
  return (cents / 100).toFixed(2)
}

function segmentView(
  row: FlightRow,
  date: string,
  {
    fare,
    passengers,
    cabin,
    shift = 0,
    aircraft = null,
  }: Pick<Offer, 'fare' | 'passengers' | 'cabin'> & {
    readonly shift?: number
    readonly aircraft?: string | null
  },
) {
  const at = (time: string) =>
    new Date(Date.parse(`${date}T${time}:00Z`) + shift * 60_000).toISOString().slice(0, 19)
  return {
    origin: airportView(row.from),
    destination: airportView(row.to),
    departing_at: at(row.departs),
    arriving_at: at(row.arrives),
    marketing_carrier: airlineView(row.carrier),
    marketing_carrier_flight_number: String(row.number),
    operating_carrier: airlineView(row.carrier),
    aircraft: { iata_code: aircraft ?? row.aircraft, name: aircraft ?? row.aircraft },
    passengers: passengers.map(({ id }) => ({
      passenger_id: id,
      cabin_class: cabin,
      baggages: [
        { type: 'carry_on', quantity: 1 },
        { type: 'checked', quantity: fare.bags },
      ],
    })),
  }
}
