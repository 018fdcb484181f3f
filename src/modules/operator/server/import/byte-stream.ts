const lineFeed = 10

/** Reads chunks of bytes by line or by count, holding at most one chunk in memory. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Buffer>
  #left: number
  #rest: Buffer = Buffer.alloc(0)

  /** @param bytesMax more bytes than this are an error */
  constructor(chunks: AsyncIterable<Buffer>, bytesMax: number) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#left = bytesMax
  }

  /** The text up to the next line break; `isWhole` when the stream ended without one. */
  async line(): Promise<{ text: string; isWhole: boolean }> {
    const before: Buffer[] = []
    for (;;) {
      const at = this.#rest.indexOf(lineFeed)
      if (at >= 0) {
        before.push(this.#rest.subarray(0, at))
        this.#rest = this.#rest.subarray(at + 1)
        return { text: Buffer.concat(before).toString(), isWhole: false }
      }
      before.push(this.#rest)
      if (!(await this.#more())) return { text: Buffer.concat(before).toString(), isWhole: true }
    }
  }

  /** The next `count` bytes. If a consumer stops early, iterating again yields the remainder. */
  take(count: number): AsyncIterable<Buffer> {
    let left = count
    const next = async (): Promise<Buffer | null> => {
      if (left === 0) return null
      if (this.#rest.length === 0 && !(await this.#more())) return null
      const taken = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(taken.length)
      left -= taken.length
      return taken
    }
    return {
      async *[Symbol.asyncIterator]() {
        for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk
      },
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#left -= value.length
    if (this.#left < 0) throw new RangeError('Unpacked content exceeds the size limit')
    this.#rest = value
    return true
  }
}
