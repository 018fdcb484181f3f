import { createHash } from 'node:crypto'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding } from '#platform/http/accepted-encoding.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const compressZstd = promisify(zstdCompress)

/** A rendered page. */
export interface PageAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly plain: Buffer
}

/** Encoding of a cached page according to the browser's `Accept-Encoding`. */
export type Encoding = 'br' | 'gzip' | null

interface Encoded {
  readonly encoding: Encoding
  readonly body: Buffer
}

/** A cached page that all visitors get. */
export class CachedPage {
  readonly answer: PageAnswer
  /** Identifies the page, not its encoding, so it is a weak tag. */
  readonly etag: string
  /** In monotonic milliseconds. */
  freshUntil = 0
  /** Until then it may be sent while its replacement is rendered. */
  staleUntil = 0
  /** From then on the next copy is rendered although this one is still sent. */
  renewAt = Infinity
  readonly #encoded = new Map<Encoding, Promise<Encoded>>()
  readonly #ready = new Map<Encoding, Encoded>()

  constructor(answer: PageAnswer) {
    this.answer = answer
    this.etag = `W/"${createHash('sha256').update(answer.plain).digest('base64url').slice(0, 22)}"`
    this.#ready.set(null, { encoding: null, body: answer.plain })
  }

  /** In all encodings requested so far. */
  get bytes(): number {
    let sum = 0
    for (const { body } of this.#ready.values()) sum += body.length
    return sum
  }

  get encodings(): readonly Encoding[] {
    return [...this.#encoded.keys()]
  }

  /** The bytes in this encoding if they exist already. */
  ready(encoding: Encoding): Encoded | undefined {
    return this.#ready.get(encoding)
  }

  /** The bytes in this encoding, encoded once for concurrent requests. */
  encoded(encoding: Encoding): Promise<Encoded> {
    let work = this.#encoded.get(encoding)
    if (!work) {
      work = compressed(this.answer.plain, encoding).then((body) => {
        const encoded = { encoding, body }
        this.#ready.set(encoding, encoded)
        return encoded
      })
      this.#encoded.set(encoding, work)
    }
    return work
  }
}

/**
 * Measured on the home page (111 KB) and a timetable (93 KB): a fourteenth fewer bytes than 4 for a third of a
 * millisecond more of a worker thread, once for each copy; 9 takes 14 ms for another fiftieth.
 */
const brotliQuality = 5

async function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    return compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  if (encoding === 'gzip') return compressGzip(plain, { level: 4 })
  return plain
}

/** Result of the cache: a cacheable page and how it was found, or an answer that is not cached. */
export type Found =
  | { readonly page: CachedPage; readonly outcome: 'hit' | 'stale' | 'miss' | 'fallback' }
  | { readonly page: null; readonly answer: PageAnswer }

export interface PageCacheOptions {
  /** How long a page is sent without rendering it again; 0 disables the cache. */
  readonly seconds: number
  /** Bytes of all pages in all encodings; the least recently used is evicted first. */
  readonly bytesMax: number
}

/** How long a stale copy is sent while its replacement is rendered. */
const staleMilliseconds = 30_000
/** How long a stale copy is sent while rendering fails. */
const fallbackMilliseconds = 24 * 60 * 60 * 1000
/**
 * Maximum age of a page that shows availability, measured from the start of its rendering. The data it is rendered
 * from is at most half a second old, so displayed availability is at most two seconds old.
 */
const liveMilliseconds = 1_500
/** How long before its end a requested copy of such a page is rendered again, so that nobody waits for the next one. */
const renewMilliseconds = 500
/** After a failed rendering the old copy is served for this long without another attempt. */
const failedMilliseconds = 1_000

/**
 * Cache of public pages, which are the same for all visitors. Concurrent requests for a page share one rendering; a
 * stale copy is sent meanwhile. When the programme changes, all copies are dropped: they are sent only if their
 * replacement cannot be rendered (the database is unavailable).
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>
  #rendering = new Map<string, Promise<Found>>()
  readonly #freshMilliseconds: number
  /** Number of changes so far: a page whose rendering began before a change may not show it. */
  #change = 0

  constructor({ seconds, bytesMax }: PageCacheOptions) {
    this.#freshMilliseconds = seconds * 1000
    this.#pages = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (page, key) => page.bytes + key.length,
      ttl: fallbackMilliseconds,
    })
  }

  get isOn(): boolean {
    return this.#freshMilliseconds > 0
  }

  /** Number of cached pages, and their bytes. */
  get size(): { readonly pages: number; readonly bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize }
  }

  /** A copy that may be sent as it is; undefined if `find` has to decide. */
  fresh(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    return page && page.freshUntil > performance.now() ? page : undefined
  }

  /**
   * The page of a key. Calls `render` when there is no page, or none that is fresh enough.
   *
   * @param options.isLive the page shows availability: a copy is at most one and a half seconds old, and none is
   * sent while the next one is rendered
   */
  async find(
    key: string,
    render: () => Promise<PageAnswer>,
    options: { readonly isLive?: boolean } = {},
  ): Promise<Found> {
    const page = this.#pages.get(key)
    const now = performance.now()
    if (page && page.freshUntil > now) {
      if (page.renewAt <= now) {
        page.renewAt = Infinity
        this.#render(key, render, options.isLive).catch(() => undefined)
      }
      return { page, outcome: 'hit' }
    }
    if (page && page.staleUntil > now) {
      // A failed rendering is logged by the renderer; the old copy is served meanwhile.
      this.#render(key, render, options.isLive).catch(() => undefined)
      return { page, outcome: 'stale' }
    }
    try {
      return await this.#render(key, render, options.isLive)
    } catch (error) {
      if (!page) throw error
      return this.#fallback(page)
    }
  }

  /** The displayed data has changed: no existing copy is sent again unless rendering fails. */
  drop(): void {
    this.#change += 1
    this.#rendering = new Map()
    for (const page of this.#pages.values()) {
      page.freshUntil = 0
      page.staleUntil = 0
    }
  }

  /** Updates the size of a copy after an encoding was added. */
  grown(key: string, page: CachedPage): void {
    if (this.#pages.peek(key) === page) this.#keep(key, page)
  }

  #render(key: string, render: () => Promise<PageAnswer>, isLive = false): Promise<Found> {
    const running = this.#rendering.get(key)
    if (running) return running
    const rendering = this.#rendering
    const work = this.#rendered(key, render, isLive).finally(() => rendering.delete(key))
    rendering.set(key, work)
    return work
  }

  async #rendered(key: string, render: () => Promise<PageAnswer>, isLive: boolean): Promise<Found> {
    const change = this.#change
    const began = performance.now()
    const before = this.#pages.peek(key)
    const answer = await render()
    if (answer.status >= 500 && before) return this.#fallback(before)
    if (!isCacheable(answer)) {
      if (answer.status < 500) this.#pages.delete(key)
      return { page: null, answer }
    }
    const page = before && isSame(before.answer, answer) ? before : new CachedPage(answer)
    // A client that was sent the old copy compressed does not wait for the compression of the new one.
    if (page !== before && before)
      await Promise.all(before.encodings.map((one) => page.encoded(one)))
    if (change === this.#change) {
      page.freshUntil = isLive
        ? began + Math.min(this.#freshMilliseconds, liveMilliseconds)
        : performance.now() + this.#freshMilliseconds
      page.staleUntil = page.freshUntil + (isLive ? 0 : staleMilliseconds)
      page.renewAt = isLive ? page.freshUntil - renewMilliseconds : Infinity
      this.#keep(key, page)
    } else if (!this.#pages.has(key)) {
      // Rendered across a change: only served while nothing can be rendered.
      this.#keep(key, page)
    }
    return { page, outcome: 'miss' }
  }

  #keep(key: string, page: CachedPage): void {
    // Replacing a value does not update its size, so it is deleted first.
    this.#pages.delete(key)
    this.#pages.set(key, page)
  }

  #fallback(page: CachedPage): Found {
    page.staleUntil = Math.max(page.staleUntil, performance.now() + failedMilliseconds)
    return { page, outcome: 'fallback' }
  }
}

function isCacheable({ status, headers }: PageAnswer): boolean {
  return status === 200 && !headers.some(([name]) => name.toLowerCase() === 'set-cookie')
}

function isSame(left: PageAnswer, right: PageAnswer): boolean {
  return left.plain.equals(right.plain) && String(left.headers) === String(right.headers)
}

const keptEncodings = ['br', 'gzip'] as const

/** Encoding of a cached page according to the browser's `Accept-Encoding`. */
export function encodingOf(accepts: string | undefined): Encoding {
  return acceptedEncoding(accepts, keptEncodings)
}

/** Brotli only for those who accept nothing quicker. */
const quickEncodings = ['zstd', 'gzip', 'br'] as const

/**
 * Encodes a page that is sent once, with the fastest method. Measured on the home page (89 KB): zstd 0.24 ms, gzip
 * 0.54 ms, brotli as above 3.4 ms, all within a few KB of each other.
 */
export async function encodedOnce(
  plain: Buffer,
  accepts: string | undefined,
): Promise<{ body: Buffer; encoding: string | null }> {
  const encoding = acceptedEncoding(accepts, quickEncodings)
  if (encoding === 'zstd') {
    const params = { [constants.ZSTD_c_compressionLevel]: 1 }
    return { body: await compressZstd(plain, { params }), encoding }
  }
  if (encoding === 'gzip') {
    return { body: await compressGzip(plain, { level: 1 }), encoding }
  }
  if (encoding === 'br') return { body: await compressed(plain, encoding), encoding }
  return { body: plain, encoding: null }
}
