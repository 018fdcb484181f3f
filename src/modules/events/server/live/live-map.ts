import { randomInt } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  poolsItem,
  readLiveOffering,
  readLivePlaces,
  readLivePools,
  type LivePlace,
} from '#modules/inventory/server/public-api.ts'
import { createStates } from '#seatmap/availability.ts'
import { statesOf } from '../availability.ts'
import { reservesSomething } from '../access.ts'
import { poolsAsSold, shownStates } from '../event-map.ts'
import { isOnSale } from '../quote.ts'
import { findSale, type EventSale } from '../sale.ts'
import { LiveState, saleMessage, type PlaceChange, type PoolLeft } from './live-state.ts'
import type { Watcher } from './watcher.ts'

/** Changes are sent together, at most eight times a second. */
const tickMilliseconds = 125
/** With many watchers updates are less frequent: sending takes at most a quarter of the time. */
const restPerUpdate = 3
/** How often everything is read, in case a notification was lost with the process that had to send it. */
const readAllMilliseconds = 15_000
/** How often the sale of the event is checked; the cached sale is up to two seconds old. */
const saleLookMilliseconds = 1_000
const heartbeatMilliseconds = 20_000

const heartbeat = Buffer.from(': here\n\n')
const startPoint = 2 ** 43

/** The live map of one event for one channel, with all its watchers in this process. */
export class LiveMap {
  readonly watchers = new Set<Watcher>()
  readonly #context: Context
  readonly #eventId: number
  /** What its watchers may see in addition to public availability. */
  readonly #code: AccessCode | undefined
  #state: LiveState | null = null
  #sale: EventSale | null = null
  #isOnSale = true
  #heldUntil = new Map<number, number>()
  #poolsUntil: number | null = null
  readonly #changedPlaces = new Set<number>()
  #arePoolsChanged = false
  #wantsAll = true
  #running: Promise<void> | null = null
  #nextTickAt = 0
  #nextSaleLookAt = 0
  #nextReadAllAt = 0
  #nextHeartbeatAt = performance.now() + heartbeatMilliseconds

  constructor(
    context: Context,
    watched: { readonly eventId: number; readonly code: AccessCode | undefined },
  ) {
    this.#context = context
    this.#eventId = watched.eventId
    this.#code = watched.code
  }

  get offeringId(): number | undefined {
    return this.#sale?.event.offeringId
  }

  /** Reads everything for the first time; false when there is no such event. */
  async open(): Promise<boolean> {
    if (!this.#state || this.watchers.size === 0) await this.refresh()
    return this.#state !== null
  }

  /** Adds a watcher that may already have everything up to `after`. */
  admit(watcher: Watcher, after: number | undefined): void {
    this.watchers.add(watcher)
    this.catchUp(watcher, after)
  }

  /** Sends the changes since `after`. */
  catchUp(watcher: Watcher, after: number | undefined): void {
    // First, because a page with another plan cannot read the places.
    watcher.send(this.#saleMessage())
    const message = this.#state?.since(after)
    if (message) watcher.update(message, this.#state?.sequence ?? 0)
    else if (after !== undefined) watcher.sequence = after
  }

  /** Handles a change notification: these places, or all pools, may have changed. */
  handleChange(items: readonly number[]): void {
    for (const item of items) {
      if (item === poolsItem) this.#arePoolsChanged = true
      else this.#changedPlaces.add(item)
    }
  }

  /** Schedules a full read because the extent of the change is unknown. */
  readAllSoon(): void {
    this.#wantsAll = true
  }

  /** Called periodically; runs what is due. */
  tick(): void {
    const now = performance.now()
    if (now >= this.#nextHeartbeatAt) this.#beat(now)
    if (this.#running || now < this.#nextTickAt || !this.#isDue(now)) return
    this.#nextTickAt = now + tickMilliseconds
    this.refresh().catch((error: unknown) => {
      this.#context.log.warn({ err: error, eventId: this.#eventId }, 'a live map was not read')
      this.#wantsAll = true
      this.#nextTickAt = performance.now() + saleLookMilliseconds
    })
  }

  #isDue(now: number): boolean {
    return (
      this.#wantsAll ||
      this.#arePoolsChanged ||
      this.#changedPlaces.size > 0 ||
      now >= this.#nextSaleLookAt ||
      now >= this.#nextReadAllAt
    )
  }

  /** Reads what may have changed and sends the changes to all watchers, one refresh at a time. */
  refresh(): Promise<void> {
    this.#running ??= this.#look().finally(() => (this.#running = null))
    return this.#running
  }

  async #look(): Promise<void> {
    const now = performance.now()
    if (now >= this.#nextSaleLookAt) {
      this.#nextSaleLookAt = now + saleLookMilliseconds
      const isSame = await this.#lookAtSale()
      if (!isSame) this.#wantsAll = true
      // Parts of packages are sold at other events, whose changes are not reported here.
      if (this.#sale?.event.ticketTypes.some(({ parts }) => parts.length > 0))
        this.#arePoolsChanged = true
      this.#collectExpired()
    }
    const sale = this.#sale
    if (!sale) return
    if (this.#wantsAll || now >= this.#nextReadAllAt) await this.#readAll(sale)
    else await this.#readChanged(sale)
  }

  /** Checks that the event is still on sale with the same map. */
  async #lookAtSale(): Promise<boolean> {
    const sale = await findSale(this.#context, this.#eventId)
    const before = this.#sale
    this.#sale = sale
    const sells = sale !== null && isOnSale(sale, this.#context.clock.now())
    if (sells !== this.#isOnSale) {
      this.#isOnSale = sells
      this.#tell((watcher) => watcher.send(this.#saleMessage()))
    }
    const isSame =
      before?.event.offeringId === sale?.event.offeringId &&
      before?.event.layoutDigest === sale?.event.layoutDigest
    if (!isSame) this.#state = null
    const isKeptAlike = before !== null && sale !== null && keepsAlike(before, sale)
    return isSame && isKeptAlike
  }

  #saleMessage(): string {
    return saleMessage(this.#isOnSale, this.#sale?.event.layoutDigest ?? null)
  }

  /** Expired holds change availability without a notification. */
  #collectExpired(): void {
    const now = this.#context.clock.now().getTime()
    for (const [placeId, until] of this.#heldUntil)
      if (until <= now) {
        this.#heldUntil.delete(placeId)
        this.#changedPlaces.add(placeId)
      }
    if (this.#poolsUntil !== null && this.#poolsUntil <= now) this.#arePoolsChanged = true
  }

  async #readAll(sale: EventSale): Promise<void> {
    this.#wantsAll = false
    this.#nextReadAllAt = performance.now() + readAllMilliseconds * (1 + Math.random() / 5)
    this.#changedPlaces.clear()
    this.#arePoolsChanged = false
    const all = await readLiveOffering(this.#context, sale.event.offeringId)
    this.#heldUntil = new Map(all.heldUntil)
    this.#poolsUntil = all.poolsUntil
    const states = shownStates(this.#context, sale, statesOf(sale, all), this.#code)
    const pools = await poolsAsSold(this.#context, sale, all.pools, this.#code)
    if (this.#state) {
      this.#publishChange(this.#state.replace(states, pools))
      return
    }
    this.#state = new LiveState({ states, pools, sequence: randomInt(1, startPoint) })
    for (const watcher of this.watchers) this.catchUp(watcher, undefined)
  }

  async #readChanged(sale: EventSale): Promise<void> {
    if (!this.#arePoolsChanged && this.#changedPlaces.size === 0) return
    const placeIds = [...this.#changedPlaces]
    const withPools = this.#arePoolsChanged
    this.#changedPlaces.clear()
    this.#arePoolsChanged = false
    const { offeringId } = sale.event
    const places =
      placeIds.length > 0 ? await readLivePlaces(this.#context, offeringId, placeIds) : []
    for (const { placeId, heldUntil } of places) {
      if (heldUntil === null) this.#heldUntil.delete(placeId)
      else this.#heldUntil.set(placeId, heldUntil)
    }
    let pools: readonly PoolLeft[] = []
    if (withPools) {
      const read = await readLivePools(this.#context, offeringId)
      this.#poolsUntil = read.poolsUntil
      pools = await poolsAsSold(this.#context, sale, read.pools, this.#code)
    }
    this.#publishChange(this.#state?.change(this.#asShown(sale, places), pools) ?? null)
  }

  /** For an event with reserved places, the visible state of a place depends on the whole map. */
  #asShown(sale: EventSale, places: readonly LivePlace[]): PlaceChange[] {
    if (!reservesSomething(sale)) return places.map(({ placeId, state }) => [placeId, state])
    const states = createStates(sale.layout?.placeCount ?? 0)
    for (const { placeId, state } of places) states[placeId] = state
    const shown = shownStates(this.#context, sale, states, this.#code)
    return places.map(({ placeId }) => [placeId, shown[placeId] ?? 0])
  }

  #publishChange(message: string | null): void {
    if (message === null || !this.#state) return
    const { sequence } = this.#state
    const bytes = Buffer.from(message)
    this.#tell((watcher) => watcher.update(bytes, sequence))
  }

  #tell(send: (watcher: Watcher) => void): void {
    const startedAt = performance.now()
    for (const watcher of this.watchers) send(watcher)
    const endedAt = performance.now()
    const rest = (endedAt - startedAt) * restPerUpdate
    this.#nextTickAt = Math.max(this.#nextTickAt, endedAt + rest)
  }

  #beat(now: number): void {
    this.#nextHeartbeatAt = now + heartbeatMilliseconds
    for (const watcher of this.watchers) {
      if (watcher.isStuck(now)) watcher.end('')
      else watcher.send(heartbeat)
    }
  }
}

function keepsAlike(one: EventSale, other: EventSale): boolean {
  return reservesSomething(one) === reservesSomething(other)
}
