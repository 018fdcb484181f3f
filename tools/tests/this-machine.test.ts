/**
 * Goal: what a machine lacks is one line before anything is installed. Method: machines as values, each with one thing
 * missing, and this machine itself, which lacks nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  lookAtMachine,
  memoryFree,
  memoryNote,
  whyNotInstallable,
  whyNpmFailed,
} from '../this-machine.mjs'

const gigabyte = 2 ** 30
const good = { isWritable: true, diskFree: 50 * gigabyte, glibc: '2.36' }

test.each([
  [{ isWritable: false }, '/shop may not be written by this user'],
  [{ diskFree: gigabyte }, '1024 MB of disk are free at /shop; 1500 MB are needed'],
  [{ glibc: null }, 'this system has no glibc'],
  [{ glibc: '2.17' }, 'this system has glibc 2.17; 2.28 or newer is needed'],
])('%o', (lacks, line) => {
  const said = whyNotInstallable('/shop', { ...good, ...lacks }) ?? ''
  expect(said).toContain(line)
  expect(said).not.toContain('\n')
})

test('a machine that runs the tests lacks nothing, nor does one that cannot be asked', () => {
  expect(whyNotInstallable('.', { ...lookAtMachine('.'), diskFree: undefined })).toBeUndefined()
  for (const glibc of ['2.28', '2.100', '3.0', undefined])
    expect(whyNotInstallable('/shop', { isWritable: true, glibc })).toBeUndefined()
  expect(memoryFree()).toBeGreaterThan(0)
})

test('little memory is a warning', () => {
  expect(memoryNote(1.8 * gigabyte)).toBeUndefined()
  expect(memoryNote(gigabyte)).toMatch(/^1024 MB of memory are free; with less than 1500 MB/)
})

test('a clock before the newest commit is named when npm fails, a right one is not', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'bileti-clock-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const now = Date.now()
  expect(whyNpmFailed({ root, now: 0 })).toBeUndefined()
  const author = ['-c', 'user.name=Nino', '-c', 'user.email=nino@bileti.example']
  const commit = [...author, 'commit', '--quiet', '--allow-empty', '--message', 'first']
  for (const words of [['init', '--quiet'], commit])
    expect(spawnSync('git', ['-C', root, ...words]).status).toBe(0)
  expect(whyNpmFailed({ root, now })).toBeUndefined()
  expect(whyNpmFailed({ root, now: now - 3 * 86_400_000 - 60_000 })).toMatch(
    /^the clock is 3 days before the newest commit/,
  )
})
