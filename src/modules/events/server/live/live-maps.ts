import type { ServerResponse } from 'node:http'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/public-api.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { networkOf } from '#platform/network.ts'
import type { Database } from '#platform/database/database.ts'
import { SeatBoards } from '../best/seat-boards.ts'
import { codeFor } from '../codes.ts'
import { findSale } from '../sale.ts'
import { LiveMap } from './live-map.ts'
import { PlaceNotifications } from './place-notifications.ts'
import { Watcher } from './watcher.ts'

export interface LiveMapsOptions {
  /** Maximum number of open maps in this process. */
  readonly connectionsMax: number
  /** Maximum per address. */
  readonly connectionsPerAddressMax: number
}

/** Takes over the open response after a `200` and sends to it until it closes. */
export type Follow = (stream: ServerResponse) => void

const tickMilliseconds = 25
/** An event without watchers is dropped after this long, since watchers often return at once. */
const lingerMilliseconds = 30_000
const retryMilliseconds = 3_000
/** When a process stops, the reconnections of its watchers are spread over this time. */
const retrySpreadMilliseconds = 4_000

interface Watched {
  readonly map: LiveMap
  emptySince: number
}

/** All open maps of this process. It reads and subscribes only while there are watchers. */
export class LiveMaps {
  readonly #options: LiveMapsOptions
  readonly #watched = new Map<string, Watched>()
  readonly #perAddress = new Map<string, number>()
  #open = 0
  #database: Database | null = null
  readonly #notifications = new PlaceNotifications()
  /** The boards from which the best places are chosen. */
  readonly boards = new SeatBoards(this.#notifications)
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(options: LiveMapsOptions) {
    this.#options = options
  }

  /** Open maps in this process. */
  get openCount(): number {
    return this.#open
  }

  /** Subscribes a watcher to an event's changes, from `after` if they are still stored. */
  async follow(
    context: Context & { readonly ip: string },
    request: { readonly eventId: number; readonly accessCode?: string; readonly after?: number },
  ): Promise<Result<Follow, ErrorCode>> {
    const ip = networkOf(context.ip)
    if (this.#isClosed || this.#isFull(ip)) return fail('TooManyRequests')
    const sale = await findSale(context, request.eventId)
    if (!sale || !isOpenTo(sale.event, request.accessCode)) return fail('NotFound')
    const code = await codeFor(context, request.accessCode, sale.event)
    if (code === null) return fail('InvalidAccessCode')
    const { map } = this.#watch(context, request.eventId, code)
    if (!(await map.open())) {
      this.#forget(map)
      return fail('NotFound')
    }
    return ok((stream) => {
      if (this.#isClosed || this.#isFull(ip)) stream.end(retryLine())
      else this.#admit(map, stream, ip, request.after)
    })
  }

  /** Ends every connection, telling each to reconnect at a different time. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearInterval(this.#timer)
    for (const { map } of this.#watched.values())
      for (const watcher of map.watchers) watcher.end(retryLine())
    this.#watched.clear()
    this.boards.close()
    await this.#notifications.close()
  }

  #isFull(ip: string): boolean {
    const { connectionsMax, connectionsPerAddressMax } = this.#options
    return (
      this.#open >= connectionsMax || (this.#perAddress.get(ip) ?? 0) >= connectionsPerAddressMax
    )
  }

  /** Holders of a code see what it opens, so each code has a separate map. */
  #watch(context: Context, eventId: number, code: AccessCode | undefined): Watched {
    const { db, clock, random, jobs, log, channel, origin } = context
    this.#start(db)
    const key = `${eventId} ${code?.id ?? 0} ${channel}`
    let watched = this.#watched.get(key)
    if (!watched) {
      const actor = { kind: 'visitor' } as const
      const own = { db, clock, random, jobs, log, channel, origin, actor, locale: 'ka' as const }
      watched = { map: new LiveMap(own, { eventId, code }), emptySince: performance.now() }
      this.#watched.set(key, watched)
    }
    return watched
  }

  #forget(map: LiveMap): void {
    for (const [key, watched] of this.#watched) if (watched.map === map) this.#watched.delete(key)
  }

  #admit(map: LiveMap, stream: ServerResponse, ip: string, after: number | undefined): void {
    const watcher = new Watcher({
      stream,
      ip,
      catchUp: (late) => map.catchUp(late, late.sequence),
    })
    this.#open += 1
    this.#perAddress.set(ip, (this.#perAddress.get(ip) ?? 0) + 1)
    stream.once('close', () => {
      map.watchers.delete(watcher)
      this.#open -= 1
      const others = (this.#perAddress.get(ip) ?? 1) - 1
      if (others > 0) this.#perAddress.set(ip, others)
      else this.#perAddress.delete(ip)
    })
    stream.write(`retry: ${retryMilliseconds}\n\n`)
    map.admit(watcher, after)
  }

  #start(db: Database): void {
    if (this.#database === db) return
    this.#database = db
    this.#notifications.listen(db, {
      onChange: (offeringId, items) => {
        for (const { map } of this.#watched.values())
          if (map.offeringId === offeringId) map.handleChange(items)
      },
      onGap: () => {
        for (const { map } of this.#watched.values()) map.readAllSoon()
      },
    })
    this.#timer ??= setInterval(() => this.#tick(), tickMilliseconds).unref()
  }

  #tick(): void {
    const now = performance.now()
    for (const [key, watched] of this.#watched) {
      if (watched.map.watchers.size > 0) {
        watched.emptySince = now
        watched.map.tick()
      } else if (now - watched.emptySince > lingerMilliseconds) this.#watched.delete(key)
    }
  }
}

function retryLine(): string {
  const spread = Math.floor(Math.random() * retrySpreadMilliseconds)
  return `retry: ${1_000 + spread}\n\n`
}
