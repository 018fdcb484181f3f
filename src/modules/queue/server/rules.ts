import type { QueueView } from '#modules/queue/contract.ts'
import { isBefore, type QueueSubject } from './subject.ts'

export interface SaleQueue extends QueueSubject {
  readonly queueId: number
  /** People inside at once. */
  readonly admittedMax: number
  readonly admittedMinutes: number
  /** Who has not been heard of for so long is gone. */
  readonly idleSeconds: number
  /** One place is one phone's. */
  readonly asksPhone: boolean
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

/** Where a token stands at this moment. */
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

/** How many of these ids, sorted, are smaller: by halving. */
export function countBefore(ids: readonly number[], id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}
