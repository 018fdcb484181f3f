import { threadId } from 'node:worker_threads'
import { z } from 'zod'

/** Says which thread prepared a body; one with `hang` never ends, one with `grow` takes all memory. */
export const preparation = {
  module: new URL(import.meta.url),
  body: z.object({ how: z.enum(['ready', 'hang', 'grow', 'throw']) }),
  prepare({ how }: { readonly how: 'ready' | 'hang' | 'grow' | 'throw' }) {
    if (how === 'throw') throw new Error('cannot be prepared')
    if (how === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    const kept: unknown[] = []
    if (how === 'grow') for (;;) kept.push(Array.from({ length: 10_000 }, () => ({ threadId })))
    return { threadId, count: kept.length }
  },
}
