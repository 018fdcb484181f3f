/**
 * Large bodies are taken from several callers at a time, each with a room of its own and at a least speed, so that no
 * caller keeps others from sending by sending slowly.
 */
import { pipeline, Transform, type Readable } from 'node:stream'
import type { Actor } from '#platform/context.ts'
import { networkOf } from '#platform/network.ts'
import { BodyRefused } from './json-body.ts'

export interface BodyRules {
  /** Large bodies of one organiser, customer or operator at the same time. */
  readonly perCaller: number
  readonly perNetwork: number
  /** Of one server process. */
  readonly atOnce: number
  /** Over two windows in succession; slower bodies are given up. */
  readonly leastBytesPerSecond: number
  readonly windowMilliseconds: number
}

export const bodyRules: BodyRules = {
  perCaller: 2,
  perNetwork: 8,
  atOnce: 64,
  leastBytesPerSecond: 16 * 1024,
  windowMilliseconds: 5_000,
}

/** Deadlines of a connection, which hold for every request, whatever its body. */
export interface RequestDeadlines {
  /** Until the header is complete. */
  readonly headersTimeout: number
  /** Until the body is complete. */
  readonly requestTimeout: number
  /** How often both are checked: Node's default of half a minute doubles the shorter ones. */
  readonly connectionsCheckingInterval: number
}

export const requestDeadlines: RequestDeadlines = {
  headersTimeout: 15_000,
  // The largest body, 32 MB, at two megabits a second.
  requestTimeout: 130_000,
  connectionsCheckingInterval: 2_000,
}

/** Whose room a body takes: an organiser's staff and programs share one, since sessions are easily made. */
export function bodyOwnerOf(actor: Actor): string {
  if (actor.kind === 'staff') return `merchant ${actor.merchantId}`
  if (actor.kind === 'customer') return `customer ${actor.customerId}`
  return actor.kind
}

export class BodyRoom {
  readonly rules: BodyRules
  readonly #open = new Map<string, number>()

  constructor(rules: Partial<BodyRules> = {}) {
    this.rules = { ...bodyRules, ...rules }
  }

  /** Takes room until the returned function is called; throws `BodyRefused` when there is none for this caller. */
  take(owner: string, ip: string): () => void {
    const { perCaller, perNetwork, atOnce } = this.rules
    const rooms = [
      [owner, perCaller],
      [`network ${networkOf(ip)}`, perNetwork],
      ['all', atOnce],
    ] as const
    if (rooms.some(([name, most]) => (this.#open.get(name) ?? 0) >= most))
      throw new BodyRefused('TooManyRequests')
    for (const [name] of rooms) this.#add(name, 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const [name] of rooms) this.#add(name, -1)
    }
  }

  #add(name: string, by: number): void {
    const count = (this.#open.get(name) ?? 0) + by
    if (count > 0) this.#open.set(name, count)
    else this.#open.delete(name)
  }

  /**
   * The body as it arrives, ended with `BodyTooSlow` when it comes too slowly. One slow window is forgiven: the process
   * itself may have been busy.
   */
  watch(payload: Readable): Readable {
    const { leastBytesPerSecond, windowMilliseconds } = this.rules
    const least = (leastBytesPerSecond * windowMilliseconds) / 1_000
    let bytes = 0
    let slow = 0
    const watched = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const timer = setInterval(() => {
      slow = bytes < least ? slow + 1 : 0
      bytes = 0
      if (slow > 1) watched.destroy(new BodyRefused('BodyTooSlow'))
    }, windowMilliseconds)
    timer.unref()
    pipeline(payload, watched, () => clearInterval(timer))
    return watched
  }
}
