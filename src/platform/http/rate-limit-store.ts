/** The store of route rate limits, which counts as `call-limits.ts` does for calls of pages. */
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { Database } from '#platform/database/database.ts'
import { countRequest, limitWindowMilliseconds } from './call-limits.ts'

interface RouteLimits {
  readonly groupId?: string
  readonly routeInfo?: { readonly method?: string | readonly string[]; readonly url?: string }
}

type Answer = (error: Error | null, standing?: { current: number; ttl: number }) => void

/** The class of stores for `@fastify/rate-limit`. */
export function rateLimitStoreOf(db: Database): new () => FastifyRateLimitStore {
  return class Store {
    #route = { kind: '', method: '', url: '' }

    // The package passes four arguments, but its types declare two; it appends the group to the caller's key.
    incr(key: string, done: Answer, milliseconds = limitWindowMilliseconds, max = 0): void {
      const network = key.slice(0, key.length - this.#route.kind.length)
      const standing = countRequest(db, { ...this.#route, network }, max, milliseconds)
      if (!(standing instanceof Promise)) return done(null, { ...standing })
      standing.then(
        (found) => done(null, { ...found }),
        (error: Error) => done(error),
      )
    }

    child(options: object): Store {
      const { groupId = '', routeInfo = {} } = options as RouteLimits
      const store = new Store()
      const { method = '', url = '' } = routeInfo
      // The head of an answer tells whether a guess was right, as the answer does.
      store.#route = { kind: groupId, method: method === 'HEAD' ? 'GET' : String(method), url }
      return store
    }
  } as never
}
