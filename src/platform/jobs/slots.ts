/** A limited number of concurrent slots, assigned by priority. */
export interface Slots {
  /** Runs the work when it is its turn: higher priority first, then in order of arrival. */
  run<Value>(priority: number, work: () => Promise<Value>): Promise<Value>
}

interface Waiting {
  readonly priority: number
  readonly start: () => void
}

/**
 * Every so many slots the longest waiting request is served, whatever its priority, so that a rush of urgent work
 * delays the rest and never stops it.
 */
const fairTurnEvery = 8

export function createSlots(count: number): Slots {
  const waiting: Waiting[] = []
  let free = count
  let turns = 0

  function next(): Waiting | undefined {
    turns += 1
    if (turns % fairTurnEvery === 0) return waiting.shift()
    let best = 0
    for (const [index, each] of waiting.entries())
      if (each.priority > (waiting[best]?.priority ?? 0)) best = index
    return waiting.splice(best, 1)[0]
  }

  function release(): void {
    free += 1
    const started = waiting.length > 0 ? next() : undefined
    if (!started) return
    free -= 1
    started.start()
  }

  return {
    async run(priority, work) {
      if (free > 0) free -= 1
      else await new Promise<void>((start) => waiting.push({ priority, start }))
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
