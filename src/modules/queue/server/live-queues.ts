import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { standingOf } from './queue.ts'
import { stateOf, type SaleQueue, type Token } from './rules.ts'
import { noteSeen } from './seen.ts'
import { snapshotOf, type QueueSnapshot } from './snapshot.ts'
import { findQueue, readToken, readTokens } from './store.ts'
import { subjectKey } from './subject.ts'

export interface LiveQueuesOptions {
  /** Open connections of this process at most. */
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
}

const tickMilliseconds = 1_000
/** A position told is at most so old; near the front it is told every second. */
const tellEveryMilliseconds = 4_000
const nearFront = 200
/** Who does not read for so long is sent away. */
const stuckMilliseconds = 20_000
const retryMilliseconds = 2_000
/** Told to stop, a process spreads those it sends away over this long. */
const retrySpreadMilliseconds = 4_000

interface Listener {
  readonly stream: ServerResponse
  readonly ip: string
  token: Token
  /** What it was told last, without the time. */
  told: string
  toldAt: number
  behindSince: number | null
}

/**
 * Everybody who waits with an open connection to this process. One look at a queue a second serves all who wait in it;
 * whoever listens counts as present.
 */
export class LiveQueues {
  readonly #options: LiveQueuesOptions
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #perAddress = new Map<string, number>()
  #context: Context | null = null
  #open = 0
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #isClosed = false

  constructor(options: LiveQueuesOptions) {
    this.#options = options
  }

  get openCount(): number {
    return this.#open
  }

  async follow(
    context: Context,
    given: string,
  ): Promise<Result<(stream: ServerResponse) => void, ErrorCode>> {
    const ip = context.ip ?? ''
    if (this.#isFull(ip)) return fail('TooManyRequests')
    const token = await readToken(context, given)
    if (!token) return fail('QueueTokenNotFound')
    return ok((stream) => {
      if (this.#isFull(ip)) stream.end(retryLine())
      else this.#admit(context, stream, { ip, token })
    })
  }

  /** Ends every connection, each told to come back at a time of its own. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearInterval(this.#timer)
    for (const listeners of this.#listeners.values())
      for (const { stream } of listeners) stream.end(retryLine())
    this.#listeners.clear()
    await this.#running
  }

  #isFull(ip: string): boolean {
    const { connectionsMax, connectionsPerAddressMax } = this.#options
    const ofAddress = this.#perAddress.get(ip) ?? 0
    return this.#isClosed || this.#open >= connectionsMax || ofAddress >= connectionsPerAddressMax
  }

  #admit(context: Context, stream: ServerResponse, who: { ip: string; token: Token }): void {
    const { ip, token } = who
    const key = subjectKey(token.about)
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners)
    const listener: Listener = { stream, ip, token, told: '', toldAt: 0, behindSince: null }
    listeners.add(listener)
    this.#open += 1
    this.#perAddress.set(ip, (this.#perAddress.get(ip) ?? 0) + 1)
    stream.on('drain', () => (listener.behindSince = null))
    stream.once('close', () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners)
        this.#listeners.delete(key)
      this.#open -= 1
      const others = (this.#perAddress.get(ip) ?? 1) - 1
      if (others > 0) this.#perAddress.set(ip, others)
      else this.#perAddress.delete(ip)
    })
    stream.write(`retry: ${retryMilliseconds}\n\n`)
    if (!this.#context) {
      const { db, clock, random, jobs, log, channel, origin } = context
      const actor = { kind: 'visitor' } as const
      this.#context = { db, clock, random, jobs, log, channel, origin, actor, locale: 'ka' }
    }
    this.#timer ??= setInterval(() => this.#tick(), tickMilliseconds).unref()
    this.#tick()
  }

  /** One round at a time: a slow database makes rounds rarer, never more of them. */
  #tick(): void {
    const context = this.#context
    if (this.#running || !context) return
    this.#running = this.#tellAll(context)
      .catch((error: unknown) => context.log.warn({ err: error }, 'queues were not looked at'))
      .finally(() => (this.#running = null))
  }

  async #tellAll(context: Context): Promise<void> {
    for (const listeners of this.#listeners.values()) {
      const [first] = listeners
      if (!first) continue
      const queue = await findQueue(context, first.token.about)
      const snapshot = queue ? await snapshotOf(context, queue.queueId) : null
      await this.#noteSeen(context, queue, listeners)
      await readMoved(context, snapshot, listeners)
      const now = performance.now()
      for (const listener of listeners) tell(context, queue, snapshot, listener, now)
    }
  }

  /** Whoever listens is there. */
  async #noteSeen(
    context: Context,
    queue: SaleQueue | undefined,
    listeners: ReadonlySet<Listener>,
  ): Promise<void> {
    if (!queue) return
    const now = context.clock.now()
    await Promise.all(
      [...listeners].map(async (listener) => {
        if (stateOf(listener.token, queue, now) !== 'Gone')
          listener.token = await noteSeen(context, queue, listener.token)
      }),
    )
  }
}

/** Tokens that do not wait any more, or are taken for gone here, are read anew. */
async function readMoved(
  context: Context,
  snapshot: QueueSnapshot | null,
  listeners: ReadonlySet<Listener>,
): Promise<void> {
  const moved = [...listeners].filter(({ token }) => !snapshot?.positions.has(token.id))
  if (moved.length === 0) return
  const tokens = await readTokens(
    context,
    moved.map(({ token }) => token.id),
  )
  const byId = new Map(tokens.map((token) => [token.id, token]))
  for (const listener of moved) listener.token = byId.get(listener.token.id) ?? listener.token
}

function tell(
  context: Context,
  queue: SaleQueue | undefined,
  snapshot: QueueSnapshot | null,
  listener: Listener,
  now: number,
): void {
  const { stream, behindSince } = listener
  if (behindSince !== null) {
    if (now - behindSince > stuckMilliseconds) stream.destroy()
    return
  }
  const isOf = queue !== undefined && listener.token.queueId === queue.queueId
  const standing = standingOf(context, queue, isOf ? listener.token : null, snapshot)
  const isFinal = standing.state !== 'Waiting'
  const isNear = isFinal || (standing.position ?? Infinity) <= nearFront
  if (!isNear && now - listener.toldAt < tellEveryMilliseconds) return
  const data = JSON.stringify(standing)
  // A comment keeps the connection open where there is nothing new to tell.
  if (data === listener.told && now - listener.toldAt < tellEveryMilliseconds) return
  const isTaken = stream.write(data === listener.told ? ': here\n\n' : `data: ${data}\n\n`)
  listener.told = data
  listener.toldAt = now
  if (!isTaken) listener.behindSince = now
  if (isFinal) stream.end()
}

function retryLine(): string {
  const spread = Math.floor(Math.random() * retrySpreadMilliseconds)
  return `retry: ${1_000 + spread}\n\n`
}
