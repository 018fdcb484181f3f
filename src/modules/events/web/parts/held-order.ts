import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { onOrderChanged, notifyOrderChanged } from '#design/data/order-signal.ts'
import { useVisitor } from '#design/data/visitor.ts'
import { useLocale } from '#design/texts.tsx'
import { currentOrder } from '#modules/orders/current-contract.ts'
import {
  orderDetails,
  unreserve,
  type OrderLineView,
  type OrderView,
} from '#modules/orders/contract.ts'

/** The lines of the visitor's open order at this event. */
export interface HeldOrder {
  readonly orderKey: string
  /** Ticket lines of this event. */
  readonly lines: readonly OrderLineView[]
  readonly placeIds: readonly number[]
}

/** Whether an order was created after the page identified its visitor, who then has a session too. */
let hasCreatedOrder = false

export function notifyOrderCreated(): void {
  hasCreatedOrder = true
  notifyOrderChanged()
}

/** The visitor's open order if it holds places at this event, and a function to release one of them. */
export function useHeldOrder(eventId: number) {
  const locale = useLocale()
  const cache = useQueryClient()
  const actor = useVisitor()?.actor ?? 'visitor'
  const hasSession = actor !== 'visitor' || hasCreatedOrder
  const queryKey = ['held', eventId, locale]
  const query = useQuery({
    queryKey,
    queryFn: () => readHeld(eventId),
    enabled: hasSession,
    staleTime: 0,
    // The order may have been paid or cancelled in another tab.
    refetchOnWindowFocus: true,
  })
  useEffect(
    () => onOrderChanged(() => void cache.invalidateQueries({ queryKey: ['held'] })),
    [cache],
  )
  const releaseOrder = useMutation({
    mutationFn: async (line: OrderLineView) => {
      const { orderKey, lineId } = line
      const body = { orderKey, lineIds: [lineId], cancel: true }
      return heldOf(eventId, await browserClient().send(unreserve, { body }))
    },
    onSuccess: (held) => {
      cache.setQueryData(queryKey, held)
      notifyOrderChanged()
    },
    // The order may have ended meanwhile, so its state is reloaded.
    onError: () => void query.refetch(),
  })
  return { held: query.data ?? null, releaseOrder, refetch: () => void query.refetch() }
}

async function readHeld(eventId: number): Promise<HeldOrder | null> {
  const client = browserClient()
  const { order } = await client.send(currentOrder)
  if (!order) return null
  const { orderKey } = order
  return heldOf(eventId, await client.send(orderDetails, { query: { orderKey } }))
}

function heldOf(eventId: number, order: OrderView): HeldOrder | null {
  const lines = order.lines.filter((line) => line.kind === 'Ticket' && line.eventId === eventId)
  if (lines.length === 0) return null
  const placeIds = lines.flatMap(({ placeId }) => placeId ?? [])
  return { orderKey: order.orderKey, lines, placeIds }
}
