import type { Answer } from './provider.ts'

/** Consecutive failed creations after which a provider is considered down. */
const failuresToBeDown = 2

/** How long a failing provider is put last; the next failure after that restarts the period. */
export const downMilliseconds = 60_000

interface Record {
  readonly failures: number
  readonly failedAt: number
}

/**
 * Health of providers as seen by this process. Held in memory only: it is outdated within a minute and does not justify
 * a statement for each payment.
 */
export class ProviderHealth {
  readonly #records = new Map<number, Record>()

  /** Records whether opening a session succeeded. A declined card is no failure of its acquirer. */
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
