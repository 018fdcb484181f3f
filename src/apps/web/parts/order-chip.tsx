import { useEffect, useState, type ComponentType } from 'react'
import { onOrderChanged } from '#design/data/order-signal.ts'
import { useKnownVisitor, type KnownVisitor } from '#design/data/visitor.ts'

/**
 * The placeholder of the link back to an open order. Its script and API client are downloaded only when the visitor
 * can have an order.
 */
export function OrderChip() {
  const order = useKnownVisitor()?.order ?? null
  const [Clock, setClock] = useState<ComponentType<Pick<KnownVisitor, 'order'>> | null>(null)
  useEffect(() => {
    let isGone = false
    async function open(): Promise<void> {
      const { default: fetched } = await import('./order-clock.tsx')
      if (!isGone) setClock(() => fetched)
    }
    if (order) void open()
    const stop = onOrderChanged(() => void open())
    return () => {
      isGone = true
      stop()
    }
  }, [order])
  // Its space is reserved because it appears after the page and must not shift the layout.
  return (
    <div className="tablet:flex tablet:w-26 tablet:justify-end min-[1200px]:w-60">
      {Clock && <Clock order={order} />}
    </div>
  )
}
