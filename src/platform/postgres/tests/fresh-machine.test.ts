/**
 * Goal: a fresh machine makes its database once, however many start at the same time, in the hardest of the folders: the
 * project is closed to the server's user, so that its programs are copied too. Method: a copy of the launcher, never
 * started before; a program there starts it twice concurrently. `fresh-machine.nightly.ts` has all kinds of users and
 * folders, with two programs of several rounds.
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FreshProject } from './fresh-project.ts'

test('a home folder that is closed to others', { timeout: 180_000 }, async () => {
  const fresh = await FreshProject.make()
  onTestFinished(() => fresh.remove())
  await chmod(fresh.home, 0o700)
  const open = await mkdtemp(path.join(tmpdir(), 'bileti-data-'))
  onTestFinished(() => rm(open, { recursive: true, force: true }))
  await chmod(open, 0o755)
  const data = path.join(open, 'data')
  const starts = { programs: 1, rounds: 1, concurrent: 2 }
  expect(await fresh.startTogether(data, starts)).toEqual(['started'])
  const left = await readdir(data)
  expect(left.filter((name) => name.includes('.new-'))).toEqual([])
})
