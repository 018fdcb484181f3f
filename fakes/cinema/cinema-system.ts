/** An external cinema system with sessions, seats, locks and bookings, in memory. */

export type SeatState = 'available' | 'locked' | 'sold'

export interface Session {
  readonly sessionId: string
  startsAt: string
  isCancelled: boolean
  readonly seatCount: number
}

export interface Booking {
  readonly key: string
  readonly bookingNumber: string
  readonly sessionId: string
  readonly tickets: { readonly seat: number; readonly ticketNumber: string; isRefunded: boolean }[]
}

interface Lock {
  readonly key: string
  readonly sessionId: string
  readonly seats: readonly number[]
  readonly expiresAt: number
}

const lockMilliseconds = 20 * 60_000

export type Refusal = { readonly code: 'SEATS_TAKEN' | 'SESSION_CLOSED'; readonly seats: number[] }

export class CinemaSystem {
  readonly sessions = new Map<string, Session>()
  readonly bookings = new Map<string, Booking>()
  readonly #locks = new Map<string, Lock>()
  /** Seats sold at the cinema's own counter. */
  readonly #counter = new Map<string, Set<number>>()
  #number = 1_000

  addSession(sessionId: string, startsAt: Date, seatCount: number): void {
    this.sessions.set(sessionId, {
      sessionId,
      startsAt: startsAt.toISOString(),
      isCancelled: false,
      seatCount,
    })
  }

  /** Cancels a session; its bookings become void. */
  cancelSession(sessionId: string): void {
    const session = this.sessions.get(sessionId)
    if (session) session.isCancelled = true
    for (const booking of this.bookings.values())
      if (booking.sessionId === sessionId)
        for (const ticket of booking.tickets) ticket.isRefunded = true
  }

  /** Moves a session to another time. */
  moveSession(sessionId: string, startsAt: Date): void {
    const session = this.sessions.get(sessionId)
    if (session) session.startsAt = startsAt.toISOString()
  }

  /** Sells seats at the cinema's own counter. */
  sellElsewhere(sessionId: string, seats: readonly number[]): void {
    const gone = this.#counter.get(sessionId) ?? new Set<number>()
    for (const seat of seats) gone.add(seat)
    this.#counter.set(sessionId, gone)
  }

  /** Frees seats that were sold at the counter. */
  returnSeats(sessionId: string, seats: readonly number[]): void {
    for (const seat of seats) this.#counter.get(sessionId)?.delete(seat)
  }

  seats(sessionId: string): SeatState[] {
    const count = this.sessions.get(sessionId)?.seatCount ?? 0
    return Array.from({ length: count }, (_, index) => this.#stateOf(sessionId, index + 1, ''))
  }

  lock(key: string, sessionId: string, seats: readonly number[]): Refusal | null {
    const refusal = this.#refusal(key, sessionId, seats)
    if (refusal) return refusal
    this.#locks.set(key, { key, sessionId, seats, expiresAt: Date.now() + lockMilliseconds })
    return null
  }

  unlock(key: string): void {
    this.#locks.delete(key)
  }

  /** Repeating a key returns the first booking made with it. */
  book(
    { key, lockKey }: { readonly key: string; readonly lockKey: string },
    sessionId: string,
    seats: readonly number[],
  ): Booking | Refusal {
    const known = this.bookings.get(key)
    if (known) return known
    const refusal = this.#refusal(lockKey, sessionId, seats)
    if (refusal) return refusal
    this.#number += 1
    const bookingNumber = `VB${this.#number}`
    const booking: Booking = {
      key,
      bookingNumber,
      sessionId,
      tickets: seats.map((seat, index) => ({
        seat,
        ticketNumber: `${bookingNumber}-${index + 1}`,
        isRefunded: false,
      })),
    }
    this.bookings.set(key, booking)
    this.#locks.delete(lockKey)
    return booking
  }

  refund(bookingNumber: string, ticketNumbers: readonly string[]): boolean {
    const booking = [...this.bookings.values()].find((one) => one.bookingNumber === bookingNumber)
    if (!booking) return false
    for (const ticket of booking.tickets)
      if (ticketNumbers.includes(ticket.ticketNumber)) ticket.isRefunded = true
    return true
  }

  #refusal(key: string, sessionId: string, seats: readonly number[]): Refusal | null {
    const session = this.sessions.get(sessionId)
    if (!session || session.isCancelled) return { code: 'SESSION_CLOSED', seats: [] }
    const taken = seats.filter((seat) => this.#stateOf(sessionId, seat, key) !== 'available')
    return taken.length > 0 ? { code: 'SEATS_TAKEN', seats: taken } : null
  }

  #stateOf(sessionId: string, seat: number, key: string): SeatState {
    if (this.#counter.get(sessionId)?.has(seat)) return 'sold'
    for (const booking of this.bookings.values())
      if (
        booking.sessionId === sessionId &&
        booking.tickets.some((one) => one.seat === seat && !one.isRefunded)
      )
        return 'sold'
    for (const lock of this.#locks.values())
      if (
        lock.key !== key &&
        lock.sessionId === sessionId &&
        lock.expiresAt > Date.now() &&
        lock.seats.includes(seat)
      )
        return 'locked'
    return 'available'
  }
}
