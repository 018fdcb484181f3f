const firstMilliseconds = 50
const mostMilliseconds = 2_000
/** A process that ran for this long was healthy: its next crash starts a new count. */
const wellMilliseconds = 10_000

/**
 * How long to wait before a crashed process is restarted: hardly at all the first time, and up to two
 * seconds after repeated crashes, so that a process that cannot start does not use up the processor.
 */
export class RestartPauses {
  #next = firstMilliseconds

  /** @param livedMilliseconds how long it lived this time */
  after(livedMilliseconds: number): number {
    if (livedMilliseconds >= wellMilliseconds) this.#next = firstMilliseconds
    const pause = this.#next
    this.#next = Math.min(pause * 2, mostMilliseconds)
    return pause
  }
}
