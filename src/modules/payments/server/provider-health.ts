import type { Answer } from './provider.ts'

/** So many creations that failed one after another make a provider down. */
const failuresToBeDown = 2

/** How long a failing provider is asked last; the next failure after that restarts the period. */
export const downMilliseconds = 60_000

interface Record {
  readonly failures: number
  readonly failedAt: number
}

/**
 * How providers fare in this process: kept in memory, because it is worth nothing a minute later and a payment has no
 * statement to spare for it.
 */
export class ProviderHealth {
  readonly #records = new Map<number, Record>()

  /** What became of opening a session. A card that was declined says nothing about its acquirer. */
  note(provider: number, outcome: Answer<unknown>['kind'], now: Date): void {
    if (outcome === 'answered') {
      this.#records.delete(provider)
      return
    }
    const failures = (this.#records.get(provider)?.failures ?? 0) + 1
    this.#records.set(provider, { failures, failedAt: now.getTime() })
  }

  isDown(provider: number, now: Date): boolean {
    const record = this.#records.get(provider)
    if (!record || record.failures < failuresToBeDown) return false
    return now.getTime() - record.failedAt < downMilliseconds
  }
}
