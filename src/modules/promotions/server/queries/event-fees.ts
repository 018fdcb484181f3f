import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import { sourceName, typesOfEvent } from '#modules/events/server/public-api.ts'
import { readMerchantsOfEvent } from '../store.ts'
import type { Context } from '#platform/context.ts'
import type { EventFeesView } from '../../contract.ts'
import { listOptions } from '../store.ts'
import { presentOption } from './read-price-breakdown.ts'

/** Prices of an event's tickets with their fees, and the options offered with them. */
export async function readEventFees(
  context: Context,
  eventId: number,
): Promise<Result<EventFeesView, ErrorCode>> {
  const types = await typesOfEvent(context, eventId)
  if (!types.ok) return types
  const merchantIds = await readMerchantsOfEvent(context, eventId)
  const options = (await listOptions(context, { withInactive: false })).filter(
    (option) =>
      (option.source === null || option.source === sourceName) &&
      (option.itemId === null || option.itemId === eventId) &&
      (option.merchantId === null || merchantIds.includes(option.merchantId)),
  )
  return ok({ ...types.value, options: options.map((option) => presentOption(context, option)) })
}
