import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The operating-system user that the server runs as; `undefined` means the current user. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Chooses the user for a cluster. PostgreSQL refuses to run as root, so root switches to `postgres`, else `nobody`;
 * an existing cluster runs as its owner. Throws when the cluster belongs to a user that we cannot switch to.
 */
export async function accountForCluster(clusterDirectory: string): Promise<Account | undefined> {
  const ownUid = process.getuid?.()
  if (ownUid === undefined) return undefined
  const cluster = await stat(clusterDirectory).catch(() => undefined)
  if (ownUid !== 0) {
    if (cluster === undefined || cluster.uid === ownUid) return undefined
    throw new Error(
      `The database in ${clusterDirectory} belongs to user ${cluster.uid}, and this process runs ` +
        `as user ${ownUid}: start it as that user or as root, or choose another data directory.`,
    )
  }
  if (cluster === undefined) return unprivilegedAccount()
  if (cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  throw new Error(
    `The database in ${clusterDirectory} belongs to root, which PostgreSQL refuses to run as: ` +
      'give it to another user with chown, or choose another data directory.',
  )
}

/** Reads the password file because `initdb` requires a user with an entry there. */
async function unprivilegedAccount(): Promise<Account> {
  const entries = await readFile('/etc/passwd', 'utf8').catch(() => '')
  for (const wanted of ['postgres', '_postgres', 'nobody']) {
    const entry = entries.split('\n').find((line) => line.startsWith(`${wanted}:`))
    const [, , uid, gid] = entry?.split(':') ?? []
    if (uid === undefined || gid === undefined) continue
    // Some systems write the user nobody as -2; system calls need it unsigned.
    return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  throw new Error(
    'PostgreSQL refuses to run as root and neither user "postgres" nor "nobody" exists: ' +
      'start as an ordinary user, or set DATABASE_URL to a server of your own.',
  )
}

/** Whether the account may enter a directory; tried rather than calculated, since any parent may forbid it. */
export async function canEnter(account: Account | undefined, directory: string): Promise<boolean> {
  try {
    const options = { ...account, cwd: '/' }
    await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], options)
    return true
  } catch {
    return false
  }
}

/** True for a process that exists, also when it belongs to somebody else. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
