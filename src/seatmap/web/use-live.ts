import { useMemo, useSyncExternalStore } from 'react'
import type { Availability } from '../availability.ts'
import { unfold } from '../expand.ts'
import type { SeatLayout } from '../layout.ts'
import { createLiveAvailability, isLive, type LiveAvailability } from '../live.ts'

/** What is free as it changes; what does not change by itself is wrapped, so that all parts read it alike. */
export function useLive(layout: SeatLayout, availability: Availability): LiveAvailability {
  return useMemo(
    () =>
      isLive(availability) ? availability : createLiveAvailability(unfold(layout), availability),
    [layout, availability],
  )
}

/** Renders again whenever something changed hands. */
export function useUpdates(live: LiveAvailability): number {
  return useSyncExternalStore(
    live.subscribe,
    () => live.version,
    () => live.version,
  )
}
