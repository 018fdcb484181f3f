/**
 * Bodies of many megabytes: written to a temporary file as they arrive and read by a thread of `PreparePool`, so that neither
 * the event loop nor the memory of the server depends on their size.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BodyRefused } from './json-body.ts'

let open = 0

/** How many large bodies this process has open. */
export function spooledBodiesOpen(): number {
  return open
}

/** A body on disk. The receiver calls `discard` when it no longer needs it. */
export class SpooledBody {
  readonly file: string
  /** Whose it is: nobody's second body is prepared while those of others wait. */
  readonly owner: string
  readonly #directory: string
  #isOpen = true

  constructor(directory: string, owner: string) {
    this.#directory = directory
    this.owner = owner
    this.file = path.join(directory, 'body.json')
  }

  async discard(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    open -= 1
    await rm(this.#directory, { recursive: true, force: true })
  }
}

/**
 * Writes a body to a temporary file. Throws `BodyRefused` when it is larger than `bytesMax` (`PayloadTooLarge`). Its
 * caller has taken room for it (`body-room.ts`).
 */
export async function spoolBody(
  payload: Readable,
  bytesMax: number,
  owner: string,
): Promise<SpooledBody> {
  open += 1
  const directory = await mkdtemp(path.join(tmpdir(), 'bileti-body-')).catch((error: unknown) => {
    open -= 1
    throw error
  })
  const body = new SpooledBody(directory, owner)
  try {
    await pipeline(
      payload,
      limitBytes(bytesMax),
      createWriteStream(body.file, { flags: 'wx', mode: 0o600 }),
    )
    return body
  } catch (error) {
    await body.discard()
    throw error
  }
}

function limitBytes(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new BodyRefused('PayloadTooLarge'))
      else done(null, chunk)
    },
  })
}
