import { useEffect, useMemo } from 'react'
import type { Locale } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import { createStates, placeState, readSnapshot } from '../availability.ts'
import { unfold } from '../expand.ts'
import type { SeatLayout } from '../layout.ts'
import { createLiveAvailability, type LiveAvailability } from '../live.ts'
import english from '../messages/en.json'
import georgian from '../messages/ka.json'
import type { SeatMapTranslate } from './labels.ts'
import { useUpdates } from './use-live.ts'

type Snapshot = Parameters<typeof readSnapshot>[0]

/**
 * Live availability that is replaced by each new snapshot; before the first one every place is blocked.
 *
 * @param snapshot the response of a call; pass the same object until there is a newer one
 */
export function useSnapshot(layout: SeatLayout, snapshot: Snapshot): LiveAvailability {
  const live = useMemo(() => {
    const expanded = unfold(layout)
    const states = createStates(expanded.placeCount).fill(placeState.blocked)
    return createLiveAvailability(expanded, { states, pools: new Map() })
  }, [layout])
  useUpdates(live)
  useEffect(() => live.replace(readSnapshot(snapshot)), [live, snapshot])
  return live
}

/** The seat map's own texts in a language. */
export function useSeatMapTexts(locale: Locale): SeatMapTranslate {
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : english
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}
