import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { networkOf } from '#platform/network.ts'
import type { QueueNews } from '../contract.ts'
import { standingOf } from './queue.ts'
import { stateOf, type SaleQueue, type Token } from './rules.ts'
import { isPresenceDue, recordSeen } from './seen.ts'
import { snapshotOf, type QueueSnapshot } from './snapshot.ts'
import { findQueue, readToken, readTokens } from './store.ts'
import { subjectKey } from './subject.ts'

export interface LiveQueuesOptions {
  /** Maximum number of open connections of this process. */
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
}

const tickMilliseconds = 250
/** Connections are divided into this many shares, one of which is notified per tick: each every three seconds. */
const shareCount = 12
/** In every fourth tick, visitors near the front or no longer waiting are notified regardless of their share. */
const ticksPerUrgentRound = 4
const nearFront = 200
/** Connections that have not read for this long are closed. */
const stuckMilliseconds = 20_000
const retryMilliseconds = 2_000
/** When a process stops, the reconnections of its visitors are spread over this time. */
const retrySpreadMilliseconds = 4_000

interface Listener {
  readonly stream: ServerResponse
  readonly ip: string
  token: Token
  /** The last state sent, without the time; empty before the first. */
  lastSent: string
  behindSince: number | null
}

/** The connections of one queue, divided into shares of about the same size. */
class ListenerGroup {
  readonly shares: readonly Set<Listener>[] = Array.from({ length: shareCount }, () => new Set())
  #size = 0
  #next = 0

  get size(): number {
    return this.#size
  }

  /** Adds a connection and returns a function that removes it. */
  add(listener: Listener): () => void {
    const share = this.shares[this.#next++ % shareCount]
    share?.add(listener)
    this.#size += 1
    return () => {
      if (share?.delete(listener)) this.#size -= 1
    }
  }

  first(): Listener | undefined {
    for (const share of this.shares) for (const listener of share) return listener
    return undefined
  }
}

/**
 * All visitors with an open connection to this process. A queue is read once for all its visitors; a displayed
 * position is at most five seconds old; an open connection counts as presence.
 */
export class LiveQueues {
  readonly #options: LiveQueuesOptions
  readonly #groups = new Map<string, ListenerGroup>()
  readonly #perAddress = new Map<string, number>()
  #context: Context | null = null
  #open = 0
  #tickNumber = 0
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
    const ip = networkOf(context.ip ?? '')
    if (this.#isFull(ip)) return fail('TooManyRequests')
    const token = await readToken(context, given)
    if (!token) return fail('QueueTokenNotFound')
    return ok((stream) => {
      if (this.#isFull(ip)) stream.end(retryLine())
      else this.#admit(context, stream, { ip, token })
    })
  }

  /** Ends every connection, with reconnection delays spread over `retrySpreadMilliseconds`. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearInterval(this.#timer)
    for (const { shares } of this.#groups.values())
      for (const share of shares) for (const { stream } of share) stream.end(retryLine())
    this.#groups.clear()
    await this.#running
  }

  #isFull(ip: string): boolean {
    const { connectionsMax, connectionsPerAddressMax } = this.#options
    const ofAddress = this.#perAddress.get(ip) ?? 0
    return this.#isClosed || this.#open >= connectionsMax || ofAddress >= connectionsPerAddressMax
  }

  #admit(context: Context, stream: ServerResponse, visitor: { ip: string; token: Token }): void {
    const { ip, token } = visitor
    const key = subjectKey(token.about)
    const group = this.#groups.get(key) ?? new ListenerGroup()
    this.#groups.set(key, group)
    const remove = group.add({ stream, ip, token, lastSent: '', behindSince: null })
    this.#open += 1
    this.#perAddress.set(ip, (this.#perAddress.get(ip) ?? 0) + 1)
    stream.once('close', () => {
      remove()
      if (group.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key)
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
  }

  /** Rounds do not overlap: with a slow database they become less frequent. */
  #tick(): void {
    const context = this.#context
    if (this.#running || !context) return
    this.#running = this.#updateAll(context)
      .catch((error: unknown) => context.log.warn({ err: error }, 'updating live queues failed'))
      .finally(() => (this.#running = null))
  }

  async #updateAll(context: Context): Promise<void> {
    const tick = this.#tickNumber++
    for (const group of this.#groups.values()) {
      const first = group.first()
      if (!first) continue
      const queue = await findQueue(context, first.token.about)
      const snapshot = queue ? await snapshotOf(context, queue.queueId) : null
      const due = dueAt(tick, group, snapshot)
      if (queue) await recordAllSeen(context, queue, due)
      await readMoved(context, snapshot, due)
      const now = performance.now()
      for (const listener of due) sendState(context, queue, snapshot, listener, now)
    }
  }
}

/** Connections to notify now: a share of all, and once a second those near the front or not notified yet. */
function dueAt(tick: number, group: ListenerGroup, snapshot: QueueSnapshot | null): Listener[] {
  const shareIndex = tick % shareCount
  if (tick % ticksPerUrgentRound !== 0) return [...(group.shares[shareIndex] ?? [])]
  return group.shares.flatMap((share, index) =>
    index === shareIndex
      ? [...share]
      : [...share].filter((listener) => isUrgent(listener, snapshot)),
  )
}

function isUrgent({ lastSent, token }: Listener, snapshot: QueueSnapshot | null): boolean {
  return lastSent === '' || (snapshot?.positions.get(token.id) ?? 0) <= nearFront
}

/** An open connection counts as presence. */
async function recordAllSeen(
  context: Context,
  queue: SaleQueue,
  listeners: readonly Listener[],
): Promise<void> {
  const now = context.clock.now()
  const due = listeners.filter(
    ({ token }) => isPresenceDue(queue, token, now) && stateOf(token, queue, now) !== 'Gone',
  )
  await Promise.all(
    due.map(async (listener) => {
      listener.token = await recordSeen(context, queue, listener.token)
    }),
  )
}

/** Rereads tokens that are not in the snapshot of waiting visitors. */
async function readMoved(
  context: Context,
  snapshot: QueueSnapshot | null,
  listeners: readonly Listener[],
): Promise<void> {
  const moved = listeners.filter(({ token }) => !snapshot?.positions.has(token.id))
  if (moved.length === 0) return
  const tokens = await readTokens(
    context,
    moved.map(({ token }) => token.id),
  )
  const byId = new Map(tokens.map((token) => [token.id, token]))
  for (const listener of moved) listener.token = byId.get(listener.token.id) ?? listener.token
}

function sendState(
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
  const news: QueueNews = { ...standing, message: queue?.message ?? null }
  const data = JSON.stringify(news)
  // A comment keeps the connection open when nothing has changed; the number is the time of the state.
  const asOf = snapshot?.asOf ?? context.clock.now().getTime()
  const hasCapacity = stream.write(
    data === listener.lastSent ? `: ${asOf}\n\n` : `id: ${asOf}\ndata: ${data}\n\n`,
  )
  listener.lastSent = data
  if (!hasCapacity) {
    listener.behindSince = now
    stream.once('drain', () => (listener.behindSince = null))
  }
  if (isFinal) stream.end()
}

function retryLine(): string {
  const spread = Math.floor(Math.random() * retrySpreadMilliseconds)
  return `retry: ${1_000 + spread}\n\n`
}
