/**
 * Lines of the log about a database that is away. Seventy sweeps, forty queues and every request would each say so
 * several times a second: the first line is written, the others are counted, and one line says when it is back.
 */
import type { Logger, LogFn } from 'pino'
import { DatabaseUnavailable } from './database/unavailable.ts'

/** Whether an error says that the database is away, itself or by its cause. */
function saysAway(error: unknown): boolean {
  for (
    let each = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  )
    if (each instanceof DatabaseUnavailable) return true
  return false
}

export class AwayLines {
  #since: number | null = null
  #count = 0
  #began: (() => void) | null = null

  /** Called with the first line of each time. */
  onBegin(began: () => void): void {
    this.#began = began
  }

  /** Writes the line of a logger, or counts it. */
  write(logger: Logger, method: LogFn, line: Parameters<LogFn>): void {
    const [first] = line as readonly unknown[]
    const { err, error } = (first ?? {}) as { err?: unknown; error?: unknown }
    const reason = first instanceof Error ? first : (err ?? error)
    if (!saysAway(reason)) return method.apply(logger, line)
    this.#count += 1
    if (this.#since !== null) return
    this.#since = performance.now()
    method.apply(logger, [{ err: reason }, 'the database is away'])
    this.#began?.()
  }

  /** The database answers again. */
  end(log: Logger): void {
    if (this.#since === null) return
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10
    const lines = this.#count
    this.#since = null
    this.#count = 0
    log.info({ seconds, lines }, 'the database is back')
  }
}

const linesOf = new WeakMap<Logger, AwayLines>()

/** Remembers which lines a logger and its children collapse. */
export function collapseAway(log: Logger, lines: AwayLines): Logger {
  linesOf.set(log, lines)
  return log
}

const askMilliseconds = 500

/** While the lines are collapsed, asks whether the database is back. */
export function watchAway(log: Logger, isBack: () => Promise<boolean>): { close(): void } {
  const lines = linesOf.get(log)
  let timer: NodeJS.Timeout | null = null
  const ask = async (): Promise<void> => {
    if (await isBack()) lines?.end(log)
    else if (timer !== null) askLater()
  }
  const askLater = (): void => void (timer = setTimeout(() => void ask(), askMilliseconds).unref())
  lines?.onBegin(askLater)
  return {
    close() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
