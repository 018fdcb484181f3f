import { useMemo, useSyncExternalStore } from 'react'
import { CallError } from '#contract/client.ts'
import type { EventMapView } from '#modules/events/contract.ts'
import { isFree } from '#seatmap/availability.ts'
import { avoidableSingleSeats } from '#seatmap/best.ts'
import type { LiveAvailability } from '#seatmap/live.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import type { Chosen } from './use-choice.ts'

/** Single places that the current choice would leave, which the server would refuse or has refused. */
export function useSeatsLeftAlone(
  map: EventMapView,
  live: LiveAvailability,
  chosen: Chosen,
): ReadonlySet<number> {
  const { seats } = chosen.choice
  const { error } = chosen.checkout
  const mine = useMemo(() => new Set(seats.map(({ placeId }) => placeId)), [seats])
  const find = (): string => {
    if (!map.forbidsSingleSeats || mine.size === 0 || chosen.isTaking) return ''
    const refused = placesOfRefusal(error).filter((id) => isFree(live.states[id]) && !mine.has(id))
    return [
      ...new Set([...avoidableSingleSeats(live.expanded, live.states, mine), ...refused]),
    ].join(' ')
  }
  // Compares texts instead of sets, so that irrelevant changes cause no rendering.
  const found = useSyncExternalStore(live.subscribe, find, find)
  return useMemo(() => new Set(found === '' ? [] : found.split(' ').map(Number)), [found])
}

function placesOfRefusal(error: unknown): number[] {
  if (!(error instanceof CallError) || error.code !== 'SingleSeatLeft') return []
  const placeIds = error.detail['placeIds']
  return Array.isArray(placeIds) ? placeIds.filter((id): id is number => Number.isInteger(id)) : []
}

/** Names the place that would be left alone before anything is sent, with two solutions. */
export function SeatsLeftAlone(props: {
  /** Names of places: "Stalls · Row 5 · Seat 12". */
  names: readonly string[]
  onTakeToo: () => void
  onOthers: () => void
}) {
  const t = useChoosingTexts()
  const { names } = props
  return (
    <output className="block empty:hidden">
      {names.length > 0 && (
        <div className="mt-4 rounded-md bg-accent-wash px-4 py-3">
          <p>{t('aloneText', { places: names.join('; ') })}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <button type="button" className="chip" onClick={props.onTakeToo}>
              {t('aloneTake', { count: names.length })}
            </button>
            <button type="button" className="chip" onClick={props.onOthers}>
              {t('aloneOthers')}
            </button>
          </div>
        </div>
      )}
    </output>
  )
}
