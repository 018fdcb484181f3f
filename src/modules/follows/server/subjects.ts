/** Identifies what is followed: a show, venue or event of the catalogue, or a person of the search index. */
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

/** A publicly listed event with its show; undefined if it is not listed. */
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

/** The name stored with the follow; null if the subject does not exist or is not listed. */
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
