import type { Images, ListItem } from '#modules/catalogue/contract.ts'

const shown = [
  'itemId',
  'itemType',
  'showType',
  'name',
  'slug',
  'eventCount',
  'venueName',
  'cityName',
  'fromDate',
  'toDate',
  'timeZone',
  'minPrice',
  'maxPrice',
  'currency',
  'isSoldOut',
  'categoryName',
  'categorySlug',
  'images',
] as const satisfies readonly (keyof ListItem)[]

/** What a card shows of an item; a page of sixty cards carries no more than that. */
export type CardItem = Pick<ListItem, (typeof shown)[number]> & {
  /** Where it leads, when that is no page of shows. */
  readonly path?: string
}

/** The item with the one picture its place on the page shows: the first of `kinds` it has. */
export function cardItem(item: ListItem, kinds: readonly (keyof Images)[]): CardItem {
  const card = Object.fromEntries(shown.map((key) => [key, item[key]])) as CardItem
  const kind = kinds.find((candidate) => item.images[candidate])
  return { ...card, images: kind ? { [kind]: item.images[kind] } : {} }
}

/** Bought without a date: an offer, or a package of them. */
export function isOffer({ showType }: { readonly showType: number }): boolean {
  return showType === 3 || showType === 4
}

/** Sold by tables and hours. What a restaurant offers without a date is no sitting. */
export function isRestaurant(show: { categoryKind: number; type: number }): boolean {
  return show.categoryKind === 3 && show.type === 1
}
