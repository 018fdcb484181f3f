import { performance } from 'node:perf_hooks'
import {
  readLiveOffering,
  readLivePlaces,
  type LivePlace,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeState } from '#seatmap/availability.ts'
import { BestIndex, type IndexRequest } from '#seatmap/best-index.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'

/** Notifications are processed together, at most ten times a second. */
const coalesceMilliseconds = 100
/** Everything is read again after this long, in case a notification was lost with the process that had to send it. */
const readAllMilliseconds = 15_000
const lapseLookMilliseconds = 1_000
/** For this long after a conflict, choices are spread, because another process sells the same hall. */
const beatenMilliseconds = 2_000
const spreadOver = 24

/** Places reserved in memory for holds in progress. */
export interface Reserved {
  readonly placeIds: readonly number[]
}

/**
 * This process's view of one event's places, for choosing the best ones. It may be outdated; the inventory decides.
 * Chosen places are reserved in memory until the outcome of the hold is known, so concurrent requests get different
 * ones.
 */
export class SeatBoard {
  readonly #context: Context
  readonly #offeringId: number
  readonly #index: BestIndex
  /** State in the database, by place. */
  readonly #stored: Uint8Array
  readonly #reserved = new Map<number, Reserved>()
  readonly #heldUntil = new Map<number, number>()
  #changed = new Set<number>()
  /** Places changed by this process during a read, which makes its result outdated for them. */
  #touched: Set<number> | null = null
  #reading: Promise<void> | null = null
  #opening: Promise<void> | null = null
  #nextReadAt = 0
  #nextReadAllAt = 0
  #nextLapseAt = 0
  #beatenAt = -Infinity
  #settled: (() => void)[] = []
  usedAt = performance.now()

  constructor(context: Context, offeringId: number, expanded: ExpandedLayout) {
    this.#context = context
    this.#offeringId = offeringId
    this.#index = new BestIndex(expanded)
    this.#stored = new Uint8Array(expanded.placeCount + 1).fill(placeState.sold)
  }

  get expanded(): ExpandedLayout {
    return this.#index.expanded
  }

  get offeringId(): number {
    return this.#offeringId
  }

  /** Reads everything for the first time. */
  async open(): Promise<void> {
    this.#opening ??= this.readAll().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    await this.#opening
  }

  /** Chooses and reserves places in memory; null when no matching places are known to be free. */
  choose(request: IndexRequest, attempt: number): Reserved | null {
    this.usedAt = performance.now()
    const isSpread = attempt > 1 || this.usedAt - this.#beatenAt < beatenMilliseconds
    const nth = isSpread ? Math.floor(Math.random() * spreadOver) : 0
    const placeIds = this.#index.choose({ ...request, nth })
    if (placeIds.length === 0) return null
    const reserved = { placeIds }
    for (const placeId of placeIds) {
      this.#reserved.set(placeId, reserved)
      this.#index.set(placeId, placeState.held)
    }
    return reserved
  }

  /** Marks reserved places as held. */
  held(reserved: Reserved): void {
    for (const placeId of reserved.placeIds) this.#tell(placeId, placeState.held)
    this.#release(reserved)
  }

  /** Releases reserved places after a failed hold; `inTheWay` are the places that others hold. */
  refused(reserved: Reserved, inTheWay: readonly number[]): void {
    if (inTheWay.length > 0) this.#beatenAt = performance.now()
    for (const placeId of inTheWay) this.#tell(placeId, placeState.held)
    this.handleChange(inTheWay)
    this.#release(reserved)
  }

  get hasReserved(): boolean {
    return this.#reserved.size > 0
  }

  /** Resolves when reserved places have been held or released. */
  nextSettled(): Promise<void> {
    return new Promise((resolve) => this.#settled.push(resolve))
  }

  /** Handles a change notification from the inventory. */
  handleChange(items: readonly number[]): void {
    for (const item of items) if (item > 0) this.#changed.add(item)
  }

  readAllSoon(): void {
    this.#nextReadAllAt = 0
  }

  /** Called periodically; runs the due reads. */
  tick(): void {
    const now = performance.now()
    if (this.#reading) return
    if (now >= this.#nextLapseAt) {
      this.#nextLapseAt = now + lapseLookMilliseconds
      const clock = this.#context.clock.now().getTime()
      for (const [placeId, until] of this.#heldUntil) if (until <= clock) this.#changed.add(placeId)
    }
    const isAllDue = now >= this.#nextReadAllAt
    if (!isAllDue && (this.#changed.size === 0 || now < this.#nextReadAt)) return
    this.#nextReadAt = now + coalesceMilliseconds
    const read = isAllDue ? this.readAll() : this.#run(() => this.#readChanged())
    read.catch((error: unknown) => {
      this.#context.log.warn({ err: error, offeringId: this.#offeringId }, 'places were not read')
      this.#nextReadAllAt = performance.now() + lapseLookMilliseconds
    })
  }

  /** Reads every place, in a read that starts after this call; concurrent callers share it. */
  async readAll(): Promise<void> {
    const before = this.#reading
    if (before) {
      await before.catch(() => undefined)
      // Another waiting caller has already started one.
      if (this.#reading) return this.#reading
    }
    return this.#run(() => this.#readEverything())
  }

  #run(read: () => Promise<void>): Promise<void> {
    this.#touched = new Set()
    this.#reading = read().finally(() => {
      this.#touched = null
      this.#reading = null
    })
    return this.#reading
  }

  async #readEverything(): Promise<void> {
    this.#changed = new Set()
    const all = await readLiveOffering(this.#context, this.#offeringId)
    this.#nextReadAllAt = performance.now() + readAllMilliseconds * (1 + Math.random() / 5)
    for (let placeId = 1; placeId < this.#stored.length; placeId += 1) {
      const state = all.states[placeId - 1] ?? placeState.sold
      this.#learn(placeId, state, all.heldUntil.get(placeId) ?? null)
    }
  }

  async #readChanged(): Promise<void> {
    const placeIds = [...this.#changed]
    this.#changed = new Set()
    let places: readonly LivePlace[]
    try {
      places = await readLivePlaces(this.#context, this.#offeringId, placeIds)
    } catch (error) {
      this.handleChange(placeIds)
      throw error
    }
    for (const { placeId, state, heldUntil } of places) this.#learn(placeId, state, heldUntil)
  }

  #learn(placeId: number, state: number, heldUntil: number | null): void {
    if (this.#touched?.has(placeId)) return
    if (heldUntil === null) this.#heldUntil.delete(placeId)
    else this.#heldUntil.set(placeId, heldUntil)
    this.#stored[placeId] = state
    if (!this.#reserved.has(placeId)) this.#index.set(placeId, state)
  }

  #tell(placeId: number, state: number): void {
    this.#stored[placeId] = state
    this.#touched?.add(placeId)
  }

  #release(reserved: Reserved): void {
    for (const placeId of reserved.placeIds) {
      if (this.#reserved.get(placeId) !== reserved) continue
      this.#reserved.delete(placeId)
      this.#index.set(placeId, this.#stored[placeId] ?? placeState.sold)
    }
    const waiting = this.#settled
    this.#settled = []
    for (const resolve of waiting) resolve()
  }
}
