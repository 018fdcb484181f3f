import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { compileCacheEnvironment } from './compile-cache.ts'
import { EndedEarly, endChild, type SupervisorOptions } from './supervisor.ts'

export interface TaskOptions {
  readonly parameters?: readonly string[]
  /** Flags of Node. */
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Sent to the program as soon as it is known; until then the program loads what it needs. */
  readonly message?: Promise<object>
}

export interface Task {
  /** What the program has sent by `sendResult`; rejects with `EndedEarly` when it ends before. */
  readonly result: Promise<unknown>
  /** Rejects with `EndedEarly` unless the program ends normally. */
  readonly ended: Promise<void>
}

/** Runs programs that end by themselves, so that the memory of what they load is given back. */
export class Tasks {
  readonly #options: SupervisorOptions
  readonly #running = new Set<ChildProcess>()

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** @param file relative to the project's directory */
  start(name: string, file: string, options: TaskOptions = {}): Task {
    const { root, onStart } = this.#options
    const { parameters = [], flags = [], environment, message } = options
    const child = spawn(process.execPath, [...flags, path.join(root, file), ...parameters], {
      cwd: root,
      env: { ...process.env, ...compileCacheEnvironment, ...environment },
      // The channel closes when this process ends for any reason, which also ends the program.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#running.add(child)
    if (child.pid !== undefined) onStart?.(name, child.pid)
    // A program that has just ended is reported by its exit.
    void message?.then(
      (value) => child.connected && child.send(value, () => {}),
      () => child.kill(),
    )
    const ended = new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new EndedEarly(name, why, child.exitCode))
      child.once('error', (error) => fail(error.message))
      child.once('exit', (code, killer) => {
        this.#running.delete(child)
        if (code === 0) resolve()
        else fail(killer ?? `exit code ${code}`)
      })
    })
    const result = new Promise<unknown>((resolve, reject) => {
      child.once('message', (sent: { readonly result: unknown }) => resolve(sent.result))
      ended.catch(reject)
    })
    // Both are awaited later than they may fail.
    ended.catch(() => {})
    result.catch(() => {})
    return { result, ended }
  }

  /** Ends what still runs. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running].map(endChild))
  }
}
