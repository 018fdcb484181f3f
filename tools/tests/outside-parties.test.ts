import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { startOutsideParties } from '../outside-parties.ts'

/** The hosts on which the fakes are told to listen. */
async function hostsWith(settings: Record<string, string>): Promise<Set<string | undefined>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-parties-'))
  const hosts: (string | undefined)[] = []
  const config = readConfig({ DATA_DIR: folder, ...settings })
  await startOutsideParties(config, async (_name, _file, environment) => {
    hosts.push(environment['HOST'])
  })
  await rm(folder, { recursive: true, force: true })
  expect(hosts.length).toBeGreaterThan(7)
  return new Set(hosts)
}

test('keeps the demo’s banks and mailbox local when the shop is opened to a network', async () => {
  expect(await hostsWith({ HOST: '0.0.0.0' })).toEqual(new Set(['127.0.0.1']))
  expect(await hostsWith({ DEMO_HOST: '0.0.0.0' })).toEqual(new Set(['0.0.0.0']))
})

test('gets a ready message from each fake that is waited for', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-parties-'))
  const programs: { file: string; environment: Record<string, string> }[] = []
  await startOutsideParties(
    readConfig({ DATA_DIR: folder, PORT: '14000' }),
    async (_name, file, environment, ready) => {
      if (ready === 'listening') programs.push({ file, environment })
    },
  )
  expect(programs.length).toBeGreaterThan(7)
  for (const { file, environment } of programs) {
    const child = fork(file, { env: { ...process.env, ...environment }, stdio: 'ignore' })
    const said = once(child, 'message', { signal: AbortSignal.timeout(20_000) })
    expect([file, await said.catch(() => 'nothing')]).toEqual([
      file,
      [{ listening: true }, undefined],
    ])
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}, 120_000)
