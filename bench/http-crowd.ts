import { connect, type Socket } from 'node:net'

/**
 * Many keep-alive connections, each sending its next request after the previous response. For requests that must be
 * sent exactly once, and for rates at which a client would be slower than the server; uses little CPU time, which it
 * shares with the server.
 */
export interface CrowdResult {
  readonly seconds: number
  readonly statuses: Readonly<Record<number, number>>
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  /** Processor milliseconds that this process took for each request. */
  readonly processor: number
  /** Of all answers, with their headers. */
  readonly bytes: number
}

export async function sendAll(options: {
  readonly port: number
  readonly connections: number
  /** The next request as sent, or null when there is none left. */
  readonly next: () => string | null
  readonly onAnswer?: (status: number, body: string) => void
}): Promise<CrowdResult> {
  const latencies: number[] = []
  let bytes = 0
  const statuses: Record<number, number> = {}
  const usedBefore = process.cpuUsage()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      serveConnection(options, ({ status, length, body }, milliseconds) => {
        latencies.push(milliseconds)
        statuses[status] = (statuses[status] ?? 0) + 1
        bytes += length
        options.onAnswer?.(status, body())
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(usedBefore)
  const processor = (user + system) / 1_000 / latencies.length
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { seconds, statuses, p50: at(0.5), p99: at(0.99), slowest: at(1), processor, bytes }
}

/** Read by all connections in turn: what is in it is used before the next one reads. */
const readBuffer = Buffer.allocUnsafe(65_536)

function serveConnection(
  options: { readonly port: number; readonly next: () => string | null },
  answered: (answer: Answer, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    /** Of an answer that came in several pieces. */
    let received: Buffer | null = null
    const read = (piece: Buffer): void => {
      received = received ? Buffer.concat([received, piece]) : piece
      const answer = wholeAnswer(received)
      if (!answer) {
        // The next read overwrites the buffer.
        if (received === piece) received = Buffer.from(piece)
        return
      }
      answered(answer, performance.now() - sentAt)
      received = null
      send()
    }
    const socket: Socket = connect({
      port: options.port,
      host: '127.0.0.1',
      noDelay: true,
      // Without the stream's buffers and events, which cost more than reading itself.
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          read(readBuffer.subarray(0, length))
          return true
        },
      },
    })
    const send = (): void => {
      const request = options.next()
      if (request === null) {
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    // Otherwise a closed connection would be awaited forever.
    socket.on('close', () => reject(new Error('The server closed a connection before it answered')))
  })
}

interface Answer {
  readonly status: number
  /** In bytes, with the headers. */
  readonly length: number
  readonly body: () => string
}

/** The answer at the start of these bytes, as soon as all of it is there. */
function wholeAnswer(bytes: Buffer): Answer | null {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return null
  const text = bytes.toString('latin1', 0, head)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  const whole = head + 4 + length
  if (bytes.length < whole) return null
  return {
    status: Number(text.slice(9, 12)),
    length: whole,
    body: () => bytes.toString('utf8', head + 4),
  }
}

export function postRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const extra = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept-language: en\r\n${extra}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
