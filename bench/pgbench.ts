import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Path of pgbench; installs Debian's package when root; undefined if unavailable. */
export async function findPgbench(): Promise<string | undefined> {
  const found = installedPgbench()
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-client'], { env })
    return installedPgbench()
  } catch {
    return undefined
  }
}

function installedPgbench(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = folders.map((folder) => path.join(folder, 'pgbench'))
  const packaged = globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()
  return [...onPath, ...packaged].find((file) => existsSync(file))
}

export interface PgbenchOptions {
  readonly binary: string
  readonly url: string
  readonly script: string
  readonly clientCount: number
  /** In total, divided among the clients. */
  readonly transactionCount: number
}

/** Transactions per second, without connecting. */
export async function runPgbench(options: PgbenchOptions): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bileti-pgbench-'))
  try {
    const file = path.join(folder, 'hold.sql')
    await writeFile(file, options.script)
    const { stdout } = await run(options.binary, [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${options.clientCount}`,
      `--jobs=${Math.min(2, options.clientCount)}`,
      `--transactions=${Math.ceil(options.transactionCount / options.clientCount)}`,
      `--file=${file}`,
      options.url,
    ])
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (!tps) throw new Error(`pgbench said no rate: ${stdout}`)
    return Number(tps)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
