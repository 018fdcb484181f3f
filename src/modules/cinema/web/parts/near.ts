import { useState } from 'react'
import type { CinemaView } from '#modules/cinema/contract.ts'

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const earthKilometres = 6_371

/** Great-circle distance in kilometres. */
export function kilometresBetween(from: Position, to: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const a =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * earthKilometres * Math.asin(Math.sqrt(a))
}

/** The visitor's position, with their permission; it never leaves the browser. */
export function useNear() {
  const [position, setPosition] = useState<Position | null>(null)
  const [isRefused, setRefused] = useState(false)

  function toggle(): void {
    if (position) return setPosition(null)
    setRefused(false)
    if (!('geolocation' in navigator)) return setRefused(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPosition({ latitude: coords.latitude, longitude: coords.longitude }),
      () => setRefused(true),
      { maximumAge: 300_000, timeout: 10_000 },
    )
  }

  function sorted(venues: readonly CinemaView[]): readonly CinemaView[] {
    if (!position) return venues
    return venues.toSorted(
      (left, right) => kilometresBetween(position, left) - kilometresBetween(position, right),
    )
  }

  return {
    isOn: position !== null,
    isRefused,
    toggle,
    sorted,
    kilometresTo: (venue: CinemaView): number | null =>
      position && kilometresBetween(position, venue),
  }
}
