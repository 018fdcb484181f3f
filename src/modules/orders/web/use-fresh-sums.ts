import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { OrderView } from '../contract.ts'
import { ownOrderSums, type OrderSumsView } from '../reductions-contract.ts'

interface Loaded {
  readonly checkout: { readonly order: OrderView }
  readonly sums: OrderSumsView | null
}

/**
 * What could change the sum of the order that is shown: as the page brought it, and read anew whenever a call of the
 * page has changed the order. Only this is read, so that a slow answer never puts an older order in place of a newer.
 */
export function useFreshSums(loaded: Loaded, order: OrderView): OrderSumsView | null {
  const locale = useLocale()
  const [answer, setAnswer] = useState({
    since: loaded,
    of: loaded.checkout.order,
    sums: loaded.sums,
  })
  const known =
    answer.since === loaded
      ? answer
      : { since: loaded, of: loaded.checkout.order, sums: loaded.sums }
  const isKnown = known.of === order || order.lines.length === 0
  useEffect(() => {
    if (isKnown) return undefined
    let isPassed = false
    const { orderKey } = order
    const read = async (): Promise<void> => {
      try {
        const sums = await browserClient(locale).send(ownOrderSums, { query: { orderKey } })
        if (!isPassed) setAnswer({ since: loaded, of: order, sums })
      } catch {
        // What was known stays; the order itself says what is so.
      }
    }
    void read()
    return () => {
      isPassed = true
    }
  }, [isKnown, loaded, locale, order])
  return known.sums
}
