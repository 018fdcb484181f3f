import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import { isOpenTo } from '#modules/catalogue/server/public-api.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { findSale } from './sale.ts'

/** Answers to a wrong key of an event that is shown to holders of a key only. */
const wrongKeys: readonly ErrorCode[] = ['InvalidAccessCode', 'NotFound', 'EventNotActive']

/**
 * Counts wrong access codes for an event. The key of an event comes in the same field, and whoever has none is told that there
 * is no such event or that nothing is on sale: there these answers count too.
 */
export async function limitCodes<Value>(
  context: CallContext,
  {
    accessCode,
    eventId,
  }: { readonly accessCode?: string | undefined; readonly eventId?: number | undefined },
  work: () => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  if (!accessCode || eventId === undefined) return limitGuesses(context, accessCode, work)
  const sale = await findSale(context, eventId)
  const needsKey = sale !== null && !isOpenTo(sale.event, undefined)
  return limitGuesses(context, accessCode, work, needsKey ? wrongKeys : undefined)
}
