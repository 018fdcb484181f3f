/**
 * Goal: a caller who sends slowly holds up nobody else, and is given up. Method: the whole shop behind real sockets that
 * send a byte at a time, with short rules; only the order of events is looked at.
 */
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bodyRules } from '#platform/http/body-room.ts'
import { spooledBodiesOpen } from '#platform/http/spooled-body.ts'
import { openHostileShop, type HostileShop, type ShopOptions } from './shop.ts'

const plan = '/v2/merchantusers/plans/1'
const imports = '/v2/operator/imports'

interface Drip {
  /** Everything that the server has answered, once it has closed the connection. */
  readonly closed: Promise<string>
  readonly answer: () => string
  stop(): void
}

const open: Drip[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.stop()
})

/** Sends the text at once and then a byte at a time, until the server closes the connection. */
function drip(shop: HostileShop, text: string): Drip {
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket: Socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (data) => (answer += String(data)))
  socket.write(text)
  const timer = setInterval(() => {
    if (!socket.destroyed) socket.write('a')
  }, 20)
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
  const opened = { closed, answer: () => answer, stop: () => socket.destroy() }
  open.push(opened)
  return opened
}

function head(method: string, path: string, length: number, token?: string): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${length}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

async function openShop(options: ShopOptions) {
  const shop = await openHostileShop({}, options)
  const mine = await shop.event()
  const other = await shop.event()
  return {
    shop,
    mine: mine.merchantId,
    other: other.merchantId,
    close: () => shop.close(),
  }
}
type Opened = Awaited<ReturnType<typeof openShop>>

const files = (bytes: number) =>
  JSON.stringify({ source: 'big', files: [{ name: '1.csv', content: 'x'.repeat(bytes) }] })

describe('room of a caller', () => {
  let opened: Opened
  beforeAll(async () => {
    // Never too slow here.
    opened = await openShop({ bodies: { windowMilliseconds: 600_000 } })
  })
  afterAll(() => opened.close())

  it('is full with two slow bodies of an organiser, whoever of its staff sends them, and that of others is not', async () => {
    const { shop, mine, other } = opened
    const bodies = Array.from({ length: bodyRules.perCaller }, async () =>
      drip(shop, head('PUT', plan, 900_000, await shop.staff(mine))),
    )
    await Promise.all(bodies)
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(bodyRules.perCaller)
    const third = drip(shop, head('PUT', plan, 900_000, await shop.staff(mine)))
    expect(await third.closed).toContain('"TooManyRequests"')
    const imported = await shop.send({
      method: 'POST',
      path: imports,
      token: await shop.operator(),
      payload: files(70_000),
    })
    expect(imported.body.state).toBe('waiting')
    const saved = await shop.send({
      method: 'PUT',
      path: plan,
      token: await shop.staff(other),
      payload: JSON.stringify({ note: 'x'.repeat(70_000) }),
    })
    expect(saved.body.error.code).not.toBe('TooManyRequests')
    // The slow ones were open all the time.
    expect(spooledBodiesOpen()).toBe(bodyRules.perCaller)
  })

  it('is not left occupied by callers who go away', async () => {
    const { shop, mine } = opened
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(0)
    const answer = await shop.send({
      method: 'PUT',
      path: plan,
      token: await shop.staff(mine),
      payload: JSON.stringify({ note: 'x'.repeat(70_000) }),
    })
    expect(answer.body.error.code).not.toBe('TooManyRequests')
  })
})

describe('a least speed', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openShop({ bodies: { windowMilliseconds: 100 } })
  })
  afterAll(() => opened.close())

  it.each([
    ['a plan', 'PUT', plan],
    ['a picture', 'PUT', '/groot/Accounts/image'],
  ])('ends %s that comes a byte at a time', async (_, method, path) => {
    const { shop, mine } = opened
    const token = path === plan ? await shop.staff(mine) : await shop.customer()
    const slow = drip(shop, head(method, path, 900_000, token))
    expect(await slow.closed).toMatch(/^HTTP\/1.1 408 [^]*"BodyTooSlow"/)
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(0)
  })
})

describe('deadlines', () => {
  let opened: Opened
  beforeAll(async () => {
    const deadlines = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }
    opened = await openShop({ deadlines, bodies: { windowMilliseconds: 600_000 } })
  })
  afterAll(() => opened.close())

  it('end a header that never ends', async () => {
    const slow = drip(opened.shop, 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ')
    expect(await slow.closed).toMatch(/^(HTTP\/1.1 408 |$)/)
  })

  it('end a body that never ends, large or small', async () => {
    const { shop, mine } = opened
    const small = drip(shop, head('POST', '/v2/auth/login', 60_000))
    const large = drip(shop, head('PUT', plan, 900_000, await shop.staff(mine)))
    expect(await small.closed).not.toContain('HTTP/1.1 200')
    expect(await large.closed).not.toContain('HTTP/1.1 200')
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(0)
  })
})
