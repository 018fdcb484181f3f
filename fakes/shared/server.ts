import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Takes forms, and JSON bodies that may be empty: a call of a bank may come without one too. */
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

/** Holds a call open without a word and then drops the connection. */
export function fallSilent(
  request: FastifyRequest,
  reply: FastifyReply,
  silenceMs: number,
): FastifyReply {
  reply.hijack()
  const timer = setTimeout(() => request.raw.socket.destroy(), silenceMs)
  request.raw.socket.once('close', () => clearTimeout(timer))
  return reply
}

/** How long a service may take to stop before its process ends anyhow. */
const stopMillisecondsMax = 2_000

/**
 * A service that runs as a process of its own: says to whoever started it that it listens, and stops when it is
 * told to, or when whoever started it is gone.
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
  // Whoever started this process may have died while it was opening.
  if (process.connected === false) stop()
  else process.send?.({ listening: true })
}
