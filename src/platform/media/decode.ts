/**
 * Decodes what somebody uploaded, in a process of its own: a small file may decode to gigabytes, and memory that a
 * decoder took is not given back. What a picture would need is read from its head first, one picture is decoded at a
 * time, and few wait, over all callers and all calls of a process.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { readPictureHead } from './picture-head.ts'

/** Decodes and encodes a picture in the other process; a module exports it as `work`. Null for an invalid picture. */
export interface PictureWork<Options, Encoded> {
  readonly module: URL
  readonly encode: (file: Buffer, options: Options) => Promise<Encoded | null>
}

export interface PictureRequest {
  readonly module: string
  /** By its head. The decoder must find the same, or the limits of memory were checked for another picture. */
  readonly width: number
  readonly height: number
  readonly file: Uint8Array
  readonly options: unknown
}

export interface PictureAnswer {
  readonly value: unknown
}

export type PictureRefusal = 'PictureInvalid' | 'PictureTooLarge' | 'TooManyRequests'

/** A photograph of 40 megapixels. */
export const decodedBytesMax = 128 * 1024 * 1024
/** Pictures of one row or column of pixels take seconds, however few bytes they are. */
export const sideMax = 30_000

export interface DecoderLimits {
  /** Pictures that wait for the one being decoded, of all callers and of one. */
  readonly waitingMax: number
  readonly waitingPerCallerMax: number
  /** Time for one picture, after which the process is ended. */
  readonly millisecondsMax: number
  /** The process ends when nothing was decoded for so long, and gives its memory back. */
  readonly idleMilliseconds: number
}

const limitsDefault: DecoderLimits = {
  waitingMax: 12,
  waitingPerCallerMax: 2,
  millisecondsMax: 8_000,
  idleMilliseconds: 3_000,
}

/**
 * Memory that the process may ask for: 600 MB that Node asks for and does not use, and three times a picture, because
 * turning one needs further copies.
 */
const processKilobytesMax = 1024 * 1024
const shell = '/bin/sh'
const flags = ['--max-old-space-size=64', '--max-semi-space-size=1']

export class PictureDecoder {
  readonly #limits: DecoderLimits
  readonly #waiting = new Map<string, number>()
  /** Ends when the picture being decoded and all that wait are done. */
  #last: Promise<unknown> = Promise.resolve()
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(limits: Partial<DecoderLimits> = {}) {
    this.#limits = { ...limitsDefault, ...limits }
  }

  /** The id of the process, while there is one. */
  get processId(): number | undefined {
    return this.#process?.pid
  }

  /** @param caller whose pictures wait for each other: a person or a program */
  async decode<Options, Encoded>(
    caller: string,
    file: Buffer,
    { module }: PictureWork<Options, Encoded>,
    options: Options,
  ): Promise<Result<Encoded, PictureRefusal>> {
    const head = readPictureHead(file)
    if (!head) return fail('PictureInvalid')
    const { width, height } = head
    if (head.decodedBytes > decodedBytesMax || Math.max(width, height) > sideMax)
      return fail('PictureTooLarge')
    if (!this.#mayWait(caller)) return fail('TooManyRequests', { retryAfterSeconds: 2 })
    this.#count(caller, 1)
    const mine = this.#last.then(() =>
      this.#run({ module: module.href, width, height, file, options }),
    )
    this.#last = mine.catch(() => {})
    try {
      const value = await mine
      return value === null ? fail('PictureInvalid') : ok(value as Encoded)
    } finally {
      this.#count(caller, -1)
    }
  }

  #mayWait(caller: string): boolean {
    const all = this.#waiting.values().reduce((sum, count) => sum + count, 0)
    const { waitingMax, waitingPerCallerMax } = this.#limits
    return all <= waitingMax && (this.#waiting.get(caller) ?? 0) <= waitingPerCallerMax
  }

  #count(caller: string, change: 1 | -1): void {
    const count = (this.#waiting.get(caller) ?? 0) + change
    if (count === 0) this.#waiting.delete(caller)
    else this.#waiting.set(caller, count)
  }

  /** A process that ends, by itself or after its time, decoded an invalid picture: the next picture gets a new one. */
  async #run(request: PictureRequest): Promise<unknown> {
    clearTimeout(this.#idle)
    const child = this.#process?.connected ? this.#process : (this.#process = start())
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#limits.millisecondsMax)
    try {
      return await new Promise<unknown>((resolve) => {
        const done = (value: unknown, isOver: boolean): void => {
          child.removeAllListeners()
          // Errors of a process that is being ended are expected.
          child.on('error', () => {})
          if (isOver) this.#leave(child)
          resolve(value)
        }
        child.once('message', ({ value }: PictureAnswer) => done(value, false))
        child.once('exit', () => done(null, true))
        child.once('error', () => done(null, true))
        child.send(request, (error) => error && done(null, true))
      })
    } finally {
      clearTimeout(timer)
      this.#idle = setTimeout(() => this.#leave(child), this.#limits.idleMilliseconds).unref()
    }
  }

  #leave(child: ChildProcess | undefined): void {
    if (child?.connected) child.disconnect()
    if (this.#process === child) this.#process = undefined
  }
}

/** A process that keeps no other one running; where there is a shell, the system limits its memory. */
function start(): ChildProcess {
  const program = [
    process.execPath,
    ...flags,
    fileURLToPath(new URL('./picture-process.ts', import.meta.url)),
  ]
  const limited = `ulimit -d ${processKilobytesMax} 2>/dev/null; exec "$@"`
  const [command = '', ...parameters] = existsSync(shell)
    ? [shell, '-c', limited, 'decode', ...program]
    : program
  const child = spawn(command, parameters, {
    // Nothing of the shop's settings; one arena of the C library is enough for one thread that decodes.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** The one of this process. */
export const pictureDecoder = new PictureDecoder()

/** Whose pictures wait for each other: a customer's, those of an organiser, those of an operator. */
export function pictureCallerOf(actor: Actor): string {
  if (actor.kind === 'customer') return `customer ${actor.customerId}`
  if (actor.kind === 'staff') return `merchant ${actor.merchantId}`
  return 'sessionId' in actor ? `${actor.kind} ${actor.sessionId}` : actor.kind
}
