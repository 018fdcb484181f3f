import type { PictureWork } from '../decode.ts'

export interface Timed {
  readonly processId: number
  readonly from: number
  readonly to: number
  readonly settings: readonly string[]
}

/** Says when and where it ran instead of encoding anything; `hang` never comes back. */
export const work: PictureWork<'pause' | 'hang' | 'end', Timed> = {
  module: new URL(import.meta.url),
  async encode(_file, how) {
    const from = Date.now()
    if (how === 'end') process.kill(process.pid, 'SIGKILL')
    if (how === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { processId: process.pid, from, to: Date.now(), settings: Object.keys(process.env) }
  },
}
