import { useState } from 'react'
import type { CinemaView } from '#modules/cinema/contract.ts'

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const earthKilometres = 6_371

/** The way by air in kilometres. */
export function kilometresBetween(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const a =
    Math.sin(radians(other.latitude - one.latitude) / 2) ** 2 +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return 2 * earthKilometres * Math.asin(Math.sqrt(a))
}

/** Where the visitor is, once they were asked and agreed; it never leaves the browser. */
export function useNear() {
  const [here, setHere] = useState<Position | null>(null)
  const [isRefused, setRefused] = useState(false)

  function toggle(): void {
    if (here) return setHere(null)
    setRefused(false)
    if (!('geolocation' in navigator)) return setRefused(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setHere({ latitude: coords.latitude, longitude: coords.longitude }),
      () => setRefused(true),
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }

  function sorted(venues: readonly CinemaView[]): readonly CinemaView[] {
    if (!here) return venues
    return venues.toSorted(
      (one, other) => kilometresBetween(here, one) - kilometresBetween(here, other),
    )
  }

  return {
    isOn: here !== null,
    isRefused,
    toggle,
    sorted,
    kilometresTo: (venue: CinemaView): number | null => here && kilometresBetween(here, venue),
  }
}
