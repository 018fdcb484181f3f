/** Items a chunk holds; a change copies one chunk and the list of chunks. */
const chunkBits = 7

/**
 * An immutable map by small integers: `withChanges` returns a new map that shares all unchanged chunks, so each
 * version of a large catalogue is a separate value and costs little.
 */
export class IdMap<Item> {
  readonly #chunks: ReadonlyMap<number, ReadonlyMap<number, Item>>
  readonly size: number

  constructor(chunks: ReadonlyMap<number, ReadonlyMap<number, Item>> = new Map(), size = 0) {
    this.#chunks = chunks
    this.size = size
  }

  get(id: number): Item | undefined {
    return this.#chunks.get(id >> chunkBits)?.get(id)
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  *values(): Generator<Item, undefined> {
    for (const chunk of this.#chunks.values()) yield* chunk.values()
    return undefined
  }

  *[Symbol.iterator](): Generator<[number, Item], undefined> {
    for (const chunk of this.#chunks.values()) yield* chunk.entries()
    return undefined
  }

  /** Undefined values are removed. */
  withChanges(changes: Iterable<readonly [number, Item | undefined]>): IdMap<Item> {
    const chunks = new Map(this.#chunks)
    const copied = new Map<number, Map<number, Item>>()
    let { size } = this
    for (const [id, item] of changes) {
      const key = id >> chunkBits
      let chunk = copied.get(key)
      if (!chunk) {
        chunk = new Map(chunks.get(key))
        copied.set(key, chunk)
        chunks.set(key, chunk)
      }
      size -= chunk.size
      if (item === undefined) chunk.delete(id)
      else chunk.set(id, item)
      size += chunk.size
    }
    for (const [key, chunk] of copied) if (chunk.size === 0) chunks.delete(key)
    return new IdMap(chunks, size)
  }
}
