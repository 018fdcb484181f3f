import { createContext, Suspense, useContext, type ReactNode } from 'react'
import { Skeleton } from '#design/parts/skeleton.tsx'
import type { OrderView } from '../../contract.ts'

/** What the shell puts below the news that an order is paid: tickets are issued by a module of a higher layer. */
export const PaidContext = createContext<((order: OrderView) => ReactNode) | null>(null)

/** The tickets of an order that has just been paid. */
export function PaidSlot({ order }: { order: OrderView }) {
  const paid = useContext(PaidContext)
  if (!paid) return null
  return <Suspense fallback={<Skeleton blocks={['h-96']} />}>{paid(order)}</Suspense>
}
