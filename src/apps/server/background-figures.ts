/**
 * Figures that cost a statement or a connection are collected in the background and kept with their age: `/metrics`
 * answers at once, whatever is away, and what it shows of the last good moment is still of use.
 */
import type { Logger } from 'pino'
import { Counter, Gauge, register } from 'prom-client'

export interface Reading {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One name of series. */
export interface DeclaredFigure {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly labelNames: readonly string[]
  /** How the processes of one server are put together; by default the highest counts. */
  readonly aggregator?: 'max' | 'sum'
}

/** What is collected together: all of it, or nothing when it fails. */
export interface FigureSource {
  readonly name: string
  readonly everySeconds: number
  readonly figures: readonly DeclaredFigure[]
  read(): Promise<Readonly<Record<string, readonly Reading[]>>>
}

interface Collected {
  readonly readings: Readonly<Record<string, readonly Reading[]>>
  /** Monotonic milliseconds. */
  readonly at: number
}

export interface BackgroundFigures {
  /** Collects each source now, as its timer does. */
  collect(): Promise<void>
  close(): void
}

const age: DeclaredFigure = {
  name: 'figures_age_seconds',
  help: 'Time since figures of this source were last collected',
  type: 'gauge',
  labelNames: ['source'],
}

/** Registers the figures of all sources and collects them from now on. */
export function collectFigures(sources: readonly FigureSource[], log: Logger): BackgroundFigures {
  const began = performance.now()
  const collected = new Map<string, Collected>()
  for (const source of sources)
    for (const figure of source.figures)
      declare(figure, () => collected.get(source.name)?.readings[figure.name] ?? [])
  declare(age, () =>
    sources.map(({ name }) => ({
      labels: { source: name },
      value: (performance.now() - (collected.get(name)?.at ?? began)) / 1_000,
    })),
  )
  const running = new Map<string, Promise<void>>()
  const failing = new Set<string>()
  const collectNow = async (source: FigureSource): Promise<void> => {
    const { name } = source
    try {
      collected.set(name, { readings: await source.read(), at: performance.now() })
      failing.delete(name)
    } catch (error) {
      if (!failing.has(name)) log.warn({ err: error, source: name }, 'figures were not collected')
      failing.add(name)
    }
  }
  const collectOne = (source: FigureSource): Promise<void> => {
    // A source that hangs is not asked a second time meanwhile.
    const known = running.get(source.name)
    if (known) return known
    const run = collectNow(source).finally(() => running.delete(source.name))
    running.set(source.name, run)
    return run
  }
  const timers = sources.map((source) => {
    void collectOne(source)
    return setInterval(() => void collectOne(source), source.everySeconds * 1_000).unref()
  })
  return {
    async collect() {
      await Promise.all(sources.map(collectOne))
    },
    close() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Registers one figure, in place of the one of a server that this process had before. */
export function declare(
  { name, help, type, labelNames, aggregator = 'max' }: DeclaredFigure,
  readings: () => readonly Reading[],
): void {
  register.removeSingleMetric(name)
  const options = { name, help, labelNames: [...labelNames], registers: [], aggregator }
  if (type === 'gauge')
    register.registerMetric(
      new Gauge({
        ...options,
        collect() {
          this.reset()
          for (const { labels, value } of readings()) this.set({ ...labels }, value)
        },
      }),
    )
  else
    register.registerMetric(
      new Counter({
        ...options,
        collect() {
          this.reset()
          for (const { labels, value } of readings()) this.inc({ ...labels }, value)
        },
      }),
    )
}
