/** Addresses at which programs look on every site: whom to tell of a vulnerability, where a password is changed. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/context.ts'

const securityPath = '/.well-known/security.txt'
/** How long a reader may rely on the contact; RFC 9116 asks for less than a year. */
const contactDays = 180

export function registerWellKnown(
  app: FastifyInstance,
  options: { readonly origin: string; readonly contacts: readonly string[]; readonly clock: Clock },
): void {
  app.get(securityPath, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(options)),
  )
  // Password managers send people here from a list of reused passwords.
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/account/security', 302),
  )
}

function securityText(options: {
  readonly origin: string
  readonly contacts: readonly string[]
  readonly clock: Clock
}): string {
  const expires = options.clock.now()
  expires.setUTCDate(expires.getUTCDate() + contactDays)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    ...options.contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en, ka',
    `Canonical: ${options.origin}${securityPath}`,
    '',
  ].join('\n')
}
