import type { showsIntegrationList } from '../../contract.ts'
import type { ReplyOf } from '#contract/call.ts'
import { ticketTypesOf } from '../details.ts'
import { presentEventItem, presentTicketType } from '../present.ts'
import type { EventRecord, ShowRecord } from '../records.ts'
import { scopeKey } from '../scopes.ts'
import { isOpenToSale } from '../rules.ts'
import { eventsMax, firstAfter, isWithheld, scopeOf, type View } from './listing.ts'

type Item = ReplyOf<typeof showsIntegrationList>['items'][number]

/** Events whose ticket types are read concurrently; the results are cached. */
const readTogether = 8

/**
 * What a sales channel may sell: events of shows open to everybody, on sale or about to be, of which it has a ticket
 * type. Prices are all-in, as on our own pages.
 */
export async function integrationListOf(view: View, channel: string): Promise<Item[]> {
  const { events } = scopeOf(view.catalogue, scopeKey.all)
  const wanted: { show: ShowRecord; event: EventRecord }[] = []
  for (let index = firstAfter(events, view.now); index < events.length; index += 1) {
    const event = events[index]
    const show = event && view.catalogue.shows.get(event.showId)
    if (!event || !show || !isOpenToSale(show, event, view.now)) continue
    if (event.channels !== null && !event.channels.includes(channel)) continue
    if (isWithheld(view, show, event)) continue
    wanted.push({ show, event })
    if (wanted.length === eventsMax) break
  }
  const items: Item[] = []
  for (let from = 0; from < wanted.length; from += readTogether) {
    const part = wanted.slice(from, from + readTogether)
    items.push(...(await Promise.all(part.map((one) => itemOf(view, one, channel)))))
  }
  return items.filter((item) => item.ticketTypes.length > 0)
}

async function itemOf(
  view: View,
  { show, event }: { show: ShowRecord; event: EventRecord },
  channel: string,
): Promise<Item> {
  const types = await ticketTypesOf(view, event)
  return {
    ...presentEventItem(show, event, view.locale),
    ticketTypes: types
      .filter((type) => type.status === 'Active' && (type.channels?.includes(channel) ?? true))
      .map((type) => presentTicketType(type, view.locale)),
  }
}
