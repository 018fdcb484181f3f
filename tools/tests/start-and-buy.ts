/**
 * A program for `machines.nightly.ts`, run inside a machine: starts the shop of the current folder with `npm start`, buys
 * a ticket as the README does, stops the shop, and runs some tests of calls. Prints one line of JSON. PORT is the shop's.
 * Every step has a deadline, and is named on stderr when it begins, for whoever ends this program.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const shop = `http://127.0.0.1:${process.env['PORT']}`
const openSecondsMax = 900
const replySecondsMax = 60
const stopSecondsMax = 90
const testSecondsMax = 600

// oxlint-disable-next-line typescript/no-explicit-any -- replies are read as the README's commands read them
type Reply = any

const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'pipe'] })
let said = ''
for (const stream of [npm.stdout, npm.stderr])
  stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
try {
  const began = performance.now()
  step('npm start opens the shop')
  await untilOpen()
  const seconds = (performance.now() - began) / 1_000
  const ticket = await buy()
  await stop()
  step('npm run test:one')
  report({ seconds, ticket, said, failed: runTests(process.argv.slice(2)) })
} catch (error) {
  const failures = [(error as Error).stack]
  await stop().catch((later: Error) => failures.push(later.message))
  report({ failed: `${failures.join('\n')}\n${said.slice(-3_000)}` })
}

function step(name: string): void {
  console.error(`${performance.now().toFixed(0)} ms: ${name}`)
}

/** Ends at once: what the shop may have left running still holds its output open. */
function report(found: object): void {
  console.log(JSON.stringify(found))
  process.exit(0)
}

function runTests(files: readonly string[]): string | null {
  const { status, signal, error, stdout, stderr } = spawnSync(
    'npm',
    ['run', 'test:one', '--', ...files],
    { encoding: 'utf8', timeout: testSecondsMax * 1_000, killSignal: 'SIGKILL' },
  )
  if (status === 0) return null
  const why = error?.message ?? signal ?? `exit code ${status}`
  return `npm run test:one, at most ${testSecondsMax} s: ${why}\n${`${stdout}${stderr}`.slice(-3_000)}`
}

async function untilOpen(): Promise<void> {
  await until('npm start says that the shop is open', openSecondsMax, () => {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
    return said.includes('Bileti is open')
  })
}

async function until(what: string, seconds: number, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain: ${what}`)
    await pause(100)
  }
}

/** npm ends at once; the launcher notices it, and is done when its lock is gone. */
async function stop(): Promise<void> {
  step('the shop stops')
  npm.kill('SIGTERM')
  await until('npm ends', stopSecondsMax, () => npm.exitCode !== null || npm.signalCode !== null)
  await until('the launcher ends', stopSecondsMax, () => !existsSync('.data/running/launcher'))
}

async function send(address: string, options: { token?: string; body?: object; key?: string }) {
  const url = address.startsWith('http') ? address : `${shop}${address}?api_key=demo-web`
  step(url)
  const reply = await fetch(url, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(options.key !== undefined && { 'idempotency-key': options.key }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(replySecondsMax * 1_000),
  }).catch((error: unknown) => {
    throw new Error(`${url} was not answered (at most ${replySecondsMax} s): ${String(error)}`, {
      cause: error,
    })
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Reply
}

/** The code of one of two tickets. */
async function buy(): Promise<string> {
  const { items } = await send('/v2/Events/Upcoming', {})
  const { eventId } = items.find((item: Reply) => !item.isSoldOut && item.minPrice > 0)
  const body = { eventId, quantity: 2 }
  const { orderKey, accessToken: token } = await send('/v2/orders/InitializeOrder', { body })
  await send('/v2/orders/reserverandom', { token, body: {} })
  const buyer = { name: 'Nino', email: 'nino@bileti.example', phone: '+995555123456' }
  await send('/v2/orders/checkout', { token, body: { orderKey, buyer, acceptTerms: true } })
  const { redirectUrl } = await send('/groot/Orders/create-payment', {
    token,
    key: 'walk-1',
    body: { orderKey, provider: 2 },
  })
  const bank = new URL(redirectUrl)
  const payId = bank.pathname.split('/').at(-1)
  await send(`${bank.origin}/__control/pay`, { body: { payId, outcome: 'approve' } })
  await send('/v2/orders/complete', { token, body: { orderKey } })
  const { tickets } = await send('/v2/tickets', { token })
  return tickets[0].code
}
