/** What is followed, as the catalogue and search know it now. */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  isListed,
  readCatalogue,
  saleStateOf,
  type Catalogue,
  type EventRecord,
  type ShowRecord,
} from '#modules/catalogue/server/public-api.ts'
import { readPersonName } from '#modules/search/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { FollowKind } from '../kinds.ts'

export interface Subject {
  readonly kind: FollowKind
  readonly id: number
}

/** An event that everybody sees, with its show; undefined of any other. */
export function listedEvent(
  catalogue: Catalogue,
  eventId: number,
): { readonly event: EventRecord; readonly show: ShowRecord } | undefined {
  const event = catalogue.events.get(eventId)
  const show = event && listedShow(catalogue, event.showId)
  return event && show && { event, show }
}

export function listedShow(catalogue: Catalogue, showId: number): ShowRecord | undefined {
  const show = catalogue.shows.get(showId)
  return show && isListed(show) ? show : undefined
}

/** What the follower will find it by later; null when there is nothing of the kind that everybody sees. */
export async function nameOfSubject(
  context: Context,
  { kind, id }: Subject,
): Promise<LocalizedText | null> {
  if (kind === 'person') return readPersonName(context, id)
  const catalogue = await readCatalogue(context.db)
  if (kind === 'venue') return catalogue.venuesById.get(id)?.name ?? null
  if (kind === 'show') return listedShow(catalogue, id)?.name ?? null
  const listed = listedEvent(catalogue, id)
  const state = listed && saleStateOf(listed.event, context.clock.now())
  return listed && state !== 'Cancelled' && state !== 'Passed' ? listed.show.name : null
}
