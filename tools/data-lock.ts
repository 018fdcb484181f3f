import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '#platform/config.ts'
import { isMarkAlive, markOf } from '#platform/postgres/process-mark.ts'

/** How long processes of a killed launcher may take to end by themselves. */
const endMillisecondsMax = 3_000

/**
 * Allows one launcher per data directory: two would start two sets of fakes on the same data. The lock is a file
 * with the launcher's process id, so it ends with the launcher in any case; the ids of its child processes are
 * recorded too, and have ended before the next launcher continues.
 */
export class DataLock {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Throws `ConfigError` when another launcher runs, or the directory is unusable. */
  static async take(dataDirectory: string): Promise<DataLock> {
    const folder = path.join(dataDirectory, 'running')
    makeUsable(dataDirectory, folder)
    const lock = new DataLock(folder)
    lock.#claim(dataDirectory)
    await lock.#endOrphans()
    return lock
  }

  /** Records a started process, so that the next launcher finds it if this one is killed. */
  note(name: string, pid: number): void {
    writeFileSync(path.join(this.#folder, `child ${name}`), markOf(pid))
  }

  release(): void {
    for (const name of readdirSync(this.#folder))
      if (name.startsWith('child ')) rmSync(path.join(this.#folder, name), { force: true })
    rmSync(this.#file, { force: true })
  }

  get #file(): string {
    return path.join(this.#folder, 'launcher')
  }

  #claim(dataDirectory: string): void {
    const own = path.join(this.#folder, `launcher ${process.pid}`)
    writeFileSync(own, markOf(process.pid))
    try {
      for (;;) {
        try {
          // Created completely in one step, or not at all if it exists.
          linkSync(own, this.#file)
          return
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        }
        const holder = read(this.#file)
        if (holder !== null && isMarkAlive(holder)) {
          throw new ConfigError(
            `DATA_DIR ${dataDirectory} is in use by another start of the shop (process ${holder.split('.')[0]}): ` +
              'stop that one, or set DATA_DIR to another folder',
          )
        }
        this.#removeStale(holder)
      }
    } finally {
      rmSync(own, { force: true })
    }
  }

  /** If two launchers find the stale lock, the second must not remove the lock of the first. */
  #removeStale(holder: string | null): void {
    const aside = path.join(this.#folder, `launcher ${process.pid} found`)
    try {
      renameSync(this.#file, aside)
    } catch {
      return
    }
    if (read(aside) === holder) rmSync(aside, { force: true })
    else renameSync(aside, this.#file)
  }

  async #endOrphans(): Promise<void> {
    const impatientAt = performance.now() + endMillisecondsMax
    for (const name of readdirSync(this.#folder)) {
      if (!name.startsWith('child ')) continue
      const file = path.join(this.#folder, name)
      const mark = read(file) ?? ''
      const pid = Number(mark.split('.')[0])
      if (isMarkAlive(mark)) signal(pid, 'SIGTERM')
      while (isMarkAlive(mark)) {
        if (performance.now() > impatientAt) signal(pid, 'SIGKILL')
        await pause(20)
      }
      rmSync(file, { force: true })
    }
  }
}

function makeUsable(dataDirectory: string, folder: string): void {
  try {
    makeFolders(dataDirectory)
    if (!statSync(dataDirectory).isDirectory()) throw codeError('ENOTDIR')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `DATA_DIR ${dataDirectory} ${reasons[code] ?? `cannot be used (${code})`}`,
    )
  }
}

/**
 * One directory at a time, because Node's recursive mkdir never returns where new directories are forbidden
 * (/proc).
 */
function makeFolders(directory: string): void {
  if (existsSync(directory)) return
  makeFolders(path.dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder, or lies below a file',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'is on a disk that is full',
  ENOENT: 'cannot be made',
}

function codeError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
