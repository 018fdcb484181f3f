import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process of development mode that restarts after a change. */
export interface Program {
  readonly name: string
  readonly file: string
  /** Port that a debugger attaches to. */
  readonly inspect: number
  /** Key of the message by which the process reports that it is ready. */
  readonly ready: string
  /** How long it may take to end before a restart; 0: it is killed at once. */
  readonly graceMilliseconds: number
  /** Whether a process that has loaded the packages waits for the next restart. */
  readonly hasStandby: boolean
}

/** The developer waits for it and nothing is sold here, so work in progress may be cut off after this time. */
export const graceMillisecondsDefault = 700

export interface ProgramsOptions {
  readonly programs: readonly Program[]
  readonly spawn: (program: Program) => ChildProcess
  /** Starts a process that becomes the program when it receives `{ begin: true }`. */
  readonly spawnStandby: (program: Program) => ChildProcess
  /** Whether development mode is ending, so that nothing starts any more. */
  readonly isStopping: () => boolean
}

/** The server and the worker in development mode; changes are applied one round at a time. */
export class Programs {
  readonly #options: ProgramsOptions
  readonly #children = new Map<string, ChildProcess>()
  readonly #standbys = new Map<string, ChildProcess>()
  #round: Promise<void> = Promise.resolve()

  constructor(options: ProgramsOptions) {
    this.#options = options
  }

  /** Starts all programs together; resolves when they are ready. */
  start(): Promise<void> {
    const { programs } = this.#options
    this.#round = Promise.all(programs.map((program) => this.#open(program))).then(() =>
      this.#standBy(),
    )
    return this.#round
  }

  /**
   * Ends these programs together and starts them one after the other, so that the first has the processor to itself.
   *
   * @param before runs while all of them are stopped
   * @param onReady called as each program is ready
   */
  restart(
    chosen: readonly Program[],
    before: (() => Promise<void>) | undefined,
    onReady: (name: string) => void,
  ): Promise<void> {
    const previous = this.#round
    this.#round = this.#next(previous, chosen, before, onReady)
    return this.#round
  }

  async #next(
    previous: Promise<void>,
    chosen: readonly Program[],
    before: (() => Promise<void>) | undefined,
    onReady: (name: string) => void,
  ): Promise<void> {
    await previous
    if (before) {
      await this.end(chosen)
      await before()
    }
    const ended = chosen.map(({ name, graceMilliseconds }) => {
      const child = this.#children.get(name)
      return child && endProcess(child, graceMilliseconds)
    })
    for (const [index, program] of chosen.entries()) {
      await ended[index]
      if (this.#options.isStopping()) return
      if (await this.#open(program)) onReady(program.name)
    }
    this.#standBy()
  }

  /** Starts the missing standby processes, after everything the developer waits for. */
  #standBy(): void {
    const { programs, spawnStandby, isStopping } = this.#options
    for (const program of programs)
      if (program.hasStandby && !isStopping() && !isRunning(this.#standbys.get(program.name)))
        this.#standbys.set(program.name, spawnStandby(program))
  }

  #spawn(program: Program): ChildProcess {
    const standby = this.#standbys.get(program.name)
    this.#standbys.delete(program.name)
    if (!standby || !isRunning(standby)) return this.#options.spawn(program)
    standby.send({ begin: true })
    return standby
  }

  async #open(program: Program): Promise<boolean> {
    const child = this.#spawn(program)
    this.#children.set(program.name, child)
    try {
      await isReady(child, program.ready)
      return true
    } catch (error) {
      // The process has logged the reason; the next change tries again.
      if (!this.#options.isStopping()) console.error(`${program.name} ${(error as Error).message}`)
      return false
    }
  }

  async end(chosen: readonly Program[] = this.#options.programs): Promise<void> {
    const children = chosen.flatMap(({ name }) => this.#children.get(name) ?? [])
    await Promise.all(children.map((child) => endProcess(child)))
  }

  /** Ends all programs and the standby processes. */
  async close(): Promise<void> {
    await Promise.all([
      this.end(),
      ...[...this.#standbys.values()].map((standby) => endProcess(standby, 0)),
    ])
  }
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

/** Resolves when a process reports that it is ready; rejects when it ends before. */
export async function isReady(child: ChildProcess, word: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: Record<string, unknown>) => {
      if (message[word] === true) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended (${code ?? 'by a signal'})`)))
  })
}

/** Ends a process; resolves when it has ended. */
export async function endProcess(
  child: ChildProcess,
  graceMilliseconds = graceMillisecondsDefault,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (graceMilliseconds > 0) child.kill('SIGTERM')
  else child.kill('SIGKILL')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds)
  await exited
  clearTimeout(timer)
}
