import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Restricts the control calls under `/__control` to programs on this machine: remote callers, requests
 * through a proxy, and pages of other sites in a local browser are refused.
 */
export function addLocalGuard(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/__control')) return
    if (!isLocal(request))
      return reply.code(403).send({ error: 'Control is for this machine only.' })
  })
}

function isLocal(request: FastifyRequest): boolean {
  const { remoteAddress } = request.raw.socket
  const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(remoteAddress ?? '')
  const site = request.headers['sec-fetch-site']
  const direct = !request.headers['x-forwarded-for'] && !request.headers.forwarded
  return loopback && direct && (site === undefined || site === 'none' || site === 'same-origin')
}
