/**
 * Goal: the `curl` examples of the README and of the journey guide work as printed. Method: their shell
 * blocks are run by bash on the running shop, with only the address changed; their output is checked.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The shell blocks of a document that call the shop, concatenated. */
async function walkOf(file: string): Promise<string> {
  const text = await readFile(path.join(root, file), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const calling = blocks.filter((block) => /\bcurl\b/.test(block))
  expect(calling.length, file).toBeGreaterThan(0)
  return calling.join('\n').replace('http://localhost:3000', inject('shop').url)
}

/** The output of a walk; a failing command ends it. */
async function printed(file: string): Promise<string> {
  const script = `set -euo pipefail\n${await walkOf(file)}`
  // A unique idempotency key for each run.
  const once = script.replaceAll('walk-1', `walk-${process.pid}`)
  const { stdout } = await run('bash', ['-c', once], { timeout: 60_000 })
  return stdout
}

test('the README: two tickets of an event are bought, and a train there and back is held for three', async () => {
  const said = await printed('README.md')
  expect(said).toContain('Processed')
  // Codes of two tickets.
  expect(said.match(/BLT1:/g)?.length).toBe(2)
  const held = said.slice(said.lastIndexOf('BLT1:'))
  expect(held.match(/Train \d+/g)?.length).toBe(2)
})

test('the journey guide: a family finds a train, is named, and has its tickets', async () => {
  const said = await printed('docs/guides/walk-transport.md')
  expect(said).toContain('batumi')
  expect(said).toContain('Processed')
  expect(said.match(/(?:Nino|Gia|Luka) Beridze/g)?.length).toBe(6)
})
