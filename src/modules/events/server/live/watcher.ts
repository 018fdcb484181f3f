import type { ServerResponse } from 'node:http'

/** How long a reader may leave what it was sent unread before it is let go. */
const stuckMillisecondsMax = 60_000

/**
 * One open map. What it reads too slowly is not kept for it: it is left out, and when it has caught up it is
 * sent what it then needs, which may be everything again.
 */
export class Watcher {
  readonly ip: string
  readonly #stream: ServerResponse
  readonly #catchUp: (watcher: Watcher) => void
  #behindSince: number | null = null
  #hasMissed = false
  /** The last change it has been sent. */
  sequence = 0

  constructor(options: {
    readonly stream: ServerResponse
    readonly ip: string
    /** Called when it reads again after it has missed something. */
    readonly catchUp: (watcher: Watcher) => void
  }) {
    this.#stream = options.stream
    this.ip = options.ip
    this.#catchUp = options.catchUp
    this.#stream.on('drain', () => this.#drained())
  }

  /** Sends a change or a snapshot that brings it up to `sequence`. */
  update(message: Buffer | string, sequence: number): void {
    if (this.#behindSince !== null) {
      this.#hasMissed = true
      return
    }
    this.sequence = sequence
    this.send(message)
  }

  /** Sends what does not count, as a sale that stops or a sign of life. */
  send(message: Buffer | string): void {
    if (this.#behindSince !== null) {
      this.#hasMissed = true
      return
    }
    if (!this.#stream.write(message)) this.#behindSince = performance.now()
  }

  isStuck(now: number): boolean {
    return this.#behindSince !== null && now - this.#behindSince > stuckMillisecondsMax
  }

  /** Ends the stream gracefully, or at once when the reader does not read. */
  end(message: string): void {
    if (this.#behindSince === null) this.#stream.end(message)
    else this.#stream.destroy()
  }

  #drained(): void {
    this.#behindSince = null
    if (!this.#hasMissed) return
    this.#hasMissed = false
    this.#catchUp(this)
  }
}
