/** Restricts the sister hosts to what they serve, and lets pages of the shop call them across origins. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { stepUpHeader } from '#contract/step-up-header.ts'
import { workProofHeader } from '#contract/work-proof.ts'
import { localeFor, wantedLanguages } from '#kernel/locale.ts'
import { fail } from '#kernel/result.ts'
import { sendFailure } from '#platform/http/send.ts'
import { healthPaths } from './health.ts'
import type { Duty, SisterHosts } from '#platform/http/sister-hosts.ts'

/** Browsers keep the answer to a preflight at most this long. */
const preflightSeconds = 7_200

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': `accept-language, authorization, content-type, idempotency-key, last-event-id, ${stepUpHeader}, traceparent, ${workProofHeader}, x-api-key`,
  'access-control-max-age': String(preflightSeconds),
} as const

const exposedHeaders = 'content-disposition, idempotent-replayed, retry-after, x-request-id'

/** Registers the checks of the sister hosts; register them before routes and after the common headers. */
export function registerHostDuties(
  app: FastifyInstance,
  hosts: SisterHosts,
  calls: readonly Call[],
): void {
  const isServed = createIsServed(calls)
  app.addHook('onRequest', (request, reply, done) => {
    const duties = hosts.dutiesOf(request)
    if (!duties) return done()
    const path = request.url.split('?', 1)[0] ?? ''
    if (duties.has('assets') && path.startsWith('/assets/')) {
      // Any site may read them: they contain nothing personal, and a wildcard never admits credentials.
      reply.header('access-control-allow-origin', '*')
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return done()
    }
    const { origin } = request.headers
    if (origin !== undefined && !hosts.isPageOrigin(origin))
      return refuse(request, reply, 'CrossSiteRequest')
    if (origin !== undefined && (duties.has('calls') || duties.has('streams')))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': exposedHeaders,
        vary: 'origin',
      })
    if (request.method === 'OPTIONS' && reply.hasHeader('access-control-allow-origin'))
      return void reply.code(204).headers(preflightHeaders).send()
    if (!isServed(duties, request, path)) return refuse(request, reply, 'HostNotServing')
    done()
  })
  // A handler that sets `vary` replaces it.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const duties = hosts.dutiesOf(request)
    if (duties?.has('calls') || duties?.has('streams')) reply.header('vary', withOrigin(reply))
    done()
  })
}

function createIsServed(
  calls: readonly Call[],
): (duties: ReadonlySet<Duty>, request: FastifyRequest, path: string) => boolean {
  const routeOf = ({ path }: Call): string => path.replaceAll(/\{([^}]+)\}/g, ':$1')
  const routes = new Set(calls.map(routeOf))
  const streams = new Set(
    calls.filter(({ produces }) => produces === 'text/event-stream').map(routeOf),
  )
  return (duties, { routeOptions: { url = '' } }, path) => {
    // Load balancers ask any host for these.
    if (healthPaths.has(path)) return true
    if (duties.has('streams') && streams.has(url)) return true
    if (!duties.has('calls')) return false
    return routes.has(url) || path === '/openapi.json' || isCallPath(path)
  }
}

/** Addresses of calls, whether or not there is such a call. */
export function isCallPath(path: string): boolean {
  return /^\/(v2|groot|integrations)(\/|$)/.test(path)
}

function withOrigin(reply: FastifyReply): string {
  const known = String(reply.getHeader('vary') ?? '')
  if (/\borigin\b/.test(known)) return known
  return known === '' ? 'origin' : `${known}, origin`
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  code: 'CrossSiteRequest' | 'HostNotServing',
): void {
  const locale = localeFor(wantedLanguages(request.headers['accept-language']))
  sendFailure(reply, fail(code), locale)
}
