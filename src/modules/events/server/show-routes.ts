import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { CataloguePorts } from '#modules/catalogue/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { showsGet, showsNew } from '../shows-contract.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import { opensNothing, readNewest, readShow, type ShowRequest } from './show-admission.ts'

/** Calls of shows, which combine the catalogue with access to the sale. */
export const showRoutes = (ports: CataloguePorts): readonly Implementation[] => [
  implement(showsGet, (context, { query }) =>
    guardedShow(context, query, () => readShow(context, ports, query.itemId, query)),
  ),
  implement(showsNew, async (context, { query }) => {
    // A list is answered also to a key that opens nothing.
    const tried = await limitGuesses(
      context,
      query.previewKey || query.accessCode,
      async () => ((await opensNothing(context, query)) ? fail('NotFound') : ok(null)),
      ['NotFound'],
    )
    if (!tried.ok && tried.code === 'TooManyRequests') return tried
    return guardedShow(context, query, () => readNewest(context, ports, query))
  }),
]

/**
 * Limits guesses of keys, codes and tokens, because a show that requires a key is reported as not found without it.
 */
function guardedShow<Value>(
  context: CallContext,
  { accessCode, previewKey, waitingRoomToken }: ShowRequest,
  work: () => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  return limitGuesses(context, accessCode || previewKey || waitingRoomToken, work, [
    'InvalidAccessCode',
    'QueueTokenNotFound',
    'NotFound',
  ])
}
