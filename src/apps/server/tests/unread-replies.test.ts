/**
 * Goal: whoever asks and does not read holds a bounded part of the memory for a bounded time. Method: real sockets that
 * stop reading, with short rules; only what is closed and what stays open is looked at.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { refusalCounts } from '#platform/refusals.ts'
import { limitUnreadReplies, type ReplyRules } from '../unread-replies.ts'

/** More than the system's buffers of a connection take. */
const body = Buffer.alloc(24 * 1024 * 1024, 'a')
const never = 3_600_000

let server: Server
let asked: number
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function open(rules: Partial<ReplyRules>): Promise<void> {
  asked = 0
  server = createServer((request, response) => {
    asked += 1
    if (request.url === '/stream') response.write('retry: 1\n\n')
    else response.end(body)
  })
  limitUnreadReplies(server, { checkMilliseconds: 20, ...rules })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

interface Reader {
  readonly socket: Socket
  isClosed: boolean
}

/** Asks, and reads nothing; `from` is one of this machine's own addresses. */
function ask({ times = 1, from = '127.0.0.1', path = '/' } = {}): Reader {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const reader: Reader = { socket, isClosed: false }
  socket.on('error', () => {})
  socket.on('close', () => (reader.isClosed = true))
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`.repeat(times))
  sockets.push(socket)
  return reader
}

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('who does not read is disconnected after the deadline; a slow reader and a silent stream are not', async () => {
  await open({ deadlineMilliseconds: 1_500, bytesMax: Infinity })
  const before = refusalCounts().get('unread-reply') ?? 0
  const slow = ask()
  const silent = ask({ path: '/stream' })
  const timer = setInterval(() => void slow.socket.read(), 10)
  for (let index = 0; index < 20; index += 1) ask()
  await expect.poll(() => asked, { message: 'all have asked' }).toBe(22)
  await expect.poll(connections, { message: 'the slow reader and the stream are left' }).toBe(2)
  expect([slow.isClosed, silent.isClosed]).toEqual([false, false])
  clearInterval(timer)
  expect((refusalCounts().get('unread-reply') ?? 0) - before).toBe(20)
})

test('300 who do not read hold no more than the limit, and nobody of another network gives way', async () => {
  const bytesMax = 10 * body.length
  await open({ bytesMax, deadlineMilliseconds: never })
  const other = ask({ from: '127.0.0.2' })
  for (let index = 0; index < 300; index += 1) ask()
  await expect.poll(() => asked, { message: 'all have asked' }).toBe(301)
  await expect.poll(connections, { message: 'most have been disconnected' }).toBeLessThan(13)
  expect(other.isClosed).toBe(false)
})

test('who sends requests ahead without end is disconnected', async () => {
  await open({ deadlineMilliseconds: never, bytesMax: Infinity })
  ask({ times: 16 })
  await expect.poll(() => asked, { message: 'the first has asked' }).toBe(16)
  ask({ times: 1_000 })
  await expect.poll(() => asked, { message: 'the second has asked' }).toBeGreaterThan(16)
  await expect.poll(connections, { message: 'the second is disconnected' }).toBe(1)
})
