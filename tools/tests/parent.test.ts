/**
 * Goal: a launcher started by npm ends when npm is told to end. Method: real processes: a shell between, as npm uses one, is
 * ended, and the process below it reports that it noticed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const parent = fileURLToPath(new URL('../parent.ts', import.meta.url))
const program = `
  const { whenParentEnds } = await import(${JSON.stringify(parent)})
  const open = setInterval(() => {}, 1_000)
  whenParentEnds(() => { process.stdout.write('noticed'); clearInterval(open) })
  process.stdout.write('started ')`

test('a process notices that the shell above it has ended', async () => {
  // The command after it keeps the shell from becoming the program itself.
  const shell = spawn('sh', [
    '-c',
    '"$0" --input-type=module --eval "$1"; true',
    process.execPath,
    program,
  ])
  let said = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said === 'started ') shell.kill('SIGTERM')
  })
  // The stream ends only when the process below has ended too.
  await once(shell.stdout, 'end')
  expect(shell.signalCode ?? shell.exitCode).toBe('SIGTERM')
  expect(said).toBe('started noticed')
}, 60_000)
