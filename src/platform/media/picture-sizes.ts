/**
 * Pictures in the widths of `picture-widths.ts`. A size is made once, when it is first asked for, and kept in the database
 * for all processes; the last used ones are kept in memory. While many are being made, the original is answered.
 */
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import { PictureDecoder } from './decode.ts'
import type { MediaFile } from './object-store.ts'
import { readPictureHead } from './picture-head.ts'
import { work } from './resize-picture.ts'

export interface OriginalPicture {
  /** Identifies its bytes: another content has another key. */
  readonly key: string
  /** Null when there is none. */
  readonly read: () => Promise<Pick<MediaFile, 'content' | 'contentType'> | null>
}

interface SizedPicture {
  readonly content: Buffer
  readonly contentType: string
  /** False: the original, because the size could not be made now; it may be asked for again soon. */
  readonly isFinal: boolean
}

/** Limit per process: the sizes of some thousand pictures. */
const cacheBytesMax = 32 * 1024 * 1024
/** A picture that cannot be decoded is not tried again for so long. */
const refusedMilliseconds = 600_000
/** The pictures of a page that nobody has opened before. Each waits with its original in memory. */
const waitingMax = 64
const contentType = 'image/webp'

export class PictureSizes {
  readonly #context: Pick<Context, 'db' | 'clock'>
  readonly #decoder: PictureDecoder
  readonly #making = new Map<string, Promise<SizedPicture | null>>()
  readonly #kept = new LRUCache<string, SizedPicture>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ content }) => content.length + 1,
  })

  constructor(
    context: Pick<Context, 'db' | 'clock'>,
    decoder = new PictureDecoder({ waitingMax, waitingPerCallerMax: waitingMax }),
  ) {
    this.#context = context
    this.#decoder = decoder
  }

  /** Null when there is no such picture. One that is not wider, or of another format, is answered as it is. */
  async read(original: OriginalPicture, width: number): Promise<SizedPicture | null> {
    const name = `${width} ${original.key}`
    const kept = this.#kept.get(name)
    if (kept) return kept
    const making = this.#making.get(name) ?? this.#make(original, width, name)
    this.#making.set(name, making)
    return making.finally(() => this.#making.delete(name))
  }

  async #make(
    original: OriginalPicture,
    width: number,
    name: string,
  ): Promise<SizedPicture | null> {
    const stored = await this.#readStored(original.key, width)
    if (stored) return this.#keep(name, stored)
    const file = await original.read()
    if (!file) return null
    const head = readPictureHead(file.content)
    if (!head || head.width <= width) return { ...file, isFinal: true }
    const made = await this.#decoder.decode('sizes', file.content, work, { width })
    if (!made.ok) {
      const asItIs = { ...file, isFinal: false }
      if (made.code !== 'TooManyRequests')
        this.#kept.set(name, asItIs, { ttl: refusedMilliseconds })
      return asItIs
    }
    const content = Buffer.from(made.value)
    await this.#store(original.key, width, content)
    return this.#keep(name, content)
  }

  #keep(name: string, content: Buffer): SizedPicture {
    const picture = { content, contentType, isFinal: true }
    this.#kept.set(name, picture)
    return picture
  }

  async #readStored(picture: string, width: number): Promise<Buffer | null> {
    const row = await this.#context.db
      .selectFrom('picture_size')
      .select('content')
      .where('picture', '=', picture)
      .where('width', '=', width)
      .executeTakeFirst()
    return row?.content ?? null
  }

  /** Another process may have made it at the same time. */
  async #store(picture: string, width: number, content: Buffer): Promise<void> {
    const { db, clock } = this.#context
    await db
      .insertInto('picture_size')
      .values({ picture, width, content, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['picture', 'width']).doNothing())
      .execute()
  }
}
