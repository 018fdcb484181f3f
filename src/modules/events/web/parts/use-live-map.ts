import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { openStream } from '#design/data/open-stream.ts'
import { liveEventMap, type EventMapView } from '#modules/events/contract.ts'
import { readSnapshot, createStates, type Availability } from '#seatmap/availability.ts'
import { unfold } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { createLiveAvailability, type LiveAvailability } from '#seatmap/live.ts'
import { readLiveChange, readLiveSale, readLiveSnapshot, type LiveSale } from './live-changes.ts'

/** After this many failed connections in a row the map is polled instead. */
const failuresMax = 3
const retryMilliseconds = 3_000

function availabilityOf(layout: SeatLayout, map: EventMapView): Availability {
  const { availability: places, held, yours } = map
  if (places !== '') return readSnapshot({ places, held, yours, pools: map.pools })
  const pools = new Map(map.pools.map(({ poolId, left }) => [poolId, left]))
  return { states: createStates(unfold(layout).placeCount), pools }
}

/**
 * Keeps availability current by server push: one connection while the page is visible, none while it is hidden.
 * `isPolling` is true if push does not work; then each new `map` is merged.
 */
export function useLiveMap(options: {
  layout: SeatLayout
  map: EventMapView
  /** The event was withdrawn from sale, is on sale again, or has this plan now. */
  onSale: (sale: LiveSale) => void
  onPolling: (isPolling: boolean) => void
  /** Opens reserved places, or a private show. */
  accessCode?: string
}): LiveAvailability {
  const { layout, map, accessCode } = options
  const { eventId } = map
  const [start] = useState(() => availabilityOf(layout, map))
  const live = useMemo(
    () => createLiveAvailability(unfold(layout), start, (flush) => requestAnimationFrame(flush)),
    [layout, start],
  )
  const onSale = useEffectEvent(options.onSale)
  const onPolling = useEffectEvent(options.onPolling)

  useEffect(
    () =>
      keepListening({
        eventId,
        accessCode,
        live,
        onSale: (sale) => onSale(sale),
        onPolling: (isPolling) => onPolling(isPolling),
      }),
    [eventId, accessCode, live],
  )
  useEffect(() => {
    // While changes are pushed, an older polled response would restore outdated states.
    if (live.sequence === -1) live.replace(availabilityOf(layout, map))
  }, [live, layout, map])
  return live
}

interface Listening {
  readonly eventId: number
  readonly accessCode: string | undefined
  readonly live: LiveAvailability
  onSale(sale: LiveSale): void
  onPolling(isPolling: boolean): void
}

/**
 * Connects while the page is visible; gives up after several failures in a row. Returns the function that stops it.
 */
function keepListening({ eventId, accessCode, live, onSale, onPolling }: Listening): () => void {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function heard(): void {
    failures = 0
    onPolling(false)
  }

  function close(): void {
    clearTimeout(retry)
    source?.close()
    source = null
  }

  function open(): void {
    const after = live.sequence === -1 ? undefined : live.sequence
    const made = openStream(liveEventMap, { query: { eventId, after, accessCode } })
    source = made
    made.addEventListener('snapshot', ({ data }) => {
      const update = readLiveSnapshot(data)
      if (!update) return
      heard()
      live.replace(readSnapshot(update.snapshot), update.sequence)
    })
    made.addEventListener('change', ({ data }) => {
      const change = readLiveChange(data)
      if (!change) return
      heard()
      live.merge(change)
    })
    made.addEventListener('sale', ({ data }) => {
      const sale = readLiveSale(data)
      if (sale) onSale(sale)
    })
    made.addEventListener('open', heard)
    made.addEventListener('error', () => {
      failures += 1
      if (failures >= failuresMax) {
        close()
        // Without push, polled responses are the most recent data.
        live.forgetSequence()
        return onPolling(true)
      }
      // The browser reconnects by itself unless the response was not a stream.
      if (made.readyState !== EventSource.CLOSED) return
      close()
      retry = setTimeout(open, retryMilliseconds)
    })
  }

  function onVisibility(): void {
    if (document.visibilityState !== 'visible') return close()
    if (!source && failures < failuresMax) open()
  }

  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    close()
  }
}
