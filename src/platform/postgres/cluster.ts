import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { canEnter, isAlive, type Account } from './account.ts'
import { serverEnvironment } from './binaries.ts'
import { dynamicSharedMemoryType } from './shared-memory.ts'

const run = promisify(execFile)

/** The version whose files the programs of the package understand. */
const majorVersion = '18'

/** The role that owns everything, and the database made for it. */
export const roleName = 'bileti'

/** What a data directory holds. Only `cluster` belongs to the account; the rest is ours. */
export interface DataDirectory {
  readonly root: string
  /** PostgreSQL's own files. */
  readonly cluster: string
  /** The random password of the role, readable by us alone. */
  readonly passwordFile: string
  readonly logFile: string
  /** One file for each process that uses the server now. */
  readonly users: string
}

function dataDirectoryAt(root: string): DataDirectory {
  return {
    root,
    cluster: path.join(root, 'cluster'),
    passwordFile: path.join(root, 'password'),
    logFile: path.join(root, 'server.log'),
    users: path.join(root, 'users'),
  }
}

/**
 * Opens the configured data directory, creating it when missing. When the server's account cannot reach it (a private
 * home folder), a permanent directory keyed by the configured path is used instead; `movedFrom` is then the
 * configured path. Throws when the path is a file, holds other data, or belongs to another PostgreSQL version.
 */
export async function openDataDirectory(
  wanted: string,
  accountFor: (cluster: string) => Promise<Account | undefined>,
): Promise<{ directory: DataDirectory; account: Account | undefined; movedFrom?: string }> {
  await makeDirectory(wanted)
  const place = await realpath(wanted)
  const directory = dataDirectoryAt(place)
  await assertOurs(directory)
  const elsewhere = elsewhereFor(place)
  const account = await accountFor(directory.cluster)
  const whole = await exists(directory.cluster)
  const reachable = await canEnter(account, place)
  if (reachable && (whole || !(await exists(elsewhere.cluster)))) return { directory, account }
  if (whole) {
    throw new Error(
      `The database in ${place} cannot be reached by its owner, user ${account?.uid}: ` +
        'open the folders above it (chmod o+x), or move it.',
    )
  }
  await makeDirectory(elsewhere.root)
  await assertOurs(elsewhere)
  const movedAccount = await accountFor(elsewhere.cluster)
  if (!(await canEnter(movedAccount, elsewhere.root))) {
    throw new Error(`Neither ${place} nor ${elsewhere.root} can be reached by PostgreSQL's user.`)
  }
  return { directory: elsewhere, account: movedAccount, movedFrom: place }
}

/** A permanent directory that only root can create; the same for the same configured path. */
export function elsewhereFor(place: string): DataDirectory {
  const key = createHash('sha256').update(place).digest('hex').slice(0, 16)
  return dataDirectoryAt(path.join('/var/lib/bileti-postgres', key))
}

/** Other users may traverse the folders created here, whatever the umask, but not list them. */
async function makeDirectory(root: string): Promise<void> {
  try {
    const firstMade = await mkdir(root, { recursive: true })
    if (firstMade === undefined) {
      if ((await readdir(root)).length === 0) await chmod(root, 0o711)
      return
    }
    for (let made = root; made.length >= firstMade.length; made = path.dirname(made)) {
      await chmod(made, 0o711)
    }
  } catch (error) {
    throw new Error(`Cannot use ${root} as a data directory: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function assertOurs(directory: DataDirectory): Promise<void> {
  const names = await readdir(directory.root)
  const foreign = names.filter(
    (name) => !/^(cluster|password|server\.log|users|native-)/.test(name),
  )
  if (foreign.length > 0) {
    throw new Error(
      `Cannot use ${directory.root} as a data directory: it is not empty and holds ` +
        `"${foreign[0]}", which is not a database of ours.`,
    )
  }
  if (!(await exists(directory.cluster))) return
  const versionFile = path.join(directory.cluster, 'PG_VERSION')
  const version = (await readFile(versionFile, 'utf8').catch(() => '')).trim()
  if (version === majorVersion) return
  throw new Error(
    version === ''
      ? `Cannot use ${directory.root}: ${directory.cluster} is not a PostgreSQL database.`
      : `Cannot use ${directory.root}: it was made by PostgreSQL ${version}, this is ` +
          `${majorVersion}; move the data with pg_dump, or choose another data directory.`,
  )
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/**
 * Creates the cluster if there is none: UTF-8, the builtin C.UTF-8 collation (identical on every machine), passwords
 * on every connection. It appears atomically; of two racing processes one cluster wins.
 */
export async function ensureCluster(options: {
  directory: DataDirectory
  account: Account | undefined
  bin: string
  /** False leaves the new files to the system's cache: quicker, for throwaway clusters only. */
  durable: boolean
}): Promise<{ password: string }> {
  const { directory, account, bin } = options
  if (await exists(directory.cluster)) return { password: await existingPassword(directory) }
  const password = await keptPassword(directory)
  await removeUnfinished(directory)
  const unfinished = unfinishedName(directory.cluster)
  const passwordFile = `${unfinished}.password`
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) {
    await chown(unfinished, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  try {
    const settings = ['--encoding=UTF8', '--auth=scram-sha-256', `--username=${roleName}`]
    settings.push(`--pwfile=${passwordFile}`, `--pgdata=${unfinished}`, ...localeSettings())
    if (!options.durable) settings.push('--no-sync')
    // The programs that fill a new cluster use it too.
    settings.push('-c', `dynamic_shared_memory_type=${dynamicSharedMemoryType()}`)
    const spawnOptions = { ...account, cwd: '/', env: serverEnvironment }
    await run(path.join(bin, 'initdb'), settings, spawnOptions)
    await rename(unfinished, directory.cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process may have finished its cluster first; then all processes use that one.
    if (!(await exists(directory.cluster)))
      throw new Error(initdbFailure(directory, error), { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  return { password }
}

/**
 * Ordering and case come from PostgreSQL itself. What still depends on the system's C library (trigrams of Georgian
 * words among it) needs a UTF-8 locale there too, and macOS names its own differently.
 */
function localeSettings(): string[] {
  const settings = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  if (process.platform !== 'darwin') return [...settings, '--locale=C.UTF-8']
  return [...settings, '--locale=C', '--lc-ctype=en_US.UTF-8']
}

function initdbFailure(directory: DataDirectory, error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  const lines = (stderr || message).trim().split('\n')
  const reasons = lines.filter((line) => /FATAL|PANIC|ERROR|error:/.test(line))
  const reason = (reasons.length > 0 ? reasons : lines).slice(-3).join(' ')
  return `Could not make a database in ${directory.root}: ${reason}`
}

async function existingPassword(directory: DataDirectory): Promise<string> {
  try {
    return (await readFile(directory.passwordFile, 'utf8')).trim()
  } catch (error) {
    throw new Error(
      `The database in ${directory.root} is there but its password file cannot be read: ` +
        (error as Error).message,
      { cause: error },
    )
  }
}

/** The password survives a failed attempt, and of two concurrent processes the first one's is used. */
async function keptPassword(directory: DataDirectory): Promise<string> {
  const proposal = unfinishedName(directory.passwordFile)
  await writeFile(proposal, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  await link(proposal, directory.passwordFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(proposal)
  return existingPassword(directory)
}

/** Contains the creator's process id, so that leftovers of a killed process can be recognised and removed. */
function unfinishedName(name: string): string {
  return `${name}.new-${process.pid}-${randomBytes(4).toString('hex')}`
}

async function removeUnfinished(directory: DataDirectory): Promise<void> {
  for (const name of await readdir(directory.root)) {
    const maker = /^(?:cluster|password)\.new-(\d+)-/.exec(name)?.[1]
    if (maker === undefined || isAlive(Number(maker))) continue
    await rm(path.join(directory.root, name), { recursive: true, force: true })
  }
}
