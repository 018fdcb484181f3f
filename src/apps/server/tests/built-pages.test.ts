/** Goal: a server in production does not start without its pages. Method: a build that is missing, and one that is there. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#platform/config.ts'
import { readBuiltPages } from '../built-pages.ts'

test('without a build a server starts in test mode only', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = pathToFileURL(path.join(folder, 'index.mjs'))
  await expect(readBuiltPages({ MODE: 'production' }, file)).rejects.toThrow(ConfigError)
  expect(await readBuiltPages({ MODE: 'test' }, file)).toBeUndefined()
  await writeFile(file, 'export const routes = {}')
  expect(await readBuiltPages({ MODE: 'production' }, file)).toMatchObject({ routes: {} })
})
