import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { listPageItems, ownShowList } from '#modules/catalogue/contract.ts'
import { cardItem, type CardItem } from '../card-item.ts'
import { posterKinds } from '../parts/show-card.tsx'
import type { ListInput } from './list-address.ts'

/** The list with its next page; the address then contains the number of displayed items. */
export async function nextPage(
  locale: Locale,
  items: readonly CardItem[],
  input: ListInput & { readonly cursor: string },
): Promise<{ items: readonly CardItem[]; nextCursor: string | null }> {
  const query = { ...input, limit: listPageItems }
  const page = await browserClient(locale).send(ownShowList, { query })
  const all = [...items, ...page.items.map((item) => cardItem(item, posterKinds))]
  rememberShown(all.length)
  return { items: all, nextCursor: page.nextCursor }
}

/** Updates the current history entry without adding one and without loading anything. */
function rememberShown(count: number): void {
  const url = new URL(window.location.href)
  url.searchParams.set('shown', String(Math.ceil(count / listPageItems) * listPageItems))
  window.history.replaceState(window.history.state, '', url)
}
