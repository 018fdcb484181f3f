import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { isFreePort } from '#platform/ports.ts'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { unbounded } from '../support/unbounded.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The launcher uses one port for the shop and the ones above it for the demo's external services. */
const portsOfDemo = 15
/** Starting everything takes long on a busy machine; this bound is not an assertion. */
const openSecondsMax = Number(process.env['OPEN_SECONDS_MAX'] ?? 180)

/** The whole shop as `npm start` runs it, with its own data directory. */
export class LaunchedShop {
  readonly origin: string
  readonly bankUrl: string
  readonly #port: number
  readonly #dataDirectory: string
  #launcher: ChildProcess | null = null
  /** The output of the launcher and its processes since the first start. */
  #said = ''

  private constructor(dataDirectory: string, port: number) {
    this.#dataDirectory = dataDirectory
    this.#port = port
    this.origin = `http://127.0.0.1:${port}`
    this.bankUrl = `http://127.0.0.1:${port + 1}`
  }

  static async open(dataDirectory: string): Promise<LaunchedShop> {
    const shop = new LaunchedShop(dataDirectory, await freePortsFrom())
    await shop.start()
    return shop
  }

  get said(): string {
    return this.#said
  }

  /** Resolves when the launcher reports that the shop is ready. */
  async start(): Promise<void> {
    const from = this.#said.length
    const launcher = spawn(process.execPath, ['tools/start.ts'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: String(this.#port),
        DATA_DIR: this.#dataDirectory,
        LOG_LEVEL: 'silent',
        ...unbounded,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#launcher = launcher
    for (const stream of [launcher.stdout, launcher.stderr])
      stream.on('data', (chunk: Buffer) => (this.#said += chunk.toString()))
    await this.#hear('Bileti is open', from, launcher)
  }

  /** The process id of one of the shop's programs, of `postgres`, or of the `launcher`. */
  pidOf(name: string): number {
    if (name === 'launcher') return this.#launcher?.pid ?? 0
    const file =
      name === 'postgres'
        ? path.join('postgres', 'cluster', 'postmaster.pid')
        : path.join('running', `child ${name}`)
    return Number.parseInt(readFileSync(path.join(this.#dataDirectory, file), 'utf8'), 10)
  }

  /**
   * Sends SIGKILL and resolves when the supervisor reports that the process is back. The launcher itself is
   * restarted here at once, as a service manager would.
   */
  async kill(name: string): Promise<void> {
    const from = this.#said.length
    const launcher = this.#launcher
    if (name === 'launcher' && launcher) {
      const gone = once(launcher, 'exit')
      launcher.kill('SIGKILL')
      await gone
      return this.start()
    }
    process.kill(this.pidOf(name), 'SIGKILL')
    await this.#hear(name === 'postgres' ? 'it is back after' : `${name} is back`, from, launcher)
  }

  async stop(): Promise<void> {
    const launcher = this.#launcher
    if (!launcher || launcher.exitCode !== null || launcher.signalCode !== null) return
    const gone = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await gone
  }

  async #hear(words: string, from: number, launcher: ChildProcess | null): Promise<void> {
    const deadline = performance.now() + openSecondsMax * 1_000
    while (!this.#said.includes(words, from)) {
      if (launcher?.exitCode !== null || performance.now() > deadline)
        expect.unreachable(`“${words}” was not said: ${this.#said.slice(from).slice(-4_000)}`)
      await pause(10)
    }
  }
}

/** The first of enough consecutive free ports for the launcher, below the range of outgoing connections. */
async function freePortsFrom(): Promise<number> {
  for (;;) {
    const first = 5_000 + Math.floor(Math.random() * 600) * 16
    const ports = Array.from({ length: portsOfDemo }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFreePort))
    if (free.every(Boolean)) return first
  }
}
