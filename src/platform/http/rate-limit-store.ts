/** The store of route rate limits; limits on guessing and on costly requests are shared by all processes. */
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Database } from '#platform/database/database.ts'
import { requestLimits, type Limit } from '#platform/request-limits.ts'

interface RouteLimits {
  readonly groupId?: string
  readonly routeInfo?: { readonly method?: string | readonly string[]; readonly url?: string }
}

type Answer = (error: Error | null, standing?: { current: number; ttl: number }) => void

/**
 * The class of stores for `@fastify/rate-limit`. Limits of the classes `guess` and `flood` hold over all processes.
 * Those of reading protect the process itself, so each process counts separately.
 */
export function rateLimitStoreOf(db: Database): new () => FastifyRateLimitStore {
  const limits = requestLimits(db)
  return class Store {
    #route = ''
    #isShared = false

    // The package passes four arguments, but its types declare two.
    incr(key: string, done: Answer, milliseconds = 60_000, max = 0): void {
      const limit: Limit = { max, milliseconds }
      const name = `${this.#route} ${key}`
      if (!this.#isShared) return done(null, { ...limits.hitHere(name, limit) })
      const standing = limits.hit(name, limit)
      if (!(standing instanceof Promise)) return done(null, { ...standing })
      standing.then(
        (found) => done(null, { ...found }),
        (error: Error) => done(error),
      )
    }

    child(options: object): Store {
      const { groupId = '', routeInfo = {} } = options as RouteLimits
      const store = new Store()
      store.#route = `${groupId} ${String(routeInfo.method ?? '')} ${routeInfo.url ?? ''}`
      store.#isShared = groupId === 'guess' || groupId === 'flood'
      return store
    }
  } as never
}
