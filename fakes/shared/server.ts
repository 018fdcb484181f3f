import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Accepts forms, JSON bodies, and calls without a body. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, null)
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }), undefined)
    }
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Holds a call open without a response and then closes the connection. */
export function leaveUnanswered(
  request: FastifyRequest,
  reply: FastifyReply,
  silenceMs: number,
): FastifyReply {
  reply.hijack()
  const timer = setTimeout(() => request.raw.socket.destroy(), silenceMs)
  request.raw.socket.once('close', () => clearTimeout(timer))
  return reply
}
