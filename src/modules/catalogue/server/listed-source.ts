/** Shows of verticals in the calls of shows: films beside concerts. */
import type { Context } from '#platform/context.ts'
import type { ListItem, ShowDetail } from '../contract.ts'
import type { View } from './queries/listing.ts'

type OfCategory =
  | 'categoryId'
  | 'categoryKind'
  | 'subCategoryId'
  | 'subCategorySlug'
  | 'subCategoryName'

/** A show of a vertical as a card and as a page; the catalogue adds the category. */
export interface ListedShow {
  readonly item: Omit<ListItem, OfCategory>
  readonly detail: Omit<ShowDetail, OfCategory | 'merchantName'>
  /** Whether editors keep it in front. */
  readonly isPinned: boolean
}

/**
 * What a vertical lists in the calls of shows. Its shows take their numbers from the sequence of shows and its events
 * from that of events, so that a number names one thing.
 */
export interface ListedSource {
  /** Number of the specification's category that all of its shows belong to. */
  readonly category: number
  /**
   * Set where calls of their own search its shows: these are listed for those who ask for the category, and not among
   * the shows of all categories.
   */
  readonly isOfOwnCategoryOnly?: boolean
  /** Shows with events on sale between two days (both included), soonest first; the events of those days only. */
  listShows(context: Context, days: ListedDays): Promise<ListedShow[]>
  /** A show by its number; null when it is not this source's. */
  findShow(context: Context, showId: number): Promise<ListedShow | null>
  /** The show with only the event of this number; null when it is not this source's. */
  findEvent(context: Context, eventId: number): Promise<ListedShow | null>
  /** An event as a file of RFC 5545; null when it is not this source's. */
  calendarOf(context: Context, eventId: number): Promise<string | null>
}

export interface ListedDays {
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

export interface CataloguePorts {
  readonly listed: readonly ListedSource[]
}

/** The first answer of a source that knows the number. */
export async function firstListed<Found>(
  { listed }: CataloguePorts,
  find: (source: ListedSource) => Promise<Found | null>,
): Promise<{ readonly source: ListedSource; readonly found: Found } | null> {
  for (const source of listed) {
    const found = await find(source)
    if (found !== null) return { source, found }
  }
  return null
}

/** The category of a source's shows; 0 where the installation has none of that kind. */
function categoryOf(view: View, kind: number) {
  const category = view.catalogue.categories.find((each) => each.kind === kind)
  const [subcategory] = category?.subcategories ?? []
  return {
    categoryId: category?.id ?? 0,
    categoryKind: kind,
    subCategoryId: subcategory?.id ?? 0,
    subCategorySlug: subcategory?.slug ?? '',
    subCategoryName: subcategory?.name[view.locale] ?? '',
  }
}

export function listedItem(
  view: View,
  { category }: ListedSource,
  item: ListedShow['item'],
): ListItem {
  return { ...item, ...categoryOf(view, category) }
}

export function listedDetail(
  view: View,
  { category }: ListedSource,
  { detail }: ListedShow,
): ShowDetail {
  return {
    ...detail,
    ...categoryOf(view, category),
    merchantName: view.catalogue.merchants.get(detail.merchantId)?.name[view.locale] ?? '',
  }
}

/** Cards of the shows of all sources, or of those of one category, given by its kind, its number or both. */
export async function listedItems(
  context: Context,
  view: View,
  { listed }: CataloguePorts,
  {
    category,
    categoryId,
    ...days
  }: ListedDays & {
    readonly category?: number | undefined
    readonly categoryId?: number | undefined
  },
): Promise<{ readonly item: ListItem; readonly show: ListedShow }[]> {
  const isForAll = category === undefined && categoryId === undefined
  const sources = listed.filter(
    (source) =>
      (category === undefined || source.category === category) &&
      (categoryId === undefined || categoryOf(view, source.category).categoryId === categoryId) &&
      !(isForAll && source.isOfOwnCategoryOnly),
  )
  const lists = await Promise.all(
    sources.map(async (source) =>
      (await source.listShows(context, days)).map((show) => ({
        item: listedItem(view, source, show.item),
        show,
      })),
    ),
  )
  return lists.flat()
}
