/** The outside party that knows which personal numbers belong to somebody. Each deployment mode has its own. */
import { z } from 'zod'
import { readJson } from '#platform/bounded-reply.ts'
import type { Context } from '#platform/context.ts'

export interface IdentityCheck {
  /** Null when the party did not answer. */
  isKnown(context: Context, personalNumber: string): Promise<boolean | null>
}

const answer = z.object({ isKnown: z.boolean() })

/** A buyer waits for it. */
const timeoutMilliseconds = 5_000

/** `POST /personal-numbers` with the number as JSON and our key as a bearer token. */
export function openIdentityCheck(options: {
  readonly url: string
  readonly apiKey: string
}): IdentityCheck {
  return {
    async isKnown({ log }, personalNumber) {
      try {
        const response = await fetch(`${options.url}/personal-numbers`, {
          method: 'POST',
          signal: AbortSignal.timeout(timeoutMilliseconds),
          headers: {
            authorization: `Bearer ${options.apiKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ personalNumber }),
        })
        if (!response.ok) throw new Error(`The identity check answered ${response.status}`)
        return answer.parse(await readJson(response)).isKnown
      } catch (error) {
        // The number is not in the log.
        log.warn({ err: error }, 'the identity check did not answer')
        return null
      }
    },
  }
}
