/** Fills the data layer of the configured analytics script for visitors who allow statistics. */
import { observeReplies } from '#contract/client.ts'
import {
  beginCheckout,
  cartEvents,
  isPaid,
  listsOf,
  orderIn,
  purchase,
  refund,
  selectItem,
  shownOn,
  viewItem,
  viewItemList,
  type AnalyticsEvent,
  type OrderSeen,
  type PageList,
} from './commerce.ts'
import { watchPages, type OpenPage } from './open-page.ts'

interface Layered {
  dataLayer?: object[]
}

/** Starts with the open page. Called once; withdrawing consent reloads the page. */
export function startAnalytics({ scriptUrl }: { readonly scriptUrl: string }): void {
  const layer = ((window as Layered).dataLayer ??= [])
  const told = reportedNumbers(localStorage, 'measured')
  const carried = reportedNumbers(sessionStorage, 'measured-lines')
  let lists: readonly PageList[] = []
  let order: OrderSeen | null = null

  function tell(event: AnalyticsEvent): void {
    // Clears the items of the previous event, which would otherwise be merged into the next.
    layer.push({ ecommerce: null }, event)
  }

  function tellPaid(paid: OrderSeen): void {
    if (told.has(paid.orderNumber)) return
    told.add(paid.orderNumber)
    tell(purchase(paid))
  }

  function onPage({ path, title, loaded, isMissing }: OpenPage): void {
    layer.push({ event: 'page_view', page_location: location.origin + path, page_title: title })
    if (isMissing) return
    lists = listsOf(loaded)
    for (const list of lists) tell(viewItemList(list))
    const shown = shownOn(loaded)
    if (shown) tell(viewItem(shown))
    const open = orderIn(loaded)
    if (!open) return
    order = open
    if (path.endsWith('/result')) {
      if (isPaid(open)) tellPaid(open)
    } else if (path.includes('checkout')) tell(beginCheckout(open))
  }

  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  watchPages(onPage)
  observeReplies((call, reply) => {
    if (call.id === 'tickets-return' || call.id === 'tickets-reselling') {
      const back = refund(reply)
      if (back) tell(back)
      return
    }
    const seen = orderIn(reply)
    if (!seen) return
    if (isPaid(seen)) {
      if (location.pathname.endsWith('/result')) tellPaid(seen)
    } else if (call.method !== 'GET' && (seen.statusName === 'Draft' || order)) {
      for (const event of cartEvents(order, seen, (lineId) => carried.has(String(lineId))))
        tell(event)
      for (const { lineId } of seen.lines) carried.add(String(lineId))
    }
    order = seen
  })
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    const chosen = link && selectItem(lists, new URL(link.href, location.href).pathname)
    if (chosen) tell(chosen)
  })
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  document.head.append(script)
}

const numbersMax = 100

/** Numbers that have been reported, so that reopening a page reports none of them twice. */
function reportedNumbers(
  storage: Storage,
  key: string,
): { has(number: string): boolean; add(number: string): void } {
  const read = (): string[] => (storage.getItem(key) ?? '').split(',')
  return {
    has: (number) => read().includes(number),
    add(number) {
      if (!read().includes(number))
        storage.setItem(key, [...read(), number].slice(-numbersMax).join(','))
    },
  }
}
