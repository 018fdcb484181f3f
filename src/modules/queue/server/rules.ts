import type { LocalizedText } from '#kernel/locale.ts'
import type { QueueView } from '#modules/queue/contract.ts'
import { isBefore, type QueueSubject } from './subject.ts'

/** The settings that an operator changes while people wait. */
export interface QueueControls {
  /** Positions of visitors who join before then are drawn by lot; null: open since the queue was switched on. */
  readonly opensAt: Date | null
  /** Maximum admissions per minute; null: limited by `admittedMax` only. */
  readonly ratePerMinute: number | null
  /** Nobody is admitted; positions are kept. */
  readonly isPaused: boolean
  /** Nobody is admitted and nobody joins. */
  readonly isClosed: boolean
  /** Shown to those who wait. */
  readonly message: LocalizedText | null
}

export interface SaleQueue extends QueueSubject, QueueControls {
  readonly queueId: number
  /** Maximum number of people admitted at the same time. */
  readonly admittedMax: number
  readonly admittedMinutes: number
  /** Tokens without a poll for this long expire. */
  readonly idleSeconds: number
  /** One place per phone. */
  readonly asksPhone: boolean
  /** Key of the lots; secret until the queue opens. */
  readonly drawSeed: Buffer | null
}

export interface Token {
  /** Grows in the order of joining. */
  readonly id: number
  readonly queueId: number
  /** The subject of its queue. */
  readonly about: QueueSubject
  readonly seenAt: Date
  readonly admittedUntil: Date | null
  readonly sessionId: string | null
  readonly orderKey: string | null
  readonly usedAt: Date | null
  readonly leftAt: Date | null
}

/** Whether a token belongs to this queue or, when there is none now, to an earlier one for the same subject. */
export function isTokenOf(
  token: Token,
  queue: SaleQueue | undefined,
  subject: QueueSubject,
): boolean {
  return queue ? token.queueId === queue.queueId : isBefore(token.about, subject)
}

export function phaseOf(queue: SaleQueue, now: Date): QueueView['phase'] {
  if (queue.isClosed) return 'Closed'
  if (queue.opensAt !== null && queue.opensAt > now) return 'Before'
  return queue.isPaused ? 'Paused' : 'Open'
}

/** Current state of a token. */
export function stateOf(
  token: Token,
  queue: SaleQueue,
  now: Date,
): Exclude<QueueView['state'], 'Open' | 'None'> {
  if (token.usedAt !== null) return 'Used'
  const isIdle = token.seenAt.getTime() + queue.idleSeconds * 1_000 <= now.getTime()
  if (token.leftAt !== null || isIdle) return 'Gone'
  if (token.admittedUntil === null) return 'Waiting'
  return token.admittedUntil > now ? 'Admitted' : 'Gone'
}

/** Polling interval in seconds; shorter for visitors near the front. */
export function lookAgainSeconds(state: QueueView['state'], position: number | null): number {
  if (state !== 'Waiting' || position === null) return 15
  if (position <= 20) return 1
  return position <= 200 ? 4 : 12
}

/** Interval in seconds at which a visitor's presence is written: short enough that the token does not expire. */
export function seenEverySeconds({ idleSeconds }: Pick<SaleQueue, 'idleSeconds'>): number {
  return Math.max(10, Math.min(30, idleSeconds / 4))
}

/**
 * Maximum time for which admission credit accumulates: after an idle period people are admitted at the rate, not in a
 * burst.
 */
const creditSeconds = 5

/** Admissions that the rate permits now, accumulated since `creditedAt`; null without a rate. */
export function creditNow(
  queue: Pick<SaleQueue, 'ratePerMinute' | 'opensAt'>,
  stored: { readonly credit: number; readonly creditedAt: Date | null },
  now: Date,
): number | null {
  const { ratePerMinute, opensAt } = queue
  if (ratePerMinute === null) return null
  const perSecond = ratePerMinute / 60
  const creditMax = Math.max(1, perSecond * creditSeconds)
  const since = Math.max(stored.creditedAt?.getTime() ?? now.getTime(), opensAt?.getTime() ?? 0)
  const seconds = Math.max(0, (now.getTime() - since) / 1_000)
  return Math.min(creditMax, stored.credit + seconds * perSecond)
}

/** Period, in seconds, over which the speed of a queue is measured. */
export const speedWindowSeconds = 120

/** Admissions per minute: as measured recently, else the configured rate; null without either. */
export function speedOf(
  queue: Pick<SaleQueue, 'ratePerMinute' | 'opensAt'>,
  admittedRecently: number,
  now: Date,
): number | null {
  const openSeconds = queue.opensAt ? (now.getTime() - queue.opensAt.getTime()) / 1_000 : Infinity
  const seconds = Math.max(10, Math.min(speedWindowSeconds, openSeconds))
  return admittedRecently > 0 ? (admittedRecently * 60) / seconds : queue.ratePerMinute
}

/** Estimated seconds until this position is admitted, at the current rate; null when it is unknown. */
export function estimateOf(
  phase: QueueView['phase'],
  position: number | null,
  perMinute: number | null,
): number | null {
  if (phase !== 'Open' || position === null || !perMinute) return null
  return Math.ceil((position * 60) / perMinute)
}
