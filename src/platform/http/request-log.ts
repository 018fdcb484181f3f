import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

/**
 * The logger of one request, whose lines carry the request's id. Created when the first line is written: most requests
 * log nothing, and creating a logger costs as much as answering a cached page.
 */
export class RequestLog {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: object
  #own: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: object) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get level(): string {
    return this.#parent.level
  }

  #write(level: Level, line: unknown[]): void {
    this.#own ??= this.#parent.child(this.#bindings)
    ;(this.#own[level] as (...parts: unknown[]) => void)(...line)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  silent(): void {}

  child(bindings: object): FastifyBaseLogger {
    this.#own ??= this.#parent.child(this.#bindings)
    return this.#own.child(bindings)
  }
}
