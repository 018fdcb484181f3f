import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { importSPKI, jwtVerify } from 'jose'
import { z } from 'zod'

/**
 * Google's token service at `/token`: exchanges a service account's signed assertion for a bearer token
 * (RFC 7523).
 *
 * @returns the valid bearer tokens
 */
export function addTokenService(
  server: FastifyInstance,
  options: {
    /** PEM of the service account, to verify assertions; without it they are not verified. */
    readonly publicKey: string | undefined
    readonly urlOf: () => string
    readonly onAsked?: () => void
  },
): ReadonlySet<string> {
  const tokens = new Set<string>()
  server.post('/token', async (request, reply) => {
    options.onAsked?.()
    const form = z.object({ grant_type: z.string(), assertion: z.string() }).safeParse(request.body)
    if (!form.success || !form.data.grant_type.endsWith('jwt-bearer'))
      return reply.code(400).send({ error: 'unsupported_grant_type' })
    try {
      if (options.publicKey !== undefined)
        await jwtVerify(form.data.assertion, await importSPKI(options.publicKey, 'RS256'), {
          audience: `${options.urlOf()}/token`,
        })
    } catch {
      return reply.code(400).send({ error: 'invalid_grant' })
    }
    const token = randomBytes(24).toString('base64url')
    tokens.add(token)
    return { access_token: token, expires_in: 3_600, token_type: 'Bearer' }
  })
  return tokens
}
