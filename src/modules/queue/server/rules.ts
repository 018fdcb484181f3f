import type { LocalizedText } from '#kernel/locale.ts'
import type { QueueView } from '#modules/queue/contract.ts'
import { isBefore, type QueueSubject } from './subject.ts'

/** What the operator turns while people wait. */
export interface QueueDial {
  /** Who joins before then is put in order by lot; null: open since the queue is on. */
  readonly opensAt: Date | null
  /** People admitted in a minute at most; null: as many as there is room for. */
  readonly ratePerMinute: number | null
  /** Nobody is admitted, everybody keeps the place. */
  readonly isPaused: boolean
  /** Nobody is admitted and nobody joins. */
  readonly isClosed: boolean
  /** Shown to those who wait. */
  readonly message: LocalizedText | null
}

export interface SaleQueue extends QueueSubject, QueueDial {
  readonly queueId: number
  /** People inside at once. */
  readonly admittedMax: number
  readonly admittedMinutes: number
  /** Tokens without a poll for so long expire. */
  readonly idleSeconds: number
  /** One place is one phone's. */
  readonly asksPhone: boolean
  /** Key of the lots; secret until the queue opens. */
  readonly drawSeed: Buffer | null
}

export interface Token {
  /** Grows in the order of joining. */
  readonly id: number
  readonly queueId: number
  /** What its queue is before. */
  readonly about: QueueSubject
  readonly seenAt: Date
  readonly admittedUntil: Date | null
  readonly sessionId: string | null
  readonly orderKey: string | null
  readonly usedAt: Date | null
  readonly leftAt: Date | null
}

/** Whether a token is one of this queue; where there is none now, of one that was there for the same. */
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

/** How often one looks: those who are let in soon, and those inside, more often. */
export function lookAgainSeconds(state: QueueView['state'], position: number | null): number {
  if (state !== 'Waiting' || position === null) return 15
  if (position <= 20) return 1
  return position <= 200 ? 4 : 12
}

/** How often the presence of a waiting visitor is written: often enough not to expire. */
export function seenEverySeconds({ idleSeconds }: Pick<SaleQueue, 'idleSeconds'>): number {
  return Math.max(10, Math.min(30, idleSeconds / 4))
}

/** Credit of a rate is kept for so long: after a silence people come in at the rate, not in a burst. */
const creditSeconds = 5

/** People that the rate has room for now, from what it had at `creditedAt`; null without a rate. */
export function creditNow(
  queue: Pick<SaleQueue, 'ratePerMinute' | 'opensAt'>,
  kept: { readonly credit: number; readonly creditedAt: Date | null },
  now: Date,
): number | null {
  const { ratePerMinute, opensAt } = queue
  if (ratePerMinute === null) return null
  const perSecond = ratePerMinute / 60
  const most = Math.max(1, perSecond * creditSeconds)
  const since = Math.max(kept.creditedAt?.getTime() ?? now.getTime(), opensAt?.getTime() ?? 0)
  const seconds = Math.max(0, (now.getTime() - since) / 1_000)
  return Math.min(most, kept.credit + seconds * perSecond)
}

/** Of the last so many seconds the speed of a queue is told. */
export const speedWindowSeconds = 120

/** People admitted in a minute: as seen lately, else as the dial says; null when neither tells. */
export function speedOf(
  queue: Pick<SaleQueue, 'ratePerMinute' | 'opensAt'>,
  admittedLately: number,
  now: Date,
): number | null {
  const openSeconds = queue.opensAt ? (now.getTime() - queue.opensAt.getTime()) / 1_000 : Infinity
  const seconds = Math.max(10, Math.min(speedWindowSeconds, openSeconds))
  return admittedLately > 0 ? (admittedLately * 60) / seconds : queue.ratePerMinute
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
