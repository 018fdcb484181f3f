/** Time series of events, per second. */
export const counted = [
  'arrived',
  'joined',
  'admitted',
  'held',
  'ordered',
  'bought',
  'declined',
  'left',
  'refused',
  'unanswered',
] as const
export type Counted = (typeof counted)[number]

export const timed = ['join', 'look', 'choose', 'checkout', 'pay', 'finish'] as const
export type Timed = (typeof timed)[number]

/** A kill or disconnection. */
export interface Failure {
  readonly victim: string
  /** Seconds since the rehearsal began. */
  readonly at: number
  /** Seconds until recovery. */
  readonly backAfter: number
  /** The longest outage within twenty seconds after it: no call of any visitor was answered. */
  readonly outage: number
}

export class Record {
  readonly #began = performance.now()
  readonly totals = new Map<Counted, number>()
  readonly perSecond = new Map<Counted, number[]>()
  readonly latencies = new Map<
    Timed,
    { readonly second: number; readonly milliseconds: number }[]
  >()
  readonly waiting: number[] = []
  readonly refusals = new Map<string, number>()
  readonly failures: Failure[] = []
  /** Times of successful responses in seconds, at most one per tenth of a second. */
  readonly answered: number[] = []

  get seconds(): number {
    return (performance.now() - this.#began) / 1_000
  }

  count(what: Counted): void {
    this.totals.set(what, this.total(what) + 1)
    const seconds = this.perSecond.get(what) ?? []
    const now = Math.floor(this.seconds)
    seconds[now] = (seconds[now] ?? 0) + 1
    this.perSecond.set(what, seconds)
  }

  /** Counts a refused call by its error code. */
  refuse(code: unknown): void {
    this.count('refused')
    const name = typeof code === 'string' ? code : 'no answer'
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1)
  }

  total(what: Counted): number {
    return this.totals.get(what) ?? 0
  }

  time(what: Timed, milliseconds: number): void {
    const all = this.latencies.get(what) ?? []
    all.push({ second: Math.floor(this.seconds), milliseconds })
    this.latencies.set(what, all)
  }

  recordAnswer(): void {
    const now = this.seconds
    if (now - (this.answered.at(-1) ?? -1) > 0.1) this.answered.push(now)
  }

  recordWaiting(count: number): void {
    this.waiting[Math.floor(this.seconds)] = count
  }

  /** The longest time without a response within the seconds after a moment. */
  outageAfter(from: number, seconds: number): number {
    const until = Math.min(from + seconds, this.seconds)
    const within = this.answered.filter((at) => at >= from && at <= until)
    const edges = [from, ...within, until]
    return Math.max(...edges.slice(1).map((at, place) => at - (edges[place] ?? at)))
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
