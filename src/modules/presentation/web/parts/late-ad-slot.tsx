import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import { AdSlot as AdSlotNow, type AdSlotProps } from './ad-slot.tsx'

/** One link, which works before its script is there. */
const Slot = import.meta.env.SSR
  ? AdSlotNow
  : lazy(() => late(import('./ad-slot.tsx').then((module) => ({ default: module.AdSlot }))))

export function AdSlot(props: AdSlotProps) {
  return (
    <Suspense>
      <Slot {...props} />
    </Suspense>
  )
}
