/**
 * Goal: a server of several processes ends when the last one has, in whatever order their ends are learnt, and starts none
 * while it stops. Method: processes that end on request, in place of the operating system's.
 */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settingsExitCode } from '../exit.ts'
import { supervise } from '../supervise.ts'

class FakeWorker {
  readonly signals: string[] = []
  readonly process = { pid: 1, kill: (signal: string) => this.signals.push(signal) }
  #isDead = false
  readonly isDead = () => this.#isDead
  end = () => (this.#isDead = true)
}

class FakeCluster extends EventEmitter {
  readonly workers: Record<number, FakeWorker | undefined> = {}
  readonly all: FakeWorker[] = []
  fork(): FakeWorker {
    const worker = new FakeWorker()
    this.workers[this.all.push(worker)] = worker
    return worker
  }
  /** The end of a process, which stays in the list until its channel is closed. */
  exit(worker: FakeWorker, code = 0): void {
    worker.end()
    this.emit('exit', worker, code, null)
  }
  closeChannel(worker: FakeWorker): void {
    this.workers[this.all.indexOf(worker) + 1] = undefined
  }
}

let cluster: FakeCluster
let codes: number[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  cluster = new FakeCluster()
  codes = []
  stop = supervise({
    cluster: cluster as never,
    count: 2,
    log: { warn: () => undefined },
    exit: (code) => void codes.push(code),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('ends after the last process, also if its channel closes later', () => {
  const [first, second] = cluster.all as [FakeWorker, FakeWorker]
  stop()
  expect([first.signals, second.signals]).toEqual([['SIGTERM'], ['SIGTERM']])
  cluster.closeChannel(first)
  cluster.exit(first)
  expect(codes).toEqual([])
  cluster.exit(second)
  expect(codes).toEqual([0])
})

test('restarts a crashed process, but not while stopping', () => {
  const [first, second] = cluster.all as [FakeWorker, FakeWorker]
  cluster.closeChannel(first)
  cluster.exit(first, 1)
  vi.runAllTimers()
  expect(cluster.all).toHaveLength(3)
  cluster.closeChannel(second)
  cluster.exit(second, 1)
  stop()
  vi.runAllTimers()
  expect(cluster.all).toHaveLength(3)
  cluster.exit(cluster.all[2] as FakeWorker)
  expect(codes).toEqual([0])
})

test('ends at once when a process cannot use its settings', () => {
  cluster.exit(cluster.all[0] as FakeWorker, settingsExitCode)
  expect(codes).toEqual([settingsExitCode])
})
