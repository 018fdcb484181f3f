import { setImmediate } from 'node:timers/promises'
import type { Steps } from '#kernel/steps.ts'

/** How long the event loop is kept at a time. */
const sliceMilliseconds = 5

/** Does the steps in slices, between which the process answers others. */
export async function withoutBlocking<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMilliseconds
    while (performance.now() < end) {
      const { done, value } = steps.next()
      if (done) return value
    }
    await setImmediate()
  }
}
