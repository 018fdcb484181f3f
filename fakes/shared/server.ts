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

/** Time limit for stopping, after which the process exits. */
const stopMillisecondsMax = 2_000

/**
 * Runs a service as its own process: notifies the parent process when it listens, and stops on a signal or
 * when the parent process has ended.
 */
export function stopOnSignals(service: { stop(): Promise<void> }): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), stopMillisecondsMax).unref()
    void service.stop().then(() => process.exit(0))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop)
  // The parent process may have ended while the service was starting.
  if (process.connected === false) stop()
  else process.send?.({ listening: true })
}
