/** Availability of one event as sent to its watchers, and its last changes. Pure, without a clock or I/O. */
import { encodeAvailability, encodeHeld, placeState, statusOf } from '#seatmap/availability.ts'

export interface PoolLeft {
  readonly poolId: number
  readonly left: number
}

/** A place and its state, as `#seatmap/availability.ts` numbers it. */
export type PlaceChange = readonly [placeId: number, state: number]

interface KeptChange {
  readonly sequence: number
  readonly places: readonly PlaceChange[]
  readonly pools: readonly PoolLeft[]
}

/** Number of changes stored for reconnecting watchers; after a longer absence they get a full snapshot. */
const changeHistoryMax = 600
const changedPlacesMax = 20_000

/**
 * The state of one event and its last changes, numbered. Numbers increase by one and are only valid in the process that
 * assigned them: each process starts at a random number, so that they cannot be confused.
 */
export class LiveState {
  #states: Uint8Array
  #pools: ReadonlyMap<number, number>
  #sequence: number
  #kept: KeptChange[] = []
  #reservedPlaces = 0
  #snapshot: string | null = null

  constructor(options: {
    readonly states: Uint8Array
    readonly pools: readonly PoolLeft[]
    readonly sequence: number
  }) {
    this.#states = options.states
    this.#pools = new Map(options.pools.map(({ poolId, left }) => [poolId, left]))
    this.#sequence = options.sequence
  }

  get sequence(): number {
    return this.#sequence
  }

  get placeCount(): number {
    return this.#states.length - 1
  }

  /** Applies changes; returns the message to send, or null if nothing changed. */
  change(places: Iterable<PlaceChange>, pools: readonly PoolLeft[]): string | null {
    const changed: PlaceChange[] = []
    for (const [placeId, state] of places) {
      if (placeId < 1 || placeId >= this.#states.length || this.#states[placeId] === state) continue
      this.#states[placeId] = state
      changed.push([placeId, state])
    }
    const changedPools = pools.filter(({ poolId, left }) => this.#pools.get(poolId) !== left)
    if (changed.length + changedPools.length === 0) return null
    if (changedPools.length > 0)
      this.#pools = new Map([
        ...this.#pools,
        ...changedPools.map(({ poolId, left }) => [poolId, left] as const),
      ])
    this.#sequence += 1
    this.#snapshot = null
    this.#keep({ sequence: this.#sequence, places: changed, pools: changedPools })
    return changeMessage(this.#sequence, changed, changedPools)
  }

  /** Compares every place and pool, for use when the changes are unknown. */
  replace(states: Uint8Array, pools: readonly PoolLeft[]): string | null {
    const places: PlaceChange[] = []
    states.forEach((state, placeId) => {
      if (placeId > 0 && this.#states[placeId] !== state) places.push([placeId, state])
    })
    return this.change(places, pools)
  }

  /** The full state, serialized once for all clients that connect while nothing changes. */
  snapshot(): string {
    this.#snapshot ??= snapshotMessage(this.#sequence, this.#states, this.#pools)
    return this.#snapshot
  }

  /** The message for a watcher at sequence `after`: none, the later changes, or a snapshot. */
  since(after: number | undefined): string | null {
    if (after === this.#sequence) return null
    const oldest = this.#kept[0]?.sequence ?? Infinity
    if (after === undefined || after < oldest - 1 || after > this.#sequence) return this.snapshot()
    const missed = this.#kept.filter(({ sequence }) => sequence > after)
    const places = new Map(missed.flatMap((change) => change.places))
    const pools = new Map(
      missed.flatMap((change) => change.pools.map(({ poolId, left }) => [poolId, left])),
    )
    return changeMessage(
      this.#sequence,
      [...places],
      [...pools].map(([poolId, left]) => ({ poolId, left })),
    )
  }

  #keep(change: KeptChange): void {
    this.#kept.push(change)
    this.#reservedPlaces += change.places.length
    while (
      this.#kept.length > changeHistoryMax ||
      (this.#reservedPlaces > changedPlacesMax && this.#kept.length > 0)
    )
      this.#reservedPlaces -= this.#kept.shift()?.places.length ?? 0
  }
}

function changeMessage(
  sequence: number,
  places: readonly PlaceChange[],
  pools: readonly PoolLeft[],
): string {
  const statuses = places.flatMap(([placeId, state]) => [placeId, statusOf(state)])
  const held = places.filter(([, state]) => state === placeState.held).map(([placeId]) => placeId)
  return eventMessage('change', { sequence, places: statuses, held, pools }, sequence)
}

function snapshotMessage(
  sequence: number,
  states: Uint8Array,
  pools: ReadonlyMap<number, number>,
): string {
  const availability = encodeAvailability(states)
  const held = encodeHeld(states)
  const left = [...pools].map(([poolId, rest]) => ({ poolId, left: rest }))
  return eventMessage('snapshot', { sequence, availability, held, pools: left }, sequence)
}

/** Whether the event is on sale, and the plan whose place numbers the other messages have; null without a plan. */
export function saleMessage(isOnSale: boolean, digest: string | null): string {
  return eventMessage('sale', { isOnSale, digest })
}

/** One server-sent event. */
function eventMessage(event: string, data: unknown, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}
