/**
 * Port of flight suppliers: the platform's own, an aggregator, an airline. Every method completes in bounded time and
 * never throws for failures of the supplier.
 */
import type { Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { FlightOffer, FlightSlice, SearchCriteria, TravellerKind } from '../itinerary.ts'
import type { ChosenSeat, SeatMap } from '../seats.ts'

export const supplierNames = ['house', 'duffel', 'iati'] as const
export type SupplierName = (typeof supplierNames)[number]

/** Reasons for a refusal; a refused request had no effect. */
export type SupplierRefusal =
  | 'offer-gone'
  | 'sold-out'
  | 'seat-taken'
  | 'price-changed'
  | 'passenger-refused'
  | 'not-found'
  | 'not-cancellable'

/** `refused`: the request had no effect. `unknown`: it may have had one; it is looked up before it is repeated. */
export type SupplierAnswer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: SupplierRefusal }
  | { readonly kind: 'unknown'; readonly reason: string }

export function answered<Value>(value: Value): SupplierAnswer<Value> {
  return { kind: 'answered', value }
}

export function refused(code: SupplierRefusal): SupplierAnswer<never> {
  return { kind: 'refused', code }
}

export function unknown(reason: string): SupplierAnswer<never> {
  return { kind: 'unknown', reason }
}

/** The data of a traveller required by airlines. */
export interface Traveller {
  readonly kind: TravellerKind
  /** In Latin letters, as in the document. */
  readonly givenName: string
  readonly familyName: string
  readonly gender: 'male' | 'female'
  /** `1990-02-28`. */
  readonly birthDate: string
  readonly documentNumber: string | null
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string | null
  readonly documentExpiresOn: string | null
}

export interface ReservationRequest {
  /** Our stable idempotency key: the same key is the same booking. */
  readonly key: string
  readonly offer: FlightOffer
  readonly travellers: readonly Traveller[]
  readonly contact: { readonly email: string; readonly phone: string }
  /** Chosen seats at their confirmed prices; may be empty. */
  readonly seats: readonly ChosenSeat[]
}

export interface SupplierBooking {
  /** The supplier's own id. */
  readonly reference: string
  readonly state: 'reserved' | 'ticketing' | 'ticketed' | 'cancelled'
  /** Record locator of the airline; null until it is assigned. */
  readonly bookingCode: string | null
  /** E-ticket numbers in the order of the travellers; empty before they are issued. */
  readonly ticketNumbers: readonly string[]
  readonly totalMinor: number
  readonly currency: Currency
  /** End of an unpaid reservation; null if it is not guaranteed or already paid. */
  readonly expiresAt: Date | null
}

export interface CancelQuote {
  readonly refundMinor: number
  readonly currency: Currency
  /** Reference that the supplier requires to execute the quote. */
  readonly quoteRef: string
}

/** A change of a ticketed booking by its airline. */
export interface SupplierChange {
  readonly changeRef: string
  /** The changed directions before the change. */
  readonly before: readonly FlightSlice[]
  /** The same directions after the change; empty if the flights are cancelled. */
  readonly after: readonly FlightSlice[]
  /** Whether it was accepted, or the booking cancelled because of it. */
  readonly isAnswered: boolean
}

/** An event sent by a supplier. Only a hint: the state is then requested from the supplier. */
export interface SupplierEvent {
  /** Equal for repeated deliveries of an event. */
  readonly id: string
  /** The booking whose flights have changed; null for other events. */
  readonly changedReference: string | null
}

export interface FlightSupplier {
  readonly name: SupplierName
  /** Milliseconds after which a search continues without this supplier. */
  readonly searchMilliseconds: number
  search(
    context: Context,
    criteria: SearchCriteria,
  ): Promise<SupplierAnswer<readonly FlightOffer[]>>
  /** The same trip and fare at the current price. */
  price(context: Context, offer: FlightOffer): Promise<SupplierAnswer<FlightOffer>>
  /** Free and taken seats of every flight at their current prices. Absent: seats are assigned at check-in. */
  readonly seatMaps?: (
    context: Context,
    offer: FlightOffer,
  ) => Promise<SupplierAnswer<readonly SeatMap[]>>
  /** Reserves the places without payment. Null: the supplier sells this offer only against payment, in `ticket`. */
  reserve(
    context: Context,
    request: ReservationRequest,
  ): Promise<SupplierAnswer<SupplierBooking | null>>
  /** Pays for the places and requests the tickets; a booking still in `ticketing` is looked up again later. */
  ticket(
    context: Context,
    request: ReservationRequest & { readonly reference: string | null },
  ): Promise<SupplierAnswer<SupplierBooking>>
  /** The booking under our key; null if there is none. */
  lookUp(
    context: Context,
    request: { readonly key: string; readonly reference: string | null },
  ): Promise<SupplierAnswer<SupplierBooking | null>>
  quoteCancel(context: Context, reference: string): Promise<SupplierAnswer<CancelQuote>>
  /** Cancels a booking. Idempotent. */
  cancel(
    context: Context,
    request: { readonly reference: string; readonly quoteRef: string | null },
  ): Promise<SupplierAnswer<CancelQuote>>
  /** Changes by the airline, the oldest first. Absent: flights never change. */
  readonly listChanges?: (
    context: Context,
    reference: string,
  ) => Promise<SupplierAnswer<readonly SupplierChange[]>>
  /** Verifies and parses a signed event; null if the signature is invalid or too old. Absent: there are no events. */
  readonly readEvent?: (
    context: Pick<Context, 'clock'>,
    sent: { readonly text: string; readonly signature: string },
  ) => SupplierEvent | null
  /** Accepts a change on behalf of the traveller. Idempotent. */
  readonly acceptChange?: (
    context: Context,
    change: { readonly reference: string; readonly changeRef: string },
  ) => Promise<SupplierAnswer<null>>
}
