import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isOpenTo, type TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketTypeView } from '../contract.ts'
import { findSale } from './sale.ts'
import { ticketTypeViews } from './ticket-type-views.ts'

/** The public prices of an event. */
export async function typesOfEvent(
  context: Context,
  eventId: number,
  isWanted: (type: TicketTypeForSale) => boolean = () => true,
): Promise<Result<{ eventId: number; ticketTypes: TicketTypeView[] }, ErrorCode>> {
  const sale = await findSale(context, eventId)
  if (!sale || !isOpenTo(sale.event, undefined)) return fail('NotFound')
  const types = sale.event.ticketTypes.filter(isWanted)
  return ok({ eventId, ticketTypes: await ticketTypeViews(context, sale, types) })
}
