/**
 * The order that this tab holds for chosen departures. Whoever goes back and continues again, with another class or more
 * baggage, wants it replaced: both would keep seats from other people.
 */
const storageKey = 'bileti:held-journey'

interface HeldOrder {
  readonly orderKey: string
  /** Of all chosen departures, in order. */
  readonly runIds: string
}

export function rememberHeld(held: HeldOrder): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(held))
  } catch {
    // Storage is blocked: the seats are released when their time is over.
  }
}

/** The order held for the same departures; null if there is none. */
export function heldBefore(runIds: string): string | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as HeldOrder | null
    return held?.runIds === runIds ? held.orderKey : null
  } catch {
    return null
  }
}
