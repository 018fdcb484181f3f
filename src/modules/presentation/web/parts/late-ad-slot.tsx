import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import type { AdSlotProps } from './ad-slot.tsx'

/** The advertisement is one link, which works before its script is loaded. */
const load = () => import('./ad-slot.tsx').then((module) => ({ default: module.AdSlot }))
const Slot = import.meta.env.SSR ? (await load()).default : lazy(() => late(load()))

export function AdSlot(props: AdSlotProps) {
  return (
    <Suspense>
      <Slot {...props} />
    </Suspense>
  )
}
