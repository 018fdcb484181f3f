import {
  describeBySource,
  itemKey,
  type ItemDescriptions,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readCancellations } from '../commands/cancel-item.ts'
import type { TicketPorts } from '../ports.ts'
import type { TicketSubject } from '../ticket-source.ts'

/**
 * Descriptions of these items by `itemKey`: each source is called once, and `cancelItem` overrides the state that a
 * source reports.
 */
export async function describeTickets(
  context: Context,
  { sources }: Pick<TicketPorts, 'sources'>,
  items: readonly SoldItem[],
): Promise<ItemDescriptions<TicketSubject>> {
  const cancellationOf = await readCancellations(context, items)
  const subjects = await describeBySource(sources, items, (source, own) =>
    source.describeTickets(context, own),
  )
  return new Map(
    items.flatMap((item): [string, TicketSubject][] => {
      const subject = subjects.get(itemKey(item))
      return subject ? [[itemKey(item), { ...subject, ...cancellationOf(item) }]] : []
    }),
  )
}
