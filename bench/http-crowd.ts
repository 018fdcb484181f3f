import { connect, type Socket } from 'node:net'

/**
 * Many keep-alive connections, each sending its next request after the previous response. For requests that must be
 * sent exactly once; uses little CPU time, which it shares with the server.
 */
export interface CrowdResult {
  readonly seconds: number
  readonly statuses: Readonly<Record<number, number>>
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly slowest: number
}

export async function sendAll(options: {
  readonly port: number
  readonly connections: number
  /** The next request as sent, or null when there is none left. */
  readonly next: () => string | null
  readonly onAnswer?: (status: number, body: string) => void
}): Promise<CrowdResult> {
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const began = performance.now()
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      serveConnection(options, (status, milliseconds, body) => {
        latencies.push(milliseconds)
        statuses[status] = (statuses[status] ?? 0) + 1
        options.onAnswer?.(status, body)
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { seconds, statuses, p50: at(0.5), p99: at(0.99), slowest: at(1) }
}

function serveConnection(
  options: { readonly port: number; readonly next: () => string | null },
  answered: (status: number, milliseconds: number, body: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(options.port, '127.0.0.1')
    let sentAt = 0
    let received = ''
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
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    // Otherwise a closed connection would be awaited forever.
    socket.on('close', () => reject(new Error('The server closed a connection before it answered')))
    socket.on('data', (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < head + 4 + length) return
      answered(Number(received.slice(9, 12)), performance.now() - sentAt, received.slice(head + 4))
      received = ''
      send()
    })
  })
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
