/** Port of an external cinema system. */

/** `refused`: the request had no effect. `unknown`: it may have had one; it is looked up before it is repeated. */
export type SupplierAnswer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string; readonly seats: readonly number[] }
  | { readonly kind: 'unknown'; readonly detail: string }

export interface SupplierSession {
  readonly sessionId: string
  readonly startsAt: Date
  readonly isCancelled: boolean
}

export interface SupplierBooking {
  readonly key: string
  readonly bookingNumber: string
  readonly sessionId: string
  readonly tickets: readonly {
    readonly seat: number
    readonly ticketNumber: string
    readonly isRefunded: boolean
  }[]
}

interface SeatsOfSession {
  /** Our idempotency key. */
  readonly key: string
  readonly sessionId: string
  readonly seats: readonly number[]
}

/** Every method completes in bounded time and never throws for failures of the external system. */
export interface CinemaSupplier {
  /** Stored with the screenings of the supplier. */
  readonly name: string
  listSessions(): Promise<SupplierAnswer<readonly SupplierSession[]>>
  /** States of the seats; the index is the place id minus one. */
  readSeats(
    sessionId: string,
  ): Promise<SupplierAnswer<readonly ('available' | 'locked' | 'sold')[]>>
  /** Locks seats against sale at its own counters until the lock expires. Idempotent by key. */
  lock(request: SeatsOfSession): Promise<SupplierAnswer<null>>
  unlock(key: string): Promise<SupplierAnswer<null>>
  /** Sells locked or free seats. A repeated key returns its first booking. */
  confirm(
    request: SeatsOfSession & { readonly lockKey: string },
  ): Promise<SupplierAnswer<SupplierBooking>>
  /** The booking with this key; null if the supplier does not know it. */
  lookUp(key: string): Promise<SupplierAnswer<SupplierBooking | null>>
  refund(bookingNumber: string, ticketNumbers: readonly string[]): Promise<SupplierAnswer<null>>
  listBookings(): Promise<SupplierAnswer<readonly SupplierBooking[]>>
}
