import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
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
    const read = () => readNewest(context, ports, query)
    return (await opensNothing(context, query))
      ? countedAnyway(context, query.previewKey || query.accessCode, read)
      : guardedShow(context, query, read)
  }),
]

/** Limits a wrong guess whose answer is no refusal, such as a list without what a key would open. */
async function countedAnyway<Value>(
  context: CallContext,
  guess: string | undefined,
  work: () => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  let answer: Result<Value, ErrorCode> = fail('NotFound')
  const counted = await limitGuesses(
    context,
    guess,
    async (): Promise<Result<Value, ErrorCode>> => {
      answer = await work()
      return fail('NotFound')
    },
    ['NotFound'],
  )
  return counted.ok || counted.code === 'TooManyRequests' ? counted : answer
}

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
