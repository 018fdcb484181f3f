import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A process of the shop that is killed without warning and started again. */
export class Mortal {
  readonly #file: string
  readonly #environment: Record<string, string>
  readonly #isReady: () => Promise<boolean>
  #child: ChildProcess | null = null
  /** What it said on standard error, for whoever reads a failure. */
  complaints = ''

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
      env: { PATH: process.env.PATH, ...this.#environment },
      // The channel ends with this process, and what it started then ends too.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.complaints = (this.complaints + chunk.toString()).slice(-4_000)
    })
    for (let turn = 0; turn < 600; turn += 1) {
      if (child.exitCode !== null) break
      if (await this.#isReady().catch(() => false)) return
      await pause(50)
    }
    throw new Error(`${this.#file} did not start: ${this.complaints}`)
  }

  /** SIGKILL: nothing is said, finished or flushed. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
