import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compileCacheEnvironment } from './compile-cache.ts'
import { RestartPauses } from '#platform/restart-pauses.ts'

/** A process of the shop or of the demo. */
export interface Program {
  readonly name: string
  /** Relative to the project's directory. */
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  /** The message that reports readiness. */
  readonly ready: string
  /** Flags of Node. */
  readonly flags?: readonly string[]
  /** Its output is not shown. */
  readonly isQuiet?: boolean
}

export interface SupervisorOptions {
  readonly root: string
  readonly say: (line: string) => void
  /** Called for each started process, so that its id can be recorded beyond the supervisor's lifetime. */
  readonly onStart?: (name: string, pid: number) => void
}

/** The exit code for unusable settings: a restart would not help. */
const settingsExitCode = 2
const endSecondsMax = 10

/**
 * Keeps processes running: one that ends unexpectedly is restarted after growing pauses, and the reason is logged. A
 * process that has never been ready is not restarted, since its start itself fails.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #running = new Map<string, ChildProcess>()
  readonly #stopping = new AbortController()

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Resolves when the process is ready for the first time; rejects when it ends before. */
  async keep(program: Program): Promise<void> {
    const pauses = new RestartPauses()
    const first = this.#start(program)
    await first.ready
    void this.#keep(program, pauses, first)
  }

  /** Stops the named processes in order, then the rest, and starts none any more. */
  async stop(first: readonly string[]): Promise<void> {
    this.#stopping.abort()
    for (const name of first) await endChild(this.#running.get(name))
    await Promise.all([...this.#running.values()].map(endChild))
  }

  async #keep(program: Program, pauses: RestartPauses, first: Started): Promise<void> {
    for (let started = first; ;) {
      const why = await started.ended
      if (this.#stopping.signal.aborted) return
      const milliseconds = pauses.after(performance.now() - started.at)
      const { say } = this.#options
      say(`${program.name} ended (${why}); it is started again in ${milliseconds / 1_000} s`)
      const since = performance.now()
      await pause(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.#stopping.signal.aborted) return
      started = this.#start(program)
      started.ready.then(
        () => say(`${program.name} is back after ${seconds(since)} s`),
        () => {},
      )
    }
  }

  #start({ name, file, environment, ready, flags = [], isQuiet = false }: Program): Started {
    const { root } = this.#options
    const child = spawn(process.execPath, [...flags, path.join(root, file)], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...compileCacheEnvironment,
        ...environment,
      },
      // The IPC channel closes when the supervisor ends for any reason, which also ends its children.
      stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    })
    this.#running.set(name, child)
    if (child.pid !== undefined) this.#options.onStart?.(name, child.pid)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, killer) => resolve(killer ?? `exit code ${code}`))
    })
    const isReady = new Promise<void>((resolve, reject) => {
      child.on('message', (message: Record<string, unknown>) => {
        if (message[ready] === true) resolve()
      })
      void ended.then((why) => reject(new EndedEarly(name, why, child.exitCode)))
    })
    // A failure of the first start rejects the promise; later ones are reported by the exit.
    isReady.catch(() => {})
    return { at: performance.now(), ready: isReady, ended }
  }
}

interface Started {
  readonly at: number
  readonly ready: Promise<void>
  /** A short reason why it ended. */
  readonly ended: Promise<string>
}

/** A process that has never been ready. */
export class EndedEarly extends Error {
  /** The process has already reported the invalid setting in one line. */
  readonly isExplained: boolean

  constructor(name: string, why: string, code: number | null) {
    super(`${name} ended before it was ready (${why})`)
    this.isExplained = code === settingsExitCode
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}

/** Asks a process to end, and ends it after a while. */
export function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), endSecondsMax * 1_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
