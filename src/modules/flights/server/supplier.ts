/**
 * A supplier of flights: the platform's own, an aggregator, an airline. Every method settles in bounded time and never
 * throws for what the outside does.
 */
import type { Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { FlightOffer, FlightSlice, SearchCriteria, TravellerKind } from '../itinerary.ts'
import type { ChosenSeat, SeatMap } from '../seats.ts'

export const supplierNames = ['house', 'duffel', 'iati'] as const
export type SupplierName = (typeof supplierNames)[number]

/** Why a supplier says no; nothing has happened there. */
export type SupplierRefusal =
  | 'offer-gone'
  | 'sold-out'
  | 'seat-taken'
  | 'price-changed'
  | 'passenger-refused'
  | 'not-found'
  | 'not-cancellable'

/** `refused`: certainly nothing happened. `unknown`: it may have happened; it is looked up, never repeated blindly. */
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

/** A traveller as an airline wants to know them. */
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
  /** Ours and stable: the same key is the same booking, however often it is asked. */
  readonly key: string
  readonly offer: FlightOffer
  readonly travellers: readonly Traveller[]
  readonly contact: { readonly email: string; readonly phone: string }
  /** Chosen ones, at the prices that were confirmed beside the offer's; often none. */
  readonly seats: readonly ChosenSeat[]
}

export interface SupplierBooking {
  /** The supplier's own id. */
  readonly reference: string
  readonly state: 'reserved' | 'ticketing' | 'ticketed' | 'cancelled'
  /** Record locator of the airline; null before there is one. */
  readonly bookingCode: string | null
  /** E-ticket numbers in the order of the travellers; empty before they are issued. */
  readonly ticketNumbers: readonly string[]
  readonly totalMinor: number
  readonly currency: Currency
  /** Until when an unpaid reservation stands; null: no promise, or paid. */
  readonly expiresAt: Date | null
}

export interface CancelQuote {
  readonly refundMinor: number
  readonly currency: Currency
  /** What the supplier wants to see again when the quote is carried out. */
  readonly quoteRef: string
}

/** What an airline changed of a ticketed booking. */
export interface SupplierChange {
  readonly changeRef: string
  /** The directions that changed, as they were. */
  readonly before: readonly FlightSlice[]
  /** The same directions as they are now; empty: the flights are cancelled. */
  readonly after: readonly FlightSlice[]
  /** Somebody has accepted it, or cancelled for it. */
  readonly isAnswered: boolean
}

/** What a supplier told us of its own accord; a hint, the supplier is asked for the truth. */
export interface SupplierEvent {
  /** The same event has the same id, however often it is sent. */
  readonly id: string
  /** The booking whose flights have changed; null where it is about something else. */
  readonly changedReference: string | null
}

export interface FlightSupplier {
  readonly name: SupplierName
  /** Milliseconds after which a search goes on without it. */
  readonly searchMilliseconds: number
  search(
    context: Context,
    criteria: SearchCriteria,
  ): Promise<SupplierAnswer<readonly FlightOffer[]>>
  /** The same trip and fare at its price of now. */
  price(context: Context, offer: FlightOffer): Promise<SupplierAnswer<FlightOffer>>
  /** Seats of every flight, free and taken, at their prices of now. Absent: seats are given at check-in. */
  readonly seatMaps?: (
    context: Context,
    offer: FlightOffer,
  ) => Promise<SupplierAnswer<readonly SeatMap[]>>
  /** Keeps the places without payment. Null: the supplier sells this offer only against payment, in `ticket`. */
  reserve(
    context: Context,
    request: ReservationRequest,
  ): Promise<SupplierAnswer<SupplierBooking | null>>
  /** Pays for the places and has the tickets issued; a booking still in `ticketing` is asked for again later. */
  ticket(
    context: Context,
    request: ReservationRequest & { readonly reference: string | null },
  ): Promise<SupplierAnswer<SupplierBooking>>
  /** What is there under our key; null: nothing. */
  lookUp(
    context: Context,
    request: { readonly key: string; readonly reference: string | null },
  ): Promise<SupplierAnswer<SupplierBooking | null>>
  quoteCancel(context: Context, reference: string): Promise<SupplierAnswer<CancelQuote>>
  /** Repeating it changes nothing. */
  cancel(
    context: Context,
    request: { readonly reference: string; readonly quoteRef: string | null },
  ): Promise<SupplierAnswer<CancelQuote>>
  /** Changes of the airline, the oldest first. Absent: its flights never change. */
  readonly listChanges?: (
    context: Context,
    reference: string,
  ) => Promise<SupplierAnswer<readonly SupplierChange[]>>
  /** Reads what the supplier sent with its signature; null: it is not from there, or too old. Absent: it sends nothing. */
  readonly readEvent?: (
    context: Pick<Context, 'clock'>,
    sent: { readonly text: string; readonly signature: string },
  ) => SupplierEvent | null
  /** The traveller agrees. Repeating it changes nothing. */
  readonly acceptChange?: (
    context: Context,
    change: { readonly reference: string; readonly changeRef: string },
  ) => Promise<SupplierAnswer<null>>
}
