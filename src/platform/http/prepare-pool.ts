/**
 * Threads that prepare bodies for calls declared with `implementLarge`: drawings, tables, pictures. Whatever its size, what
 * somebody wrote is not read by the thread that answers everybody. A thread is ended with the preparation that exceeds
 * its time or memory, and otherwise when nothing was prepared for a while.
 */
import { Worker } from 'node:worker_threads'
import { BodyRefused } from './json-body.ts'
import type { PreparedAnswer, PreparedBody, PrepareRequest } from './prepare-thread.ts'

export interface PrepareLimits {
  readonly threadsMax: number
  /** Bodies that wait for a thread; further ones are refused with a request to retry. */
  readonly waitingMax: number
  /** Of those, bodies of one owner. */
  readonly waitingOfOwnerMax: number
  readonly millisecondsMax: number
  readonly idleMilliseconds: number
  /** Heap of a thread: several times the largest body; a crafted body can crash only the thread. */
  readonly heapMegabytesMax: number
}

const limitsDefault: PrepareLimits = {
  threadsMax: 2,
  waitingMax: 16,
  waitingOfOwnerMax: 4,
  millisecondsMax: 30_000,
  idleMilliseconds: 5_000,
  heapMegabytesMax: 512,
}

interface Waiting {
  readonly request: PrepareRequest
  readonly owner: string | undefined
  readonly resolve: (answer: PreparedBody) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** The body being prepared. */
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

export class PreparePool {
  readonly #limits: PrepareLimits
  readonly #threads = new Set<Thread>()
  readonly #waiting: Waiting[] = []

  constructor(limits: Partial<PrepareLimits> = {}) {
    this.#limits = { ...limitsDefault, ...limits }
  }

  get threadCount(): number {
    return this.#threads.size
  }

  /**
   * Throws `BodyRefused` when too many wait, and when the preparation exceeds its time or memory.
   *
   * @param owner whose body it is: nobody's second one is prepared while those of others wait
   */
  prepare(request: PrepareRequest, owner?: string): Promise<PreparedBody> {
    const { waitingMax, waitingOfOwnerMax } = this.#limits
    const ofOwner = this.#waiting.filter((one) => owner !== undefined && one.owner === owner)
    if (this.#waiting.length >= waitingMax || ofOwner.length >= waitingOfOwnerMax)
      throw new BodyRefused('TooManyRequests')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, owner, resolve, reject })
      this.#next()
    })
  }

  /** The same for what is worked out of data of our own, as large as somebody made it. */
  async work<Input, Prepared>(
    { module }: { readonly module: URL; readonly prepare: (input: Input) => Prepared },
    input: Input,
    owner?: string,
  ): Promise<Prepared> {
    const outcome = await this.prepare({ module: module.href, checked: input }, owner)
    if (outcome.kind !== 'prepared') throw new Error('Checked data were refused')
    return outcome.value as Prepared
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ owner }) => !this.#isServed(owner))
    const thread = at < 0 ? undefined : this.#idleThread()
    const [next] = thread ? this.#waiting.splice(at, 1) : []
    if (!thread || !next) return
    thread.current = next
    clearTimeout(thread.timer)
    // Keeps the process alive until the answer, unlike a thread that waits.
    thread.timer = setTimeout(
      () => this.#end(thread, new BodyRefused('PayloadTooLarge')),
      this.#limits.millisecondsMax,
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.worker.postMessage(next.request)
  }

  #isServed(owner: string | undefined): boolean {
    if (owner === undefined) return false
    return [...this.#threads].some(({ current }) => current?.owner === owner)
  }

  #idleThread(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.current) return thread
    return this.#threads.size < this.#limits.threadsMax ? this.#start() : undefined
  }

  #start(): Thread {
    const worker = new Worker(new URL('./prepare-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytesMax },
    })
    worker.unref()
    const thread: Thread = { worker, current: undefined, timer: undefined }
    this.#threads.add(thread)
    worker.on('message', (answer: PreparedAnswer) => {
      const { current } = thread
      this.#rest(thread)
      if (answer.kind === 'failed') current?.reject(answer.error)
      else current?.resolve(answer)
      this.#next()
    })
    worker.once('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#end(thread, isMemory ? new BodyRefused('PayloadTooLarge') : error)
    })
    worker.once('exit', () => this.#end(thread, new BodyRefused('PayloadTooLarge')))
    return thread
  }

  #rest(thread: Thread): void {
    thread.current = undefined
    clearTimeout(thread.timer)
    const { idleMilliseconds } = this.#limits
    thread.timer = setTimeout(() => this.#end(thread, null), idleMilliseconds).unref()
  }

  #end(thread: Thread, error: Error | null): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    if (error) thread.current?.reject(error)
    this.#next()
  }
}

/** The one of this process. */
export const preparePool = new PreparePool()
