/** A load generator for one address: several connections, each with one request at a time. */
import { connect, type Socket } from 'node:net'

export interface Hammered {
  readonly perSecond: number
  /** In milliseconds. */
  readonly p99: number
  /** Of one response, with its headers. */
  readonly bytes: number
  /** Responses from 400 up, and lost connections. */
  readonly failed: number
}

/** Requests the address for so many seconds. The responses must state their length. */
export async function hammer(
  url: string,
  options: {
    readonly headers: Readonly<Record<string, string>>
    readonly connections: number
    readonly seconds: number
  },
): Promise<Hammered> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...options.headers }).map((pair) => pair.join(': '))
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const from = performance.now()
  const until = from + options.seconds * 1_000
  const counts: Counts = { times: [], bytes: 0, answered: 0, failed: 0 }
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      repeat(connect(Number(port), hostname), request, until, counts),
    ),
  )
  const times = counts.times.toSorted((left, right) => left - right)
  return {
    perSecond: counts.answered / ((performance.now() - from) / 1_000),
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    bytes: counts.answered > 0 ? counts.bytes / counts.answered : 0,
    failed: counts.failed,
  }
}

interface Counts {
  readonly times: number[]
  bytes: number
  answered: number
  failed: number
}

function repeat(socket: Socket, request: Buffer, until: number, counts: Counts): Promise<void> {
  return new Promise((resolve) => {
    let head = ''
    let left = 0
    let sentAt = 0
    const send = (): void => {
      if (performance.now() >= until) return void socket.destroy()
      head = ''
      sentAt = performance.now()
      socket.write(request)
    }
    const finished = (): void => {
      counts.times.push(performance.now() - sentAt)
      if (Number(head.slice(9, 12)) < 400) counts.answered += 1
      else counts.failed += 1
      send()
    }
    socket.setNoDelay(true).once('connect', send)
    socket.on('data', (part) => {
      counts.bytes += part.length
      if (left > 0) {
        left -= part.length
        if (left <= 0) finished()
        return
      }
      head += part.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const stated = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0
      // A 304 may state the length of the body that it does not send.
      const length = head.startsWith('304', 9) ? 0 : Number(stated)
      left = length - (head.length - end - 4)
      if (left <= 0) finished()
    })
    // A connection that ends in the middle of a response has failed, and so have those that cannot be opened.
    socket.on('error', () => {})
    socket.once('close', () => {
      if (performance.now() < until) counts.failed += 1
      resolve()
    })
  })
}
