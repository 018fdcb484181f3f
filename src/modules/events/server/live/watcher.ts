import type { ServerResponse } from 'node:http'

/** How long a client may leave data unread before it is disconnected. */
const stuckMillisecondsMax = 60_000

/**
 * One open map. Messages to a slow client are skipped instead of buffered; once it has caught up it is sent the missing
 * changes, or a full snapshot.
 */
export class Watcher {
  readonly ip: string
  readonly #stream: ServerResponse
  readonly #catchUp: (watcher: Watcher) => void
  #behindSince: number | null = null
  #hasMissed = false
  /** Sequence of the last change sent. */
  sequence = 0

  constructor(options: {
    readonly stream: ServerResponse
    readonly ip: string
    /** Called when it reads again after messages were skipped. */
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

  /** Sends an unnumbered message, such as the end of the sale or a keep-alive. */
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

  /** Ends the stream gracefully, or at once when the client does not read. */
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
