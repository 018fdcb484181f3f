/** Unzips a feed as a stream; rejects ZIP bombs and names that lead out of the archive. */
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import type { NoticeCode } from '../../notice-codes.ts'

export class FeedRefused extends Error {
  readonly code: NoticeCode
  readonly subject: string

  constructor(code: NoticeCode, subject: string) {
    super(`${code}: ${subject}`)
    this.code = code
    this.subject = subject
  }
}

export interface UnzipLimits {
  /** Unpacked bytes of a single file and of the whole archive. */
  readonly bytesMax: number
  /** Maximum compression ratio of a file larger than one megabyte. */
  readonly ratioMax: number
  readonly filesMax: number
}

/** The timetable of a country has some hundred megabytes; text is compressed ten-fold, rarely fifty-fold. */
export const feedLimits: UnzipLimits = { bytesMax: 2_000_000_000, ratioMax: 200, filesMax: 100 }

const ratioFreeBytes = 1_000_000
/** Folders and system files, which are ignored, for each file. */
const ignoredPerFile = 10
const nameLengthMax = 200

export interface FeedEntry {
  /** Without its folder. */
  readonly name: string
  /** With a slash at its end; empty at the root of the archive. */
  readonly folder: string
  readonly chunk: Uint8Array
  readonly isLast: boolean
}

/**
 * The files of an archive in their stored order. Throws `FeedRefused` with `zip_unreadable`,
 * `zip_too_large` or `zip_path` (a name that leads out of the archive, or with control characters). Files that
 * `isRead` leaves out are only counted: what is in them cannot refuse the others.
 */
export async function* unzipFeed(
  packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  {
    limits = feedLimits,
    isRead = () => true,
  }: { readonly limits?: UnzipLimits; readonly isRead?: (name: string) => boolean } = {},
): AsyncGenerator<FeedEntry> {
  const ready: FeedEntry[] = []
  let refusal: Error | null = null
  let [packedBytes, unpackedBytes, files, open, ignored] = [0, 0, 0, 0, 0]
  const unzip = new Unzip((file) => {
    files += 1
    const subject = file.name.slice(0, nameLengthMax)
    if (file.name.length > nameLengthMax || leadsOut(file.name))
      refusal ??= new FeedRefused('zip_path', subject)
    // Archives created on a desktop contain folders and system files, which are ignored.
    if (file.name.endsWith('/') || isOfSystem(file.name)) {
      ignored += 1
      if (ignored > limits.filesMax * ignoredPerFile)
        refusal ??= new FeedRefused('zip_too_large', subject)
      return
    }
    if (files - ignored > limits.filesMax) refusal ??= new FeedRefused('zip_too_large', subject)
    if (refusal) return
    open += 1
    let fileBytes = 0
    const path = file.name.replaceAll('\\', '/')
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const name = path.slice(folder.length)
    const isPassedOver = !isRead(name)
    file.ondata = (error, chunk, isLast) => {
      if (error && isPassedOver) {
        // Packed in a way of its own, like a part of a larger archive.
        open -= 1
        ready.push({ name, folder, chunk: new Uint8Array(0), isLast: true })
        return
      }
      if (error) refusal ??= new FeedRefused('zip_unreadable', file.name)
      if (refusal) return
      fileBytes += chunk.length
      unpackedBytes += chunk.length
      const isBomb = fileBytes > ratioFreeBytes && unpackedBytes > packedBytes * limits.ratioMax
      if (unpackedBytes > limits.bytesMax || isBomb)
        refusal ??= new FeedRefused('zip_too_large', subject)
      if (isLast) open -= 1
      ready.push({ name, folder, chunk: isPassedOver ? nothing : chunk, isLast })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      const part = chunk.subarray(at, at + chunkBytes)
      packedBytes += part.length
      push(part, false)
      yield* ready.splice(0)
    }
  }
  push(new Uint8Array(0), true)
  yield* ready.splice(0)
  if (files === 0 || open > 0) throw new FeedRefused('zip_unreadable', 'feed')

  function push(part: Uint8Array, isLast: boolean): void {
    try {
      unzip.push(part, isLast)
    } catch {
      refusal ??= new FeedRefused('zip_unreadable', 'feed')
    }
    if (refusal) throw refusal
  }
}

const nothing = new Uint8Array(0)

/** Absolute names, drives, steps upwards, and characters that no file of a feed has. */
function leadsOut(name: string): boolean {
  const steps = name.split(/[/\\]/)
  // eslint-disable-next-line no-control-regex
  return /^[/\\]|^[A-Za-z]:|[\u0000-\u001f\u007f]/.test(name) || steps.includes('..')
}

function isOfSystem(name: string): boolean {
  const last = name.split('/').at(-1) ?? ''
  return name.startsWith('__MACOSX/') || last.startsWith('.') || last === 'Thumbs.db'
}

/** Bytes inflated at a time; small, so that a ZIP bomb is detected before it fills the memory. */
const chunkBytes = 4_096
