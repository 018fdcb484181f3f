/** Stops one caller between two of its statements while another runs, so that a test chooses how they interleave. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'

interface Caller {
  /** Statements that have been answered. */
  seen: number
  readonly stopAfter: number
  readonly stopped: PromiseWithResolvers<void>
  readonly resumed: PromiseWithResolvers<void>
}

const callers = new AsyncLocalStorage<Caller>()

/** For the database of both callers. */
export const stoppable: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const caller = callers.getStore()
    if (caller && (caller.seen += 1) === caller.stopAfter) {
      caller.stopped.resolve()
      await caller.resumed.promise
    }
    return result
  },
}

/** Without a statement for so long, a caller counts as waiting for the other one; one that tries again never is. */
const quietMilliseconds = 60
const waitingMilliseconds = 300
const stepMilliseconds = 10

export interface Interleaved<First, Second> {
  readonly first: First
  readonly second: Second
  /** Statements of the first one. */
  readonly statements: number
}

/**
 * Runs the first until its `stopAfter`-th statement is answered, then the second until it has ended or waits, then both
 * to their ends. With 0 both start at once.
 */
export async function interleave<First, Second>(
  stopAfter: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<Interleaved<First, Second>> {
  const one = callerOf(stopAfter)
  const other = callerOf(0)
  const firstEnds = callers.run(one, first)
  // Failures are reported by the last lines.
  const firstIsOver = firstEnds.then(...nothing)
  if (stopAfter > 0) await Promise.race([one.stopped.promise, firstIsOver])
  const secondEnds = callers.run(other, second)
  let isOver = false
  const secondIsOver = secondEnds.then(...nothing).then(() => void (isOver = true))
  let quiet = 0
  const most = stopAfter > 0 ? waitingMilliseconds : 0
  for (let waited = 0; waited < most; waited += stepMilliseconds) {
    const { seen } = other
    await Promise.race([pause(stepMilliseconds), secondIsOver])
    quiet = other.seen === seen ? quiet + stepMilliseconds : 0
    if (isOver || quiet >= quietMilliseconds) break
  }
  one.resumed.resolve()
  await Promise.all([firstIsOver, secondIsOver])
  return { first: await firstEnds, second: await secondEnds, statements: one.seen }
}

const nothing = [() => undefined, () => undefined] as const

function callerOf(stopAfter: number): Caller {
  return {
    seen: 0,
    stopAfter,
    stopped: Promise.withResolvers<void>(),
    resumed: Promise.withResolvers<void>(),
  }
}
