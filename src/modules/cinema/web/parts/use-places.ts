import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#design/data/query-client.ts'
import { useLocale } from '#design/texts.tsx'
import { screeningPage, screeningPlaces, type ScreeningView } from '#modules/cinema/contract.ts'

/** Interval at which availability is refreshed. */
const refetchMilliseconds = 5_000

/**
 * Availability of a screening. When its hall or its sale has changed since the page was loaded, `isOutdated` says so
 * until `onChanged` has got the screening as it is now: the place numbers of another hall do not fit the plan.
 */
export function usePlaces(screening: ScreeningView, onChanged: (screening: ScreeningView) => void) {
  const locale = useLocale()
  const { session } = screening.showtime
  const query = { session }
  const places = useQuery({
    ...callQuery(screeningPlaces, { query }, locale),
    staleTime: 0,
    refetchInterval: refetchMilliseconds,
  })
  const isOutdated =
    places.data !== undefined &&
    (!places.data.isOnSale || places.data.layout?.digest !== screening.layout?.digest)
  const current = useQuery({
    ...callQuery(screeningPage, { query }, locale),
    enabled: isOutdated,
    staleTime: 0,
    refetchInterval: refetchMilliseconds,
  })
  const changed = isOutdated ? current.data : undefined
  useEffect(() => {
    if (changed) onChanged(changed)
  }, [changed, onChanged])
  return { places, isOutdated }
}
