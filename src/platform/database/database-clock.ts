/**
 * The time of the database, as a process keeps it: several machines compare moments that others have written, so all
 * of them go by one clock, whatever their own shows.
 */
import { sql } from 'kysely'
import type { Clock } from '#platform/context.ts'
import type { Database } from './database.ts'

/** More than this, and a server says that it is not ready: something of the machine is broken. */
const differenceSecondsMax = 2

/** This machine's clock does not show what the database's shows. */
export class ClockIsWrong extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(
      `The clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} the database's`,
    )
    this.name = 'ClockIsWrong'
    this.seconds = seconds
  }
}

export class DatabaseClock implements Clock {
  readonly #own: () => number
  /** Milliseconds that this machine is ahead of the database; zero until it is known to be. */
  #ahead = 0
  #comparing: { readonly since: number; readonly result: Promise<void> } | null = null

  /** @param own the machine's clock, in milliseconds */
  constructor(own: () => number = Date.now) {
    this.#own = own
  }

  now(): Date {
    return new Date(this.#own() - this.#ahead)
  }

  /** Seconds that this machine's clock is ahead of the database's; negative when it is behind. */
  get aheadSeconds(): number {
    return this.#ahead / 1_000
  }

  /**
   * Asks the database for its time. The answer was made at some moment of the round trip: the difference is only
   * changed when it is outside of what that allows, so that two clocks that agree never move each other.
   */
  compare(db: Database): Promise<void> {
    const now = performance.now()
    // A database that hangs is asked every few seconds, however many want to know.
    if (this.#comparing && now - this.#comparing.since < hangingMilliseconds)
      return this.#comparing.result
    const comparing = { since: now, result: this.#compare(db) }
    this.#comparing = comparing
    const done = (): void => {
      if (this.#comparing === comparing) this.#comparing = null
    }
    comparing.result.then(done, done)
    return comparing.result
  }

  async #compare(db: Database): Promise<void> {
    const before = this.#own()
    const began = performance.now()
    const { rows } = await sql<{ milliseconds: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds`.execute(db)
    const trip = performance.now() - began
    const { milliseconds } = rows[0] as { milliseconds: number }
    const ahead = before + trip / 2 - milliseconds
    if (Math.abs(ahead - this.#ahead) > trip / 2 + toleranceMilliseconds) this.#ahead = ahead
    if (Math.abs(this.#ahead) <= toleranceMilliseconds) this.#ahead = 0
  }

  /** Throws `ClockIsWrong` when the difference is more than two clocks that follow NTP can have. */
  refuseWrong(): void {
    if (Math.abs(this.aheadSeconds) > differenceSecondsMax)
      throw new ClockIsWrong(this.aheadSeconds)
  }
}

/** An answer that takes longer may never come, while one to a new connection would. */
const hangingMilliseconds = 5_000

/** Differences that no decision depends on. */
const toleranceMilliseconds = 20
