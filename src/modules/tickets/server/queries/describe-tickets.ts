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
 * What tickets for these items let into, by `itemKey`: each source is asked once, and what was cancelled
 * (`cancelItem`) says so whatever its source says.
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
