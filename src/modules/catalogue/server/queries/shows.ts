/** Shows for `/v2/Shows` and `/v2/Shows/new`, before codes and queues are applied. */
import type { Context } from '#platform/context.ts'
import type { ListItem } from '../../contract.ts'
import type { ShowDetail } from '../../shapes.ts'
import { showTextsOf } from '../details.ts'
import { presentShowDetail } from '../present.ts'
import { isVisible } from '../rules.ts'
import { scopeKey } from '../scopes.ts'
import { viewOf } from '../view.ts'
import { scopeOf, showItems, upcomingOf } from './listing.ts'

const newestMax = 50

interface ShowQuestion {
  /** Number of the specification's category. */
  readonly category?: number
  /** Keys given by the caller, for private or unannounced shows. */
  readonly keys: readonly string[]
}

/** One show with its upcoming events; null when it does not exist or these keys do not open it. */
export async function readShowDetail(
  context: Context,
  showId: number,
  { category, keys }: ShowQuestion,
): Promise<ShowDetail | null> {
  const view = await viewOf(context)
  const show = view.catalogue.shows.get(showId)
  if (!show || (category !== undefined && category !== show.category.kind)) return null
  if (![undefined, ...keys].some((key) => isVisible(show, key))) return null
  const texts = await showTextsOf(view.db, show)
  return presentShowDetail(show, texts, upcomingOf(show, view), view)
}

/** The most recently announced shows, newest first, at most 50, preceded by the shows that a preview key opens. */
export async function readNewShows(
  context: Context,
  { category, keys }: ShowQuestion,
): Promise<ListItem[]> {
  const view = await viewOf(context)
  const scope = category === undefined ? scopeKey.all : scopeKey.kind(category)
  const opened = (await showsOfKeys(context, keys)).filter(
    (show) => category === undefined || show.category.kind === category,
  )
  const listed = scopeOf(view.catalogue, scope).showsByNewest
  return showItems(view, new Set([...opened, ...listed]), newestMax)
}

/** One show as an item of a list; empty when it has no upcoming events or these keys do not open it. */
export async function readShowItem(
  context: Context,
  showId: number,
  { category, keys }: ShowQuestion,
): Promise<ListItem[]> {
  const view = await viewOf(context)
  const show = view.catalogue.shows.get(showId)
  if (!show || (category !== undefined && category !== show.category.kind)) return []
  if (![undefined, ...keys].some((key) => isVisible(show, key))) return []
  return showItems(view, [show], 1)
}

/** Shows whose own key is among these. */
export async function showsOfKeys(context: Context, keys: readonly string[]) {
  if (keys.length === 0) return []
  const { catalogue } = await viewOf(context)
  return [...catalogue.shows.values()].filter(
    (show) =>
      show.previewKey !== null &&
      keys.includes(show.previewKey) &&
      isVisible(show, show.previewKey),
  )
}

/** Upcoming events of a show, in chronological order. */
export async function readUpcomingEventIds(context: Context, showId: number): Promise<number[]> {
  const view = await viewOf(context)
  const show = view.catalogue.shows.get(showId)
  return show ? upcomingOf(show, view).map((event) => event.id) : []
}
