import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { listOrders, type OrderSummaryView } from '#modules/orders/contract.ts'

/** What was bought, by the number of the order: the names of its items, each once. */
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

/** The same of the visitor's own orders, read after the page; an order that is not among them keeps its number. */
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
    // Without an answer the numbers are shown.
    read().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [isWanted, locale])
  return names
}
