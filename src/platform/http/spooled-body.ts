/**
 * Bodies of many megabytes: written to a temporary file as they arrive and read by a worker thread, so that neither
 * the event loop nor the memory of the server depends on their size.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { BodyRefused } from './json-body.ts'
import type { PreparedAnswer } from './prepare-thread.ts'

/** Bodies that a process prepares at the same time, one of a caller; further ones wait. */
const threadsMax = 2
const threadMillisecondsMax = 60_000
/** Heap of the thread: several times the largest body; a crafted body can crash only the thread. */
const threadHeapMegabytesMax = 512

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

interface Waiting {
  readonly owner: string
  readonly go: () => void
}

/** Owners of the bodies that are being prepared. */
const preparing = new Set<string>()
const waiting: Waiting[] = []

function startNext(): void {
  while (preparing.size < threadsMax) {
    const at = waiting.findIndex(({ owner }) => !preparing.has(owner))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (!next) return
    preparing.add(next.owner)
    next.go()
  }
}

/** Parses, validates and prepares a spooled body in a thread, when it is its turn. */
export async function prepareInThread(body: SpooledBody, module: URL): Promise<PreparedAnswer> {
  const { owner } = body
  await new Promise<void>((go) => {
    waiting.push({ owner, go })
    startNext()
  })
  try {
    return await runThread(body, module)
  } finally {
    preparing.delete(owner)
    startNext()
  }
}

/** The thread is terminated when it exceeds its time or memory. */
async function runThread(body: SpooledBody, module: URL): Promise<PreparedAnswer> {
  const worker = new Worker(new URL('./prepare-thread.ts', import.meta.url), {
    workerData: { file: body.file, module: module.href },
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytesMax },
  })
  const timer = setTimeout(() => void worker.terminate(), threadMillisecondsMax)
  try {
    return await new Promise<PreparedAnswer>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new BodyRefused('PayloadTooLarge') : error,
        ),
      )
      worker.once('exit', () => reject(new BodyRefused('PayloadTooLarge')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
