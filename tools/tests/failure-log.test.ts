/**
 * Goal: the name and the message of a failure are on disk while the run goes on, so that stopping it loses nothing.
 * Method: a run of Vitest in a folder of its own, with a failure of each kind and a test that waits for a file.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const failing = `
import { existsSync } from 'node:fs'
test('POST /one', () => expect({ status: 409 }, 'PartnerOrderTaken').toEqual({ status: 200 }))
test('GET /two', () => {})
describe('a group', () => {
  beforeAll(() => { throw new Error('no shop') })
  test('inside', () => {})
})
test('waits', () => expect.poll(() => existsSync('go'), { timeout: 60_000 }).toBe(true), 90_000)
`

test('each failure is written as soon as it has happened', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-failures-'))
  await writeFile(path.join(folder, 'a.test.mjs'), `throw new Error('not loaded')`)
  await writeFile(path.join(folder, 'b.test.mjs'), failing)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const reporter = `--reporter=${path.join(root, 'tools/failure-log.ts')}`
  const words = [vitest, 'run', '--globals', '--no-file-parallelism', '--no-isolate', reporter]
  const run = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => run.once('exit', resolve))
  onTestFinished(async () => {
    run.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const log = path.join(folder, '.cache', 'reports', 'failures.log')
  const written = () => readFile(log, 'utf8').catch(() => '')
  await expect.poll(written, { message: 'the failure is on disk' }).toContain('status: 409')
  expect(run.exitCode).toBeNull()
  await writeFile(path.join(folder, 'go'), '')
  await ended
  const text = await written()
  expect(text).toMatch(/b\.test\.mjs > POST \/one\n.*PartnerOrderTaken/)
  expect(text).toMatch(/b\.test\.mjs > a group\n.*no shop/)
  expect(text).toMatch(/a\.test\.mjs\n.*not loaded/)
  expect(text).not.toMatch(/GET \/two|waits/)
})
