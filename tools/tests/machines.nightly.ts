/**
 * Goal: `npm start` and `npm test` work on machines as people have them. Method: copies of the project, each started for
 * the first time under what Linux offers to make a machine small or strange; a ticket is bought there and tests of calls
 * with a database are run. Most machines need root; what cannot be made here is skipped with its reason.
 */
import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#platform/ports.ts'
import { elsewhereFor } from '#platform/postgres/cluster.ts'
import { memoryGroup } from './memory-group.ts'
import { endProcessesOf, processesOf, runInTime } from './run-in-time.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const buyer = path.relative(root, fileURLToPath(new URL('./start-and-buy.ts', import.meta.url)))
const isRoot = process.getuid?.() === 0
const ordinary = { uid: 65_534, gid: 65_534 }
const gigabyte = 2 ** 30
/** They start PostgreSQL, copy databases, and call a shop. */
const tests = ['tests/support/database.test.ts', 'tools/tests/start.test.ts']

/** A first start on one core with little memory takes minutes. Each step inside has a deadline of its own. */
const machineSecondsMax = 1_700
vi.setConfig({ testTimeout: 1_900_000, hookTimeout: 120_000 })

interface Machine {
  readonly name: string
  /** The project's folder in a new folder. */
  readonly folder?: string
  readonly home?: 'closed' | 'read-only'
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly environment?: Readonly<Record<string, string>>
  /** A command of a shell that makes the machine before the program is run in it. */
  readonly shell?: string
  /** Commands before the program, and what they need. */
  readonly namespaces?: readonly string[]
  readonly memory?: number
}

const machines: readonly Machine[] = [
  {
    name: 'a path with spaces and Georgian letters, another time zone and no language',
    folder: 'ჩემი ბილეთი 1',
    environment: { TZ: 'Pacific/Auckland' },
  },
  {
    name: 'next to nothing in /dev/shm, and LC_ALL=C',
    namespaces: ['--mount'],
    shell: 'mount -t tmpfs -o size=64k,mode=1777 tmpfs /dev/shm',
    environment: { LC_ALL: 'C' },
  },
  {
    name: 'no IPv6, and no network but this machine',
    namespaces: ['--net'],
    shell:
      'ip link set lo up && { [ ! -e /proc/sys/net/ipv6 ] || echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6; }',
  },
  {
    name: 'an ordinary user with umask 077 and a home folder that cannot be written',
    user: ordinary,
    home: 'read-only',
    shell: 'umask 077',
  },
  { name: 'root with a home folder that is closed to others', home: 'closed' },
  {
    name: 'one core and 2 GB of memory',
    memory: 2 * gigabyte,
    shell: 'taskset -p -c 0 $$ > /dev/null',
  },
]

test.for(machines)('$name', async (machine, { skip }) => {
  const reason = whyNotHere(machine)
  skip(reason !== undefined, reason)
  const group = machine.memory === undefined ? undefined : await memoryGroup(machine.memory)
  skip(group === null, 'memory cannot be limited here')
  const base = await mkdtemp(path.join(tmpdir(), 'bileti-machine-'))
  await chmod(base, 0o755)
  const project = path.join(base, machine.folder ?? 'bileti')
  onTestFinished(async () => {
    await endProcessesOf(base)
    await group?.remove()
    await rm(base, { recursive: true, force: true })
    for (const data of ['.data/postgres', '.cache/test-postgres'])
      await rm(elsewhereFor(path.join(project, data)).root, { recursive: true, force: true })
  })
  await copyProject(project, machine.user)
  const home = path.join(base, 'home')
  await mkdir(home)
  if (machine.home === 'read-only') await chmod(home, 0o555)
  if (machine.home === 'closed') await chmod(base, 0o700)
  const found = await startAndBuy({ machine, project, home, enter: group?.enter })
  expect(found.failed ?? null).toBeNull()
  expect(found.ticket).toMatch(/./)
  expect(found.said).not.toContain('npm warn')
  await expect.poll(() => processesOf(base), { message: 'nothing is left running' }).toEqual([])
  console.info(`${machine.name}: open after ${found.seconds.toFixed(0)} s`)
})

function whyNotHere({ namespaces, user, memory }: Machine): string | undefined {
  if (!isRoot && (namespaces ?? user ?? memory) !== undefined) return 'needs root'
  if (namespaces !== undefined && spawnSync('unshare', [...namespaces, 'true']).status !== 0)
    return 'unshare is not permitted here'
  return undefined
}

/** The files as they are now; packages are linked, because they are many. */
async function copyProject(project: string, user: Machine['user']): Promise<void> {
  await mkdir(project)
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', words, { cwd: root, maxBuffer: 2 ** 26 })
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(path.join(root, file), path.join(project, file)).catch((error: unknown) => {
      // Deleted in the working copy.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    })
  if (user !== undefined) {
    for (const entry of ['', ...(await readdir(project, { recursive: true }))])
      await chown(path.join(project, entry), user.uid, user.gid)
  }
  const packages = path.join(project, 'node_modules')
  await run('cp', ['-al', path.join(root, 'node_modules'), packages]).catch(async () => {
    await rm(packages, { recursive: true, force: true })
    await run('cp', ['-a', path.join(root, 'node_modules'), packages])
  })
  // Written by builds and runs of the tests: a clone has none, and the ones here may belong to another user.
  for (const name of ['.vite', '.vite-temp', '.vitest-cache'])
    await rm(path.join(packages, name), { recursive: true, force: true })
  // The packages themselves remain another user's: a link has the owner of the file.
  if (user !== undefined) await chown(packages, user.uid, user.gid)
}

interface Found {
  readonly failed?: string | null
  readonly seconds: number
  readonly ticket: string
  readonly said: string
}

async function startAndBuy(options: {
  readonly machine: Machine
  readonly project: string
  readonly home: string
  readonly enter?: string | undefined
}): Promise<Found> {
  const { machine, project, home, enter = 'true' } = options
  const { namespaces = [], user, shell = 'true' } = machine
  const node = path.join(project, 'node_modules', '.bin', 'node')
  const program = [node, path.join(project, buyer), ...tests]
  const as = user
    ? ['setpriv', '--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups']
    : []
  const made = [enter, shell, 'exec "$@"'].join(' && ')
  const command = [...unshared(namespaces), 'sh', '-c', made, 'sh', ...as, ...program]
  const cache = path.join(path.dirname(home), 'npm-cache')
  const stdout = await runInTime({
    command,
    cwd: project,
    seconds: machineSecondsMax,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      PORT: String(await freePort()),
      npm_config_cache: cache,
      ...machine.environment,
    },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Found
}

function unshared(namespaces: readonly string[]): string[] {
  return namespaces.length === 0 ? [] : ['unshare', ...namespaces]
}
