import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import { html } from '../html.ts'

/** An event received from a page. */
export interface ReceivedEvent {
  readonly kind: 'event' | 'pixel' | 'error' | 'transaction' | 'replay'
  /** Path of the pixel, or name of the event. */
  readonly name: string
  readonly content: unknown
}

export interface MeasuringFake {
  readonly port: number
  readonly events: readonly ReceivedEvent[]
  /** Number of requests for the data layer script. */
  readonly scriptRequests: () => number
  clear(): void
  stop(): Promise<void>
}

const eventsMax = 1_000

/** The data layer script: sends existing and later entries, and sets a cookie like real ones. */
const script = (collector: string) => `(() => {
  document.cookie = '_ga_demo=1; Path=/';
  const send = (entry) => { if (entry.event) void fetch(${JSON.stringify(collector)}, { method: 'POST', mode: 'cors', keepalive: true, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(entry) }) };
  const layer = window.dataLayer || (window.dataLayer = []);
  layer.forEach(send);
  const push = layer.push.bind(layer);
  layer.push = (...entries) => { entries.forEach(send); return push(...entries) };
})()`

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * A fake of analytics and error reporting: a data layer script with its collector, advertisers' pixels, and
 * Sentry envelopes. Received events are listed on its start page.
 */
export async function startMeasuringFake(options: {
  readonly port: number
  readonly host?: string
}): Promise<MeasuringFake> {
  const events: ReceivedEvent[] = []
  let scripts = 0
  const record = (entry: ReceivedEvent): void => {
    events.push(entry)
    if (events.length > eventsMax) events.shift()
  }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 20_000_000 })
  addLocalGuard(server)
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', request.headers.origin ?? '*')
    reply.header('access-control-allow-headers', 'content-type, x-sentry-auth')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('cache-control', 'no-store')
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
  server.options('/*', async (_request, reply) => reply.code(204).send())
  server.get('/tag.js', async (request, reply) => {
    scripts += 1
    return reply
      .type('text/javascript')
      .send(script(`${request.protocol}://${request.headers.host}/collect`))
  })
  server.post('/collect', async (request, reply) => {
    const content = JSON.parse(String(request.body)) as { readonly event: string }
    record({ kind: 'event', name: content.event, content })
    return reply.code(204).send()
  })
  for (const path of ['/tr', '/pagead/conversion/:account/'])
    server.get(path, async (request, reply) => {
      const { pathname } = new URL(request.url, 'http://pixel')
      record({ kind: 'pixel', name: pathname, content: request.query })
      return reply.type('image/gif').send(pixel)
    })
  server.post('/api/:project/envelope/', async (request, reply) => {
    const body = request.body as Buffer
    const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    for (const item of itemsOf(plain.toString())) record(item)
    return reply.send({})
  })
  server.get('/', async (_request, reply) => {
    const rows = events.toReversed().map(
      ({ kind, name, content }) =>
        html`<tr>
          <td>${kind}</td>
          <td>${name}</td>
          <td><code>${JSON.stringify(content).slice(0, 2_000)}</code></td>
        </tr>`,
    )
    const page = html`<!doctype html><title>What pages have told</title>
      <table border="1">
        ${rows}
      </table>`
    return reply.type('text/html; charset=utf-8').send(page.html)
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  return {
    port: (server.server.address() as AddressInfo).port,
    events,
    scriptRequests: () => scripts,
    clear: () => void events.splice(0),
    stop: () => server.close(),
  }
}

/** Items of a Sentry envelope: a JSON header line, then the item, for each. */
function itemsOf(envelope: string): ReceivedEvent[] {
  const lines = envelope.split('\n').slice(1)
  return lines.flatMap((line, index): ReceivedEvent[] => {
    if (index % 2 === 1) return []
    const type = /"type":"(\w+)"/.exec(line)?.[1] ?? ''
    const kind = { event: 'error', transaction: 'transaction', replay_event: 'replay' }[type] as
      | ReceivedEvent['kind']
      | undefined
    if (!kind) return []
    const content = JSON.parse(lines[index + 1] ?? '{}') as {
      readonly transaction?: string
      readonly exception?: { readonly values?: readonly { readonly value?: string }[] }
    }
    const name = content.exception?.values?.at(-1)?.value ?? content.transaction ?? type
    return [{ kind, name, content }]
  })
}
