import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { Programs, type Program } from './programs.ts'

/**
 * Goal: after a change the server restarts first and without a grace period. Method: two small processes; starts,
 * ends and their signals are recorded in order.
 */
const server: Program = {
  name: 'server',
  file: '',
  inspect: 0,
  ready: 'serving',
  graceMilliseconds: 0,
  hasStandby: false,
}
const worker: Program = {
  ...server,
  name: 'worker',
  ready: 'working',
  graceMilliseconds: 60_000,
}

const steps: string[] = []
let running: Programs
let isStopping = false

function runScript(name: string, script: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', (_code, signal) => steps.push(`${name} ends by ${signal}`))
  return child
}

function openPrograms(programs: readonly Program[] = [server, worker]): Programs {
  steps.length = 0
  isStopping = false
  running = new Programs({
    programs,
    isStopping: () => isStopping,
    spawn: ({ name, ready }) => {
      steps.push(`${name} starts`)
      return runScript(
        name,
        `process.on('message', () => undefined); process.send({ ${ready}: true })`,
      )
    },
    spawnStandby: ({ name, ready }) => {
      steps.push(`${name} stands by`)
      return runScript(name, `process.on('message', () => process.send({ ${ready}: true }))`)
    },
  })
  return running
}

afterEach(() => running.close())

describe('programs in development mode', () => {
  it('start one after the other, the server without a grace period', async () => {
    const programs = openPrograms()
    await programs.start()
    steps.length = 0
    await programs.restart([server, worker], undefined, (name) => steps.push(`${name} is ready`))
    expect(steps.filter((step) => !step.includes('ends'))).toEqual([
      'server starts',
      'server is ready',
      'worker starts',
      'worker is ready',
    ])
    expect(steps.indexOf('server ends by SIGKILL')).toBeLessThan(steps.indexOf('server starts'))
    expect(steps.indexOf('worker ends by SIGTERM')).toBeLessThan(steps.indexOf('worker starts'))
  })

  it('are all stopped while the database changes', async () => {
    const programs = openPrograms()
    await programs.start()
    steps.length = 0
    const before = async () => {
      steps.push('database changes')
    }
    await programs.restart([server, worker], before, () => undefined)
    const ended = steps.slice(0, 2).map((step) => step.replace(/ by .*/, ''))
    expect(ended.toSorted()).toEqual(['server ends', 'worker ends'])
    expect(steps.slice(2)).toEqual(['database changes', 'server starts', 'worker starts'])
  })

  it('restart as the process that stands by, if it still runs', async () => {
    const programs = openPrograms([{ ...server, hasStandby: true }])
    await programs.start()
    await programs.restart([{ ...server, hasStandby: true }], undefined, () => steps.push('ready'))
    expect(steps).toEqual([
      'server starts',
      'server stands by',
      'server ends by SIGKILL',
      'ready',
      'server stands by',
    ])
  })

  it('do not start once development mode is ending', async () => {
    const programs = openPrograms()
    await programs.start()
    steps.length = 0
    isStopping = true
    await programs.restart([server], undefined, () => undefined)
    expect(steps).toEqual(['server ends by SIGKILL'])
  })
})
