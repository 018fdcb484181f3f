/**
 * Goal: a program that prepares something reports its result, may go on afterwards, and its failure is told apart from
 * an invalid setting. Method: small real programs.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EndedEarly } from '../supervisor.ts'
import { Tasks, type Task, type TaskOptions } from '../tasks.ts'

let folder: string
let tasks: Tasks
let started: string[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-tasks-'))
  started = []
  tasks = new Tasks({ root: folder, say: () => {}, onStart: (name) => void started.push(name) })
})

afterEach(async () => {
  await tasks.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(text: string, options?: TaskOptions): Promise<Task> {
  await writeFile(path.join(folder, 'program.cjs'), text)
  return tasks.start('program', 'program.cjs', options)
}

test('gives a program its parameters and message, and returns its result', async () => {
  const task = await start(
    `process.once('message', ({ url }) => {
       process.send({ result: [url, ...process.argv.slice(2)] })
       process.disconnect()
     })`,
    { parameters: ['first'], message: Promise.resolve({ url: 'postgres://' }) },
  )
  expect(await task.result).toEqual(['postgres://', 'first'])
  await task.ended
  expect(started).toEqual(['program'])
})

test('reports the result of a program that goes on, and ends it', async () => {
  const task = await start(`process.send({ result: 1 }); setInterval(() => {}, 1000)`)
  expect(await task.result).toBe(1)
  await tasks.stop()
  await expect(task.ended).rejects.toThrow('program ended before it was ready (SIGTERM)')
})

test('tells a program that failed from one with an invalid setting', async () => {
  const failed = await start('process.exit(1)')
  await expect(failed.result).rejects.toThrow('program ended before it was ready (exit code 1)')
  const invalid = await start('process.exit(2)')
  const error = await invalid.ended.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EndedEarly)
  expect((error as EndedEarly).isExplained).toBe(true)
})

test('ends a program whose message will never come', async () => {
  const message = Promise.reject(new Error('no database'))
  message.catch(() => {})
  const task = await start('setInterval(() => {}, 1000)', { message })
  await expect(task.ended).rejects.toThrow(EndedEarly)
})
