import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCacheEnvironment } from '../../tools/compile-cache.ts'
import { waitFor } from '../support/wait.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How long a start takes says nothing on a busy machine; a process that is never ready is found by this. */
const startSecondsMax = 120

/** A process of the shop that can be killed and restarted. */
export class KillableProcess {
  readonly #file: string
  readonly #environment: Record<string, string>
  readonly #isReady: () => Promise<boolean>
  #child: ChildProcess | null = null
  /** Its output on standard error, for diagnosing failures. */
  stderr = ''

  constructor(options: {
    readonly file: string
    readonly environment: Record<string, string>
    readonly isReady: () => Promise<boolean>
  }) {
    this.#file = options.file
    this.#environment = options.environment
    this.#isReady = options.isReady
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#file], {
      cwd: root,
      env: { PATH: process.env.PATH, ...compileCacheEnvironment, ...this.#environment },
      // The IPC channel closes when this process ends, which also ends the child.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-4_000)
    })
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    const isDecided = async () => isOver() || (await this.#isReady().catch(() => false))
    await waitFor(`${this.#file} starts`, isDecided, { seconds: startSecondsMax })
    if (isOver()) throw new Error(`${this.#file} did not start: ${this.stderr}`)
  }

  /** SIGKILL, so nothing is finished or flushed. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}
