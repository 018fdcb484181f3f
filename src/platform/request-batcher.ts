/**
 * Batches the requests that arrive while the previous batch runs and sends them together when it returns. No timer: a
 * single request is sent immediately, concurrent ones share one statement.
 */
export interface RequestBatcher<Request, Answer> {
  /** Resolves with this request's own answer; rejects only when its batch failed as a whole. */
  submit(key: string | number, request: Request): Promise<Answer>
}

interface Waiting<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

export interface RequestBatcherOptions<Request, Answer> {
  /** Results in the order of the requests, which is the order of arrival. */
  readonly run: (key: string | number, requests: readonly Request[]) => Promise<readonly Answer[]>
  readonly batchMax: number
  /**
   * Batches of one key under way at the same time; one when absent. Two let the next statement run while the commit
   * before it waits for the disk, but concurrent batches may then contend for the same rows.
   */
  readonly batchesAtOnce?: number
  /**
   * Requests that must wait before a batch begins beside another one; one when absent. Without it a steady stream is
   * split into ever smaller batches, so that the fixed cost of a batch is shared by only a few requests.
   */
  readonly besideMin?: number
}

interface Queue<Request, Answer> {
  readonly waiting: Waiting<Request, Answer>[]
  running: number
}

export function createRequestBatcher<Request, Answer>(
  options: RequestBatcherOptions<Request, Answer>,
): RequestBatcher<Request, Answer> {
  const { batchesAtOnce = 1, besideMin = 1 } = options
  const queues = new Map<string | number, Queue<Request, Answer>>()

  function mayBegin({ running, waiting }: Queue<Request, Answer>): boolean {
    return running === 0 || (running < batchesAtOnce && waiting.length >= besideMin)
  }

  async function drain(key: string | number, queue: Queue<Request, Answer>): Promise<void> {
    for (;;) {
      if (queue.waiting.length === 0 || !mayBegin(queue)) break
      queue.running += 1
      const batch = queue.waiting.splice(0, options.batchMax)
      try {
        const answers = await options.run(
          key,
          batch.map((waiting) => waiting.request),
        )
        batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer))
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
      // A caller that was just answered may send its next request now; without this turn of the event loop it would
      // miss the next batch, and concurrent requests would split into two halves (measured: half the attempts a
      // second).
      await turnOfTheLoop()
      queue.running -= 1
    }
    if (queue.running === 0) queues.delete(key)
  }

  return {
    submit(key, request) {
      return new Promise<Answer>((resolve, reject) => {
        let queue = queues.get(key)
        if (!queue) {
          queue = { waiting: [], running: 0 }
          queues.set(key, queue)
        }
        queue.waiting.push({ request, resolve, reject })
        if (mayBegin(queue)) void drain(key, queue)
      })
    },
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
