import type { FastifyInstance } from 'fastify'
import { fail } from '#kernel/result.ts'
import { sendFailure } from './send.ts'

const served = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Defined by HTTP and refused everywhere: TRACE echoes the request, CONNECT is for proxies. */
const refused = new Set(['TRACE', 'CONNECT'])

/** Rejects unsupported methods before a router, a page or a handler sees them. */
export function registerMethods(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (served.has(request.method)) return done()
    reply.header('allow', [...served].join(', '))
    const code = refused.has(request.method) ? 'MethodNotAllowed' : 'MethodNotKnown'
    sendFailure(reply, fail(code), 'en')
  })
}
