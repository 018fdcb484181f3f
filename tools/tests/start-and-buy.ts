/**
 * A program for `machines.nightly.ts`, run inside a machine: starts the shop of the current folder with `npm start`, buys
 * a ticket as the README does, stops the shop, and runs some tests of calls. Prints one line of JSON. PORT is the shop's.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const shop = `http://127.0.0.1:${process.env['PORT']}`
const openSecondsMax = 900

// oxlint-disable-next-line typescript/no-explicit-any -- replies are read as the README's commands read them
type Reply = any

const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'pipe'] })
let said = ''
for (const stream of [npm.stdout, npm.stderr])
  stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
try {
  const began = performance.now()
  await untilOpen()
  const seconds = (performance.now() - began) / 1_000
  const ticket = await buy()
  await stop()
  const tests = spawnSync('npm', ['run', 'test:one', '--', ...process.argv.slice(2)], {
    encoding: 'utf8',
  })
  const failed = tests.status === 0 ? null : `${tests.stdout}${tests.stderr}`.slice(-3_000)
  console.log(JSON.stringify({ seconds, ticket, failed, said }))
} catch (error) {
  await stop()
  console.log(JSON.stringify({ failed: `${(error as Error).stack}\n${said.slice(-3_000)}` }))
}

async function untilOpen(): Promise<void> {
  const deadline = performance.now() + openSecondsMax * 1_000
  while (!said.includes('Bileti is open')) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
    if (performance.now() > deadline) throw new Error(`Not open after ${openSecondsMax} s`)
    await pause(200)
  }
}

/** npm ends at once; the launcher notices it, and is done when its lock is gone. */
async function stop(): Promise<void> {
  if (npm.exitCode === null && npm.signalCode === null) {
    const gone = once(npm, 'exit')
    npm.kill('SIGTERM')
    await gone
  }
  const deadline = performance.now() + 90_000
  while (existsSync('.data/running/launcher')) {
    if (performance.now() > deadline) throw new Error('The shop did not stop within 90 s')
    await pause(100)
  }
}

async function send(address: string, options: { token?: string; body?: object; key?: string }) {
  const url = address.startsWith('http') ? address : `${shop}${address}?api_key=demo-web`
  const reply = await fetch(url, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(options.key !== undefined && { 'idempotency-key': options.key }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
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
