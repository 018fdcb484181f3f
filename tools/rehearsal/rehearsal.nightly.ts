/**
 * Goal: rehearsals are reproducible by seed, distinguish favouritism from chance, and their links break
 * connections. Method: the parts by themselves; whole rehearsals are in `tests/soak/rehearsal.soak.ts`.
 */
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { randomOf } from '../../tests/storm/random.ts'
import { distanceFromUniform, probabilityOf } from './fairness.ts'
import { planFailures } from './failures.ts'
import { Link } from './link.ts'
import { readOptions } from './options.ts'
import { drawPeople } from './people.ts'
import { Record } from './record.ts'
import { openSeries } from './series.ts'

const crowd = (seed: number) =>
  drawPeople({ count: 500, leadSeconds: 60, saleSeconds: 120, seed, randomOf }).map(
    ({ draw, ...person }) => ({ ...person, next: draw() }),
  )

test('draws the same visitors from the same seed, and others from another', () => {
  expect(crowd(7)).toEqual(crowd(7))
  expect(crowd(8)).not.toEqual(crowd(7))
  const early = crowd(7).filter(({ comesAt }) => comesAt < 0).length
  expect(early).toBeGreaterThan(250)
  expect(early).toBeLessThan(350)
})

test('spreads failures over the sale, each kind once before any repeats', () => {
  const plan = planFailures({ kills: 16, from: 10, until: 170, random: randomOf(3) })
  expect(plan.map(({ at }) => at)).toEqual(plan.map(({ at }) => at).toSorted((a, b) => a - b))
  const half = plan.slice(0, 8).map(({ victim }) => victim)
  expect(new Set(half).size).toBe(7)
  expect(half.filter((victim) => victim === 'server')).toHaveLength(2)
})

test('distinguishes favouritism by arrival from chance', () => {
  const random = randomOf(11)
  const fair = Array.from({ length: 2_000 }, random)
  expect(probabilityOf(distanceFromUniform(fair), fair.length)).toBeGreaterThan(0.01)
  // Visitors of the first half are slightly more likely to be admitted.
  const unfair = fair.map((place, number) => (number % 8 === 0 ? place / 2 : place))
  expect(probabilityOf(distanceFromUniform(unfair), unfair.length)).toBeLessThan(0.01)
})

test('continues an interrupted series and names the failed seeds', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-series-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'series', 'results.jsonl')
  const wanted = { seeds: 3, kills: 20 }
  const counts = { soldTwice: 0, salesLost: 0, keptWithout: 0, books: 0 }
  const result = { failures: 20, slowest: 1.5, bought: 7, ...counts, seconds: 60, broken: [] }
  const begun = openSeries(file, { ...wanted, first: 40 })
  expect(begun.left).toEqual([40, 41, 42])
  begun.add({ ...result, seed: 40 })
  appendFileSync(file, '{"seed":41,"fail')
  const goesOn = openSeries(file, wanted)
  expect(goesOn.left).toEqual([41, 42])
  goesOn.add({ ...result, seed: 41, slowest: 3, broken: ['seat 7 was sold twice'] })
  goesOn.add({ ...result, seed: 42 })
  const lines = goesOn.summary().split('\n')
  expect(lines[0]).toBe('3 of 3 seeds from 40: 2 held, 1 did not')
  expect(lines[1]).toContain('60 failures, slowest return 3.0 s; 21 orders bought')
  expect(lines[2]).toBe('SEED=41: seat 7 was sold twice')
  // A complete series is not continued, and neither is a different one.
  expect(openSeries(file, { ...wanted, first: 90 }).left).toEqual([90, 91, 92])
  expect(openSeries(file, { ...wanted, kills: 5, first: 7 }).left).toHaveLength(3)
})

test('measures the longest time without a response', () => {
  const record = new Record()
  record.answered.push(0.1, 0.2, 0.9, 1.1)
  Object.defineProperty(record, 'seconds', { value: 1.2 })
  expect(record.outageAfter(0, 20)).toBeCloseTo(0.7)
})

test('breaks open connections of a cut link and refuses new ones until it is restored', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const own = (free.address() as AddressInfo).port
  free.close()
  await once(free, 'close')
  // Nothing listens on the first target.
  const link = await Link.open(own, () => [1, port])
  const say = async (): Promise<string> => {
    const socket = connect(own, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('here')
    const heard = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.destroy()
    return String(heard[0])
  }
  expect(await say()).toBe('here')
  const open = connect(own, '127.0.0.1')
  open.on('error', () => {})
  open.write('here')
  await once(open, 'data')
  link.cut()
  await once(open, 'close')
  expect(await say()).not.toBe('here')
  link.mend()
  expect(await say()).toBe('here')
  await link.close()
  server.close()
})

test('refuses databases whose names do not permit a rehearsal', () => {
  expect(readOptions(['--database', 'postgres://localhost/bileti'])).toBeNull()
  expect(readOptions(['--database', 'postgres://localhost/rehearsal_1'])?.eventId).toBe(145)
  expect(readOptions(['--shoppers', 'many'])).toBeNull()
})
