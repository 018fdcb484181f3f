import { useMemo, useSyncExternalStore } from 'react'
import type { Availability } from '../availability.ts'
import { unfold } from '../expand.ts'
import type { SeatLayout } from '../layout.ts'
import { createLiveAvailability, isLive, type LiveAvailability } from '../live.ts'

/** Live availability; a static snapshot is wrapped, so that components use one interface. */
export function useLive(layout: SeatLayout, availability: Availability): LiveAvailability {
  return useMemo(
    () =>
      isLive(availability) ? availability : createLiveAvailability(unfold(layout), availability),
    [layout, availability],
  )
}

/** Renders again after every change. */
export function useUpdates(live: LiveAvailability): number {
  return useSyncExternalStore(
    live.subscribe,
    () => live.version,
    () => live.version,
  )
}
