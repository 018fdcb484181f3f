/**
 * Goal: journeys use the browser that takes least, and a named one before all others. Method: programs of these names
 * on a PATH of the test.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findOrInstallBrowser } from '../browser.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'browsers-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('CHROMIUM_PATH', undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** A program that answers when it is asked for its version, or does not. */
async function install(name: string, status = 0): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\nexit ${status}\n`)
  await chmod(file, 0o755)
  return file
}

test('one without windows is preferred where nobody looks, and never opened for somebody who does', async () => {
  const whole = await install('chromium')
  expect(await findOrInstallBrowser({ isWindowless: true })).toBe(whole)
  const windowless = await install('chromium-headless-shell')
  expect(await findOrInstallBrowser({ isWindowless: true })).toBe(windowless)
  expect(await findOrInstallBrowser()).toBe(whole)
  await install('chromium-headless-shell', 1)
  expect(await findOrInstallBrowser({ isWindowless: true })).toBe(whole)
})

test('a named one is used in any case, and reported if it cannot be', async () => {
  await install('chromium-headless-shell')
  const named = await install('my-browser')
  vi.stubEnv('CHROMIUM_PATH', named)
  expect(await findOrInstallBrowser({ isWindowless: true })).toBe(named)
  await install('my-browser', 1)
  await expect(findOrInstallBrowser({ isWindowless: true })).rejects.toThrow('my-browser')
})
