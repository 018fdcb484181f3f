/** An outside cinema system: what we ask of it, and what its answers are worth. */

/** `refused`: certainly nothing happened. `unknown`: it may have happened; it is looked up, never repeated blindly. */
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
  /** Idempotency key of ours. */
  readonly key: string
  readonly sessionId: string
  readonly seats: readonly number[]
}

/** Every method settles in bounded time and never throws for what the outside does. */
export interface CinemaSupplier {
  /** Stored with its screenings. */
  readonly name: string
  listSessions(): Promise<SupplierAnswer<readonly SupplierSession[]>>
  /** By seat less one: whether the supplier still sells it. */
  readSeats(
    sessionId: string,
  ): Promise<SupplierAnswer<readonly ('available' | 'locked' | 'sold')[]>>
  /** Keeps seats from its own counters; ends by itself. The same key again is the same lock. */
  lock(request: SeatsOfSession): Promise<SupplierAnswer<null>>
  unlock(key: string): Promise<SupplierAnswer<null>>
  /** Sells what a lock keeps, or what is free; the same key answers with its first booking. */
  confirm(
    request: SeatsOfSession & { readonly lockKey: string },
  ): Promise<SupplierAnswer<SupplierBooking>>
  /** The booking of a key; null when the supplier has never seen it. */
  lookUp(key: string): Promise<SupplierAnswer<SupplierBooking | null>>
  refund(bookingNumber: string, ticketNumbers: readonly string[]): Promise<SupplierAnswer<null>>
  listBookings(): Promise<SupplierAnswer<readonly SupplierBooking[]>>
}
