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

/** The fields of an item that a card shows; a page has up to sixty cards. */
export type CardItem = Pick<ListItem, (typeof shown)[number]> & {
  /** Its address, if it is not a page of a show. */
  readonly path?: string
}

/** The card of an item with one picture: the first of `kinds` that it has. */
export function cardItem(item: ListItem, kinds: readonly (keyof Images)[]): CardItem {
  const card = Object.fromEntries(shown.map((key) => [key, item[key]])) as CardItem
  const kind = kinds.find((candidate) => item.images[candidate])
  return { ...card, images: kind ? { [kind]: item.images[kind] } : {} }
}

/** Whether it is sold without a date: an offer, or a package of them. */
export function isOffer({ showType }: { readonly showType: number }): boolean {
  return showType === 3 || showType === 4
}

/** Whether it is sold by tables and hours. Offers of restaurants without a date are not. */
export function isRestaurant(show: { categoryKind: number; type: number }): boolean {
  return show.categoryKind === 3 && show.type === 1
}
