/** What load balancers and supervisors ask: whether the process runs, and what it may be sent. */
import type { FastifyInstance } from 'fastify'
import { ClockIsWrong } from '#platform/database/database-clock.ts'
import { withinTime } from '#platform/time-limit.ts'
import type { Services } from './services.ts'

/** Shorter than the time that a proxy waits for the answer (`deploy/haproxy/shop.cfg`). */
export const checkMillisecondsMax = 1_500

export const healthPaths: ReadonlySet<string> = new Set(['/livez', '/healthz', '/readyz'])

interface Readiness {
  readonly status:
    | 'ready'
    | 'stopping'
    | 'migrations pending'
    | 'database unavailable'
    | 'clock wrong'
  /** What is wrong with the clock. */
  readonly message?: string
  /** Migrations of this release that the database does not have. */
  readonly pending?: number
}

/**
 * `/livez`: the process runs; `/healthz` is its former name. `/readyz`: it sells. `/readyz?for=pages`: it may be sent requests
 * although the database is away, since it has copies of pages and refuses the rest as it should be refused.
 */
export function registerHealth(
  app: FastifyInstance,
  { services, isReady }: { readonly services: Services; readonly isReady: () => boolean },
): void {
  const config = { rateLimit: false } as const
  /** As when the database last answered; a server that never saw its schema may be sent nothing. */
  let pending: number | null = null
  const look = async (): Promise<Readiness> => {
    if (!isReady()) return { status: 'stopping' }
    try {
      const { pendingMigrations } = await withinTime(services.check(), checkMillisecondsMax)
      pending = pendingMigrations
    } catch (error) {
      if (error instanceof ClockIsWrong) return { status: 'clock wrong', message: error.message }
      return { status: 'database unavailable' }
    }
    return pending === 0 ? { status: 'ready' } : { status: 'migrations pending', pending }
  }
  for (const path of ['/livez', '/healthz'])
    app.get(path, { config }, async () => ({ status: 'ok' }))
  app.get<{ Querystring: { for?: string } }>('/readyz', { config }, async (request, reply) => {
    const found = await look()
    const isServing =
      found.status === 'ready' ||
      (request.query.for === 'pages' && found.status === 'database unavailable' && pending === 0)
    return reply.code(isServing ? 200 : 503).send(found)
  })
}
