import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#platform/network.ts'

/** Hook before anything reads the caller's address: what our proxies wrote, as addresses alone. */
export function readForwarded(
  { raw: { headers } }: FastifyRequest,
  _reply: FastifyReply,
  done: () => void,
): void {
  const written = headers['x-forwarded-for']
  if (written !== undefined)
    headers['x-forwarded-for'] = String(written).split(',').map(addressOf).join(', ')
  done()
}
