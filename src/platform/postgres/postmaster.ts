import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

import { isAlive } from './account.ts'
import type { DataDirectory } from './cluster.ts'
import { isMarkAlive, markOf } from './process-mark.ts'

/** What a server writes about itself into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Folder of its Unix socket; null for a server that has none. */
  readonly socketDirectory: string | null
  /** Set once connections are served; an open socket alone does not prove that. */
  readonly ready: boolean
}

/** The running server of a cluster, whichever process started it, or undefined. A stale pid file counts as none. */
export function livePostmaster(directory: DataDirectory): Postmaster | undefined {
  const file = path.join(directory.cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const identity = identify(pid, directory)
  // After a reboot the pid may belong to another program, and PostgreSQL would then never start. Its own check of
  // shared memory guards this removal.
  if (identity === 'other') rmSync(file, { force: true })
  if (identity !== 'server') return undefined
  const socketDirectory = lines[4]?.trim() || null
  return { pid, port: Number(lines[3]), socketDirectory, ready: lines[7]?.trim() === 'ready' }
}

/** A server's working directory is its cluster; when it cannot be read, a live process is accepted. */
function identify(pid: number, directory: DataDirectory): 'server' | 'other' | 'gone' {
  if (!isAlive(pid)) return 'gone'
  if (process.platform !== 'linux') return 'server'
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory.cluster ? 'server' : 'other'
  } catch (error) {
    // A zombie process still has a pid, but no working directory.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'server'
  }
}

/**
 * Registers this process as a user of the server, so that the last user stops it. Returns the name of the
 * registration.
 */
export function enter(directory: DataDirectory): string {
  mkdirSync(directory.users, { recursive: true, mode: 0o700 })
  const name = `${markOf(process.pid)}.${randomBytes(4).toString('hex')}`
  writeFileSync(path.join(directory.users, name), '')
  return name
}

/**
 * Removes the registration and asks the server to stop (fast shutdown: open transactions are rolled back) when no
 * other live process uses it. Synchronous, so that it works while the process exits. Returns the pid of the stopping
 * server, if any.
 */
export function leave(directory: DataDirectory, name: string): number | undefined {
  rmSync(path.join(directory.users, name), { force: true })
  for (const other of notes(directory)) {
    if (isMarkAlive(other)) return undefined
    rmSync(path.join(directory.users, other), { force: true })
  }
  const server = livePostmaster(directory)
  if (server !== undefined) signal(server.pid, 'SIGINT')
  return server?.pid
}

/** The data directory may have been deleted while the program runs. */
function notes(directory: DataDirectory): string[] {
  try {
    return readdirSync(directory.users)
  } catch {
    return []
  }
}

/** A server that has just ended needs no signal any more. */
export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
