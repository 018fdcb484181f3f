import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { listOrders, type OrderSummaryView } from '#modules/orders/contract.ts'

/** Names of the items of each order by order number, each name once. */
export function namesByOrder(
  orders: readonly Pick<OrderSummaryView, 'orderNumber' | 'items'>[],
): ReadonlyMap<string, string> {
  return new Map(
    orders.flatMap(({ orderNumber, items }) => {
      const names = [...new Set(items.map(({ name }) => name))]
      return names.length > 0 ? [[orderNumber, names.join(' · ')] as const] : []
    }),
  )
}

/** The same for the visitor's own orders, loaded after the page; orders not found keep their number. */
export function useOrderNames(isWanted: boolean): ReadonlyMap<string, string> {
  const locale = useLocale()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    async function read(): Promise<void> {
      const { orders } = await browserClient(locale).send(listOrders)
      if (!isLeft) setNames(namesByOrder(orders))
    }
    // If this fails, the numbers are shown.
    read().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [isWanted, locale])
  return names
}
