/**
 * Goal: a crashed process is restarted, processes left by a killed launcher end, and none is started twice. Method:
 * small real programs, killed with SIGKILL, under the real supervisor and its lock.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isMarkAlive, markOf } from '#platform/postgres/process-mark.ts'
import { RestartPauses } from '#platform/restart-pauses.ts'
import { DataLock } from '../data-lock.ts'
import { type EndedEarly, Supervisor } from '../supervisor.ts'

let folder: string
let said: string[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-supervisor-'))
  said = []
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that records each of its starts and runs until stopped. */
const living = `
  require('node:fs').appendFileSync('starts', process.pid + '\\n')
  process.on('disconnect', () => process.exit(0))
  setInterval(() => {}, 1000)
  process.send({ ready: true })`

async function starts(): Promise<number[]> {
  const text = await readFile(path.join(folder, 'starts'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(Number)
}

async function program(text: string) {
  await writeFile(path.join(folder, 'program.cjs'), text)
  return { name: 'program', file: 'program.cjs', environment: {}, ready: 'ready' }
}

const supervisor = () => new Supervisor({ root: folder, say: (line) => void said.push(line) })

test('restarts a killed program and logs why it ended', async () => {
  const keeper = supervisor()
  await keeper.keep(await program(living))
  for (const round of [1, 2]) {
    process.kill((await starts()).at(-1) ?? 0, 'SIGKILL')
    await expect.poll(starts, { timeout: 20_000 }).toHaveLength(round + 1)
    await expect
      .poll(() => said.filter((line) => line.includes('is back')), { timeout: 20_000 })
      .toHaveLength(round)
  }
  expect(said[0]).toBe('program ended (SIGKILL); it is started again in 0.05 s')
  await keeper.stop([])
  const pid = (await starts()).at(-1) ?? 0
  expect(() => process.kill(pid, 0)).toThrow()
  expect(await starts()).toHaveLength(3)
})

test('does not restart a program that has never been ready', async () => {
  const keeper = supervisor()
  const wrong = keeper.keep(await program('process.exit(2)'))
  await expect(wrong).rejects.toThrow(/^program ended before it was ready \(exit code 2\)$/)
  expect(await wrong.catch((error: EndedEarly) => error.isExplained)).toBe(true)
  await keeper.stop([])
})

test('increases pauses while a program keeps ending, and resets them after it has run', () => {
  const pauses = new RestartPauses()
  expect([0, 0, 0, 0, 0, 0, 0].map((lived) => pauses.after(lived))).toEqual([
    50, 100, 200, 400, 800, 1_600, 2_000,
  ])
  expect(pauses.after(60_000)).toBe(50)
})

test('waits until the processes of a killed launcher have ended', async () => {
  const launcher = path.join(folder, 'launcher.ts')
  const tools = fileURLToPath(new URL('..', import.meta.url))
  await program(`
    require('node:fs').appendFileSync('starts', process.pid + '\\n')
    // Ignores the end of its launcher and requests to stop: only SIGKILL ends it.
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1000)
    process.send({ ready: true })`)
  await writeFile(
    launcher,
    `import { DataLock } from ${JSON.stringify(path.join(tools, 'data-lock.ts'))}
     import { Supervisor } from ${JSON.stringify(path.join(tools, 'supervisor.ts'))}
     const lock = await DataLock.take(${JSON.stringify(path.join(folder, 'data'))})
     const keeper = new Supervisor({
       root: ${JSON.stringify(folder)}, say() {}, onStart: (name, pid) => lock.note(name, pid),
     })
     await keeper.keep({ name: 'program', file: 'program.cjs', environment: {}, ready: 'ready' })
     process.send({ up: true })`,
  )
  const project = fileURLToPath(new URL('../..', import.meta.url))
  const child = spawn(process.execPath, [launcher], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  await expect(DataLock.take(path.join(folder, 'data'))).rejects.toThrow(/is in use by another/)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const [orphan = 0] = await starts()
  const mark = markOf(orphan)
  expect(isMarkAlive(mark)).toBe(true)
  const lock = await DataLock.take(path.join(folder, 'data'))
  expect(isMarkAlive(mark)).toBe(false)
  lock.release()
})

test('gives a stale lock to one of several launchers', async () => {
  const running = path.join(folder, 'data', 'running')
  const before = await DataLock.take(path.join(folder, 'data'))
  before.release()
  await writeFile(path.join(running, 'launcher'), '999999.1')
  const taken = await Promise.allSettled(
    [1, 2, 3].map(() => DataLock.take(path.join(folder, 'data'))),
  )
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(running)).toEqual(['launcher'])
})
