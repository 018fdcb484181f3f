import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { OrderView } from '../contract.ts'
import { ownOrderPriceBreakdown, type OrderPriceBreakdownView } from '../discounts-contract.ts'

interface Loaded {
  readonly checkout: { readonly order: OrderView }
  readonly prices: OrderPriceBreakdownView | null
}

/**
 * What could change the sum of the order that is shown: as the page brought it, and read again whenever a call of the
 * page has changed the order. Only this is read, so that a slow answer never puts an older order in place of a newer.
 */
export function useFreshPrices(loaded: Loaded, order: OrderView): OrderPriceBreakdownView | null {
  const locale = useLocale()
  const [answer, setAnswer] = useState({
    since: loaded,
    of: loaded.checkout.order,
    prices: loaded.prices,
  })
  const known =
    answer.since === loaded
      ? answer
      : { since: loaded, of: loaded.checkout.order, prices: loaded.prices }
  const isKnown = known.of === order || order.lines.length === 0
  useEffect(() => {
    if (isKnown) return undefined
    let isTransferred = false
    const { orderKey } = order
    const read = async (): Promise<void> => {
      try {
        const prices = await browserClient(locale).send(ownOrderPriceBreakdown, {
          query: { orderKey },
        })
        if (!isTransferred) setAnswer({ since: loaded, of: order, prices })
      } catch {
        // What was known stays; the order itself says what is so.
      }
    }
    void read()
    return () => {
      isTransferred = true
    }
  }, [isKnown, loaded, locale, order])
  return known.prices
}
