/**
 * Goal: both commands of the README work on a fresh machine for every kind of user: root with a private home folder,
 * root with an open one, an ordinary user. Method: a copy of the launcher and the packages it needs, in folders of
 * each kind, never started before; two programs there start it several times concurrently. One machine of them is in
 * `npm test` (`fresh-machine.test.ts`).
 */
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { elsewhereFor } from '../cluster.ts'
import { FreshProject } from './fresh-project.ts'

const isRoot = process.getuid?.() === 0
/** An ordinary user that every Unix has; PostgreSQL itself runs as it, without a home or rights. */
const ordinary = { uid: 65_534, gid: 65_534 }
const starts = { programs: 2, rounds: 2, concurrent: 3 }
const started = ['started', 'started']

// Copies of PostgreSQL and new clusters: on a busy disk each takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let fresh: FreshProject

beforeEach(async () => {
  fresh = await FreshProject.make()
})

afterEach(() => fresh.remove())

test('a folder that all may read', async () => {
  expect(await fresh.startTogether(path.join(fresh.project, '.data'), starts)).toEqual(started)
})

test('a home folder that is closed to others', async () => {
  await chmod(fresh.home, 0o700)
  // As the tests' own clusters are: the project is closed, and the data lies in the system's temporary folder.
  const open = await mkdtemp(path.join(tmpdir(), 'bileti-data-'))
  await chmod(open, 0o755)
  try {
    expect(await fresh.startTogether(path.join(open, 'data'), starts)).toEqual(started)
    const left = await readdir(path.join(open, 'data'))
    expect(left.filter((name) => name.includes('.new-'))).toEqual([])
    // Inside the closed folder itself, root keeps the data elsewhere.
    const inside = path.join(fresh.project, '.data')
    expect(await fresh.startTogether(inside, starts)).toEqual(started)
  } finally {
    await rm(open, { recursive: true, force: true })
    await rm(elsewhereFor(path.join(fresh.project, '.data')).root, { recursive: true, force: true })
  }
})

test.runIf(isRoot)('an ordinary user', async () => {
  const { home, project } = fresh
  for (const entry of await readdir(home, { recursive: true }))
    await chown(path.join(home, entry), ordinary.uid, ordinary.gid)
  await chown(home, ordinary.uid, ordinary.gid)
  await chmod(home, 0o700)
  const data = path.join(project, '.data')
  expect(await fresh.startTogether(data, starts, ordinary)).toEqual(started)
})
