/**
 * Goal: the fakes of `npm start` are local, and together in one process each still is a server of its own on its own
 * port, also after a crash. Method: the plan with several settings; then the real process under the real supervisor.
 */
import { connect } from 'node:net'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { planOutsideParties, type OutsideParties } from '../outside-parties.ts'
import { fakesProgram, programsOf } from '../programs.ts'
import { Supervisor } from '../supervisor.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-parties-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const planWith = (settings: Record<string, string>): Promise<OutsideParties> =>
  planOutsideParties(readConfig({ DATA_DIR: folder, ...settings }))

/** The hosts on which the fakes are told to listen. */
async function hostsWith(settings: Record<string, string>): Promise<Set<string | undefined>> {
  const { fakes } = await planWith(settings)
  expect(Object.keys(fakes)).toHaveLength(17)
  return new Set(Object.values(fakes).map(({ HOST }) => HOST))
}

test('plans none for production', async () => {
  await expect(planWith({ MODE: 'production' })).rejects.toThrow('which production must not have')
})

test('keeps the demo’s banks and mailbox local when the shop is opened to a network', async () => {
  expect(await hostsWith({ HOST: '0.0.0.0' })).toEqual(new Set(['127.0.0.1']))
  expect(await hostsWith({ DEMO_HOST: '0.0.0.0' })).toEqual(new Set(['0.0.0.0']))
})

test('plans no fake of a configured service, and without any fake no process for them', async () => {
  const { fakes, settings } = await planWith({ TPAY_URL: 'http://127.0.0.1:9' })
  expect(fakes).not.toHaveProperty('tpay')
  expect(settings).not.toHaveProperty('TPAY_URL')
  expect(programsOf({}, fakes).map(({ name }) => name)).toEqual([
    'server',
    'worker',
    'demo services',
  ])
  expect(programsOf({}, {}).map(({ name }) => name)).toEqual(['server', 'worker'])
})

test('makes keys once, and plans the same ports again', async () => {
  const first = await planWith({ PORT: '14000' })
  expect(await planWith({ PORT: '14000' })).toEqual(first)
})

/** Every port that the fakes were given. */
function portsOf(fakes: OutsideParties['fakes']): number[] {
  const ports = Object.values(fakes).flatMap((settings) =>
    Object.entries(settings).flatMap(([name, value]) =>
      name.endsWith('PORT') ? [Number(value)] : [],
    ),
  )
  expect(new Set(ports).size).toBe(20)
  return ports
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(10_000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

test('all fakes listen in one process, and again on the same ports after it was killed', async () => {
  const said: string[] = []
  const pids: number[] = []
  const supervisor = new Supervisor({
    root,
    say: (line) => void said.push(line),
    onStart: (_name, pid) => void pids.push(pid),
  })
  const { fakes } = await planWith({ PORT: '14000' })
  await supervisor.keep(fakesProgram(fakes))
  const ports = portsOf(fakes)
  expect(await Promise.all(ports.map(answers))).toEqual(ports.map(() => true))
  process.kill(pids[0] ?? 0, 'SIGKILL')
  await expect
    .poll(() => said.some((line) => line.startsWith('demo services is back')), { timeout: 60_000 })
    .toBe(true)
  expect(pids).toHaveLength(2)
  expect(await Promise.all(ports.map(answers))).toEqual(ports.map(() => true))
  await supervisor.stop([])
  expect(await Promise.all(ports.map(answers))).toEqual(ports.map(() => false))
}, 120_000)
