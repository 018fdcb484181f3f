import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { z } from 'zod'
import { html } from '../html.ts'
import { addLocalGuard } from '../local-guard.ts'

export interface SmsMessage {
  readonly id: number
  readonly to: string
  readonly from: string
  readonly text: string
  readonly at: string
}

export interface SmsFake {
  readonly url: string
  readonly port: number
  /** Newest first. */
  list(to?: string): readonly SmsMessage[]
  /** Resolves to the first message to this number; rejects after the timeout in milliseconds. */
  waitFor(to: string, timeoutMs?: number): Promise<SmsMessage>
  misbehave(faults: Partial<SmsFaults>): void
  clear(): void
  stop(): Promise<void>
}

const faultsShape = z.strictObject({
  /** Number of messages refused with this code. */
  refuseNext: z.int().min(0),
  refuseCode: z.int(),
  /** Number of messages accepted without a response. */
  silentNext: z.int().min(0),
  /** Number of messages answered with HTTP 500. */
  errorNext: z.int().min(0),
  delayMs: z.int().min(0).max(60_000),
})
export type SmsFaults = z.output<typeof faultsShape>

const form = z.object({
  key: z.string(),
  destination: z.string(),
  sender: z.string().max(11),
  content: z.string().min(1).max(1_000),
  urgent: z.string().optional(),
})

const honest: SmsFaults = { refuseNext: 0, refuseCode: 80, silentNext: 0, errorNext: 0, delayMs: 0 }
const cacheEntriesMax = 500

/** Starts the gateway and resolves once it listens. Its page lists the messages. */
export async function startSms(options: {
  port: number
  host?: string
  apiKey?: string
}): Promise<SmsFake> {
  const apiKey = options.apiKey ?? 'demo-sms-key'
  const messages: SmsMessage[] = []
  const faults: SmsFaults = { ...honest }
  const watchers = new Set<() => void>()
  let lastId = 0
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const count = (name: 'refuseNext' | 'silentNext' | 'errorNext'): boolean => {
    if (faults[name] === 0) return false
    faults[name] -= 1
    return true
  }
  server.post('/api/v2/send/', async (request, reply) => {
    if (faults.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.delayMs))
    if (count('errorNext')) return reply.code(500).send('Internal Server Error')
    const parsed = form.safeParse(request.body)
    if (!parsed.success) return refusal(50, 'Wrong parameters')
    if (parsed.data.key !== apiKey) return refusal(30, 'Wrong key')
    if (!/^9955\d{8}$|^[1-9]\d{7,14}$/.test(parsed.data.destination))
      return refusal(10, 'Destination is not a phone')
    if (count('refuseNext')) return refusal(faults.refuseCode, 'Refused')
    lastId += 1
    messages.unshift({
      id: lastId,
      to: `+${parsed.data.destination}`,
      from: parsed.data.sender,
      text: parsed.data.content,
      at: new Date().toISOString(),
    })
    messages.length = Math.min(messages.length, cacheEntriesMax)
    for (const watcher of watchers) watcher()
    if (count('silentNext')) return reply.hijack()
    return { Success: true, Message: 'Sent', Output: { Id: lastId }, ErrorCode: 0 }
  })
  server.get<{ Querystring: { to?: string } }>('/api/messages', async (request) => ({
    messages: listOf(messages, request.query.to),
  }))
  server.post('/__control/misbehave', async (request, reply) => {
    const parsed = faultsShape.partial().safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    return Object.assign(faults, parsed.data)
  })
  server.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(messages)),
  )
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    list: (to) => listOf(messages, to),
    waitFor: (to, timeoutMs = 10_000) =>
      waitFor(() => listOf(messages, to)[0], watchers, timeoutMs),
    misbehave: (given) => void Object.assign(faults, given),
    clear: () => void messages.splice(0),
    stop: () => server.close(),
  }
}

function refusal(code: number, message: string) {
  return { Success: false, Message: message, Output: null, ErrorCode: code }
}

function listOf(messages: readonly SmsMessage[], to: string | undefined): readonly SmsMessage[] {
  return to === undefined ? messages : messages.filter((message) => message.to === to)
}

function waitFor(
  first: () => SmsMessage | undefined,
  watchers: Set<() => void>,
  timeoutMs: number,
): Promise<SmsMessage> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const message = first()
      if (!message) return
      stop()
      resolve(message)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`No message came within ${timeoutMs} ms.`))
    }, timeoutMs)
    const stop = (): void => {
      clearTimeout(timer)
      watchers.delete(look)
    }
    watchers.add(look)
    look()
  })
}

function page(messages: readonly SmsMessage[]): string {
  const rows = messages.map(
    (message) =>
      html`<li>
        <b>${message.to}</b> <time>${message.at.slice(11, 19)}</time>
        <p>${message.text}</p>
      </li>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="5" />
        <title>Demo phones</title>
        <style>
          body {
            max-width: 40rem;
            margin: 2rem auto;
            padding: 0 1rem;
            font:
              16px/1.5 system-ui,
              sans-serif;
            color-scheme: light dark;
          }
          ol {
            padding: 0;
            list-style: none;
          }
          li {
            padding: 0.75rem 0;
            border-top: 1px solid;
          }
          p {
            margin: 0.25rem 0;
          }
        </style>
      </head>
      <body>
        <h1>Demo phones</h1>
        <p>Catches every short message the shop sends. Nothing leaves this machine.</p>
        <ol>
          ${rows}
        </ol>
      </body>
    </html>`.html
}
