import { placeState, type AvailabilitySnapshot } from '#seatmap/availability.ts'
import type { AvailabilityChange } from '#seatmap/live.ts'

/** A full snapshot, sent first and after a long interruption. */
export interface LiveSnapshot {
  readonly sequence: number
  readonly snapshot: AvailabilitySnapshot
}

function parsed(text: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function poolsOf(value: unknown): { poolId: number; left: number }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((pool: unknown) => {
    if (typeof pool !== 'object' || pool === null) return []
    const { poolId, left } = pool as Partial<Record<string, unknown>>
    return typeof poolId === 'number' && typeof left === 'number' ? [{ poolId, left }] : []
  })
}

/** The data of a `snapshot` event; null for anything else. */
export function readLiveSnapshot(text: unknown): LiveSnapshot | null {
  const value = parsed(text)
  const { sequence, availability, held, pools } = value ?? {}
  if (typeof sequence !== 'number' || typeof availability !== 'string') return null
  if (typeof held !== 'string') return null
  return { sequence, snapshot: { places: availability, held, pools: poolsOf(pools) } }
}

/** The data of a `change` event; null for anything else. */
export function readLiveChange(text: unknown): AvailabilityChange | null {
  const value = parsed(text)
  const { sequence, places, held, pools } = value ?? {}
  if (typeof sequence !== 'number' || !Array.isArray(places)) return null
  if (places.length % 2 !== 0 || !places.every((one) => Number.isInteger(one))) return null
  if (!Array.isArray(held)) return null
  return { sequence, places: withHeld(places, new Set(held)), pools: poolsOf(pools) }
}

/** Pairs of place and status, distinguishing places held by others from blocked ones. */
function withHeld(places: readonly number[], held: ReadonlySet<unknown>): number[] {
  return places.map((one, at) => (at % 2 === 1 && held.has(places[at - 1]) ? placeState.held : one))
}

/** A `sale` event: whether the event is on sale, and the digest of its plan, if it has one. */
export interface LiveSale {
  readonly isOnSale: boolean
  readonly digest: string | null
}

/** The data of a `sale` event; null for anything else. */
export function readLiveSale(text: unknown): LiveSale | null {
  const { isOnSale, digest } = parsed(text) ?? {}
  if (typeof isOnSale !== 'boolean') return null
  return { isOnSale, digest: typeof digest === 'string' ? digest : null }
}
