import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Record, Timed } from './record.ts'

const socketsMax = 200
const timeoutMilliseconds = 15_000

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- shoppers read what calls answer
  readonly body: any
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly token?: string | undefined
  /** IP address of the phone's network. */
  readonly ip: string
  readonly as: Timed
}

/** An HTTP client for several server processes; if one does not answer, the next is tried. */
export class Client {
  readonly #ports: readonly number[]
  readonly #record: Record
  readonly #agent = new Agent({ keepAlive: true, maxSockets: socketsMax })

  constructor(ports: readonly number[], record: Record) {
    this.#ports = ports
    this.#record = record
  }

  /** Null if no server answered. */
  async ask(home: number, ask: Ask): Promise<Answer | null> {
    for (let turn = 0; turn < this.#ports.length; turn += 1) {
      const port = this.#ports[(home + turn) % this.#ports.length] ?? 0
      const began = performance.now()
      const answer = await this.#send(port, ask)
      if (answer === 'not there') continue
      if (answer) {
        this.#record.time(ask.as, performance.now() - began)
        if (answer.status < 500) this.#record.recordAnswer()
      } else this.#record.count('unanswered')
      return answer
    }
    this.#record.count('unanswered')
    return null
  }

  /** Streams the state of a place; resolves with the last state when the connection ends. */
  listen(
    home: number,
    waitingRoomToken: string,
    options: { readonly ip: string; readonly onOpen: (socket: Socket) => void },
  ): Promise<string | null> {
    return new Promise((resolve) => {
      const socket = connect(this.#ports[home % this.#ports.length] ?? 0, '127.0.0.1')
      let state: string | null = null
      options.onOpen(socket)
      socket.setEncoding('latin1')
      socket.on('error', () => {})
      socket.on('close', () => resolve(state))
      socket.on('connect', () =>
        socket.write(
          `GET /v2/shows/queue/live?api_key=demo-web&waitingRoomToken=${waitingRoomToken} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${options.ip}\r\n\r\n`,
        ),
      )
      socket.on('data', (chunk: string) => {
        state = /"state":"(\w+)"/.exec(chunk)?.[1] ?? state
      })
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(port: number, ask: Ask): Promise<Answer | null | 'not there'> {
    const { method = 'POST', path, body, token, ip } = ask
    return new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port,
        method,
        path: `${path}${path.includes('?') ? '&' : '?'}api_key=demo-web`,
        timeout: timeoutMilliseconds,
        headers: {
          'x-forwarded-for': ip,
          'accept-language': 'ka',
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ECONNREFUSED' ? 'not there' : null),
      )
      sent.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (received += chunk))
        response.on('error', () => resolve(null))
        response.on('end', () => resolve(answerOf(response.statusCode ?? 0, received)))
      })
      sent.end(text)
    })
  }
}

/** Null if the received data is not a response. */
function answerOf(status: number, received: string): Answer | null {
  try {
    return { status, body: JSON.parse(received) as unknown }
  } catch {
    return null
  }
}
