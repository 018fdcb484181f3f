import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { html } from '../html.ts'
import { addLocalGuard } from '../local-guard.ts'
import { addTokenService } from '../shared/google-token.ts'
import { makeDevice, type Device } from './device.ts'

export interface PushedMessage {
  readonly to: string
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
  readonly at: string
}

export interface PushFake {
  readonly url: string
  /** Creates a subscribed browser; returns the value of `PushSubscription.toJSON()`. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Received messages, newest first; only those of an endpoint or app token if given. */
  list(to?: string): readonly PushedMessage[]
  misbehave(faults: Partial<PushFaults>): void
  /** Number of requests by kind. */
  readonly counts: { web: number; app: number; token: number }
  stop(): Promise<void>
}

const faultsShape = z.strictObject({
  /** Number of messages to browsers answered with `status`. */
  refuseNext: z.int().min(0),
  status: z.int().min(300).max(599),
  /** Seconds in the Retry-After header of a refusal; 0 for no header. */
  retryAfter: z.int().min(0),
  /** Number of messages to apps answered with this FCM code. */
  refuseAppNext: z.int().min(0),
  appCode: z.enum(['UNREGISTERED', 'QUOTA_EXCEEDED', 'UNAVAILABLE', 'INVALID_ARGUMENT']),
  delayMs: z.int().min(0).max(60_000),
})
export type PushFaults = z.output<typeof faultsShape>

const honest: PushFaults = {
  refuseNext: 0,
  status: 410,
  retryAfter: 0,
  refuseAppNext: 0,
  appCode: 'UNREGISTERED',
  delayMs: 0,
}
const appStatus = {
  UNREGISTERED: 404,
  QUOTA_EXCEEDED: 429,
  UNAVAILABLE: 503,
  INVALID_ARGUMENT: 400,
}
const shown = z.object({ title: z.string(), body: z.string(), url: z.string(), tag: z.string() })
const appMessage = z.object({
  message: z.object({
    token: z.string(),
    notification: z.object({ title: z.string(), body: z.string() }),
    data: z.object({ url: z.string(), tag: z.string() }),
  }),
})
const messagesMax = 500

/**
 * A fake of a push service for browsers (RFC 8030, 8291, 8292) and of FCM's HTTP v1 API with its token
 * service.
 */
export async function startPush(options: {
  port: number
  host?: string
  /** PEM; if absent, any service account is accepted. */
  fcmPublicKey?: string
}): Promise<PushFake> {
  const devices = new Map<string, Device>()
  const messages: PushedMessage[] = []
  const faults: PushFaults = { ...honest }
  const counts = { web: 0, app: 0, token: 0 }
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  let url = ''
  const take = (to: string, message: z.output<typeof shown>): void => {
    messages.unshift({ to, ...message, at: new Date().toISOString() })
    messages.length = Math.min(messages.length, messagesMax)
  }
  const subscribe = () => {
    const device = makeDevice()
    devices.set(device.id, device)
    const { p256dh, auth } = device
    return { endpoint: `${url}/push/${device.id}`, keys: { p256dh, auth } }
  }
  const wait = () => new Promise((resolve) => setTimeout(resolve, faults.delayMs))
  const refuse = (reply: FastifyReply, status: number, body: unknown = '') => {
    if (faults.retryAfter > 0) reply.header('retry-after', String(faults.retryAfter))
    return reply.code(status).send(body)
  }

  server.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    counts.web += 1
    if (faults.delayMs > 0) await wait()
    if (faults.refuseNext > 0) {
      faults.refuseNext -= 1
      return refuse(reply, faults.status)
    }
    const device = devices.get(request.params.id)
    if (!device) return reply.code(410).send()
    const { headers } = request
    if (!/^\d+$/.test(String(headers['ttl']))) return reply.code(400).send('TTL is missing')
    if (headers['content-encoding'] !== 'aes128gcm') return reply.code(415).send()
    if (!(await isSigned(headers.authorization, url))) return reply.code(403).send()
    const text = device.read(request.body as Buffer)
    take(`${url}/push/${device.id}`, shown.parse(JSON.parse(text)))
    return reply.code(201).header('location', `${url}/messages/${messages.length}`).send()
  })

  addFcm(server, {
    faults,
    counts,
    take,
    refuse,
    wait,
    fcmPublicKey: options.fcmPublicKey,
    urlOf: () => url,
  })
  server.post('/__control/subscribe', async () => subscribe())
  server.post('/__control/misbehave', async (request, reply) => {
    const parsed = faultsShape.partial().safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    return Object.assign(faults, parsed.data)
  })
  server.post('/__control/reset', async () => Object.assign(faults, honest))
  server.get<{ Querystring: { to?: string } }>('/api/messages', async ({ query }) => ({
    messages: messages.filter(({ to }) => query.to === undefined || to === query.to),
  }))
  server.get('/', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(messages)),
  )
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    url,
    subscribe,
    list: (to) => messages.filter((message) => to === undefined || message.to === to),
    misbehave: (given) => void Object.assign(faults, given),
    counts,
    stop: () => server.close(),
  }
}

interface FcmParts {
  readonly faults: PushFaults
  readonly counts: PushFake['counts']
  readonly take: (to: string, message: z.output<typeof shown>) => void
  readonly refuse: (reply: FastifyReply, status: number, body: unknown) => FastifyReply
  readonly wait: () => Promise<unknown>
  readonly fcmPublicKey: string | undefined
  readonly urlOf: () => string
}

/** Adds Google's token service and FCM's HTTP v1 API. */
function addFcm(
  server: FastifyInstance,
  { faults, counts, take, refuse, wait, fcmPublicKey, urlOf }: FcmParts,
): void {
  const tokens = addTokenService(server, {
    publicKey: fcmPublicKey,
    urlOf,
    onAsked: () => (counts.token += 1),
  })

  server.post('/v1/projects/:project/messages::send', async (request, reply) => {
    counts.app += 1
    if (faults.delayMs > 0) await wait()
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!tokens.has(bearer)) return reply.code(401).send(appError(401, 'UNAUTHENTICATED'))
    if (faults.refuseAppNext > 0) {
      faults.refuseAppNext -= 1
      const status = appStatus[faults.appCode]
      return refuse(reply, status, appError(status, faults.appCode))
    }
    const parsed = appMessage.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send(appError(400, 'INVALID_ARGUMENT'))
    const { token, notification, data } = parsed.data.message
    take(token, { ...notification, ...data })
    return { name: `projects/demo/messages/${counts.app}` }
  })
}

function appError(code: number, status: string) {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
  return {
    error: { code, status, message: status, details: [{ '@type': type, errorCode: status }] },
  }
}

/**
 * RFC 8292: the token must be signed with the key sent with it, be issued for this service, and expire
 * soon.
 */
async function isSigned(authorization: string | undefined, audience: string): Promise<boolean> {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, { audience })
    const isShort = (payload.exp ?? Infinity) - Date.now() / 1_000 <= 24 * 3_600
    return isShort && /^(mailto:|https:)/.test(payload.sub ?? '')
  } catch {
    return false
  }
}

function page(messages: readonly PushedMessage[]): string {
  const rows = messages.map(
    ({ to, title, body, url, at }) =>
      html`<li>
        <b>${title}</b> <time>${at.slice(11, 19)}</time>
        <p>${body}</p>
        <p><a href="${url}">${url}</a> · ${to.slice(-24)}</p>
      </li>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="5" />
        <title>Demo notifications</title>
      </head>
      <body style="max-width:40rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui">
        <h1>Demo notifications</h1>
        <p>
          Every notification to a browser or an app that is subscribed here. Nothing leaves this
          machine.
        </p>
        <ol>
          ${rows}
        </ol>
      </body>
    </html>`.html
}
