/** Creates a span for each request that is not answered from the page cache, within the caller's trace. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { healthPaths } from './health.ts'
import { tracer, type OpenSpan } from '#platform/telemetry/tracing.ts'

/** Polled every few seconds by machines. */
const untraced = new Set([...healthPaths, '/metrics'])

export function registerRequestSpans(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions
    const of = url !== undefined && untraced.has(url) ? null : tracer()
    if (!of) return done()
    const { traceparent } = request.headers
    const span = of.start({
      name: `${request.method} ${url ?? 'page'}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': url ?? 'page' },
      parent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    spans.set(request, span)
    span.run(done)
  })
  // Body parsing continues in socket events, which do not belong to the request's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': status },
      error: status >= 500,
    })
    done()
  })
}
