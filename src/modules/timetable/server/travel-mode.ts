/** Means of travel by GTFS route type, extended types included. Pure. */
import type { TravelMode } from '#contract/travel-modes.ts'

const basicTypes: Readonly<Record<number, TravelMode>> = {
  0: 'tram',
  1: 'metro',
  2: 'train',
  3: 'bus',
  4: 'ferry',
  5: 'tram',
  6: 'cable-car',
  7: 'funicular',
  11: 'trolleybus',
  12: 'monorail',
}

/** By hundreds, except for the types below. */
const extendedTypes: Readonly<Record<number, TravelMode>> = {
  1: 'train',
  2: 'coach',
  3: 'train',
  4: 'metro',
  5: 'metro',
  6: 'metro',
  7: 'bus',
  8: 'trolleybus',
  9: 'tram',
  10: 'ferry',
  11: 'air',
  12: 'ferry',
  13: 'cable-car',
  14: 'funicular',
  15: 'taxi',
}

const singleTypes: Readonly<Record<number, TravelMode>> = {
  400: 'train',
  403: 'train',
  405: 'monorail',
  1502: 'ferry',
}

export function modeOfRouteType(routeType: number): TravelMode {
  const found =
    routeType < 100
      ? basicTypes[routeType]
      : (singleTypes[routeType] ?? extendedTypes[Math.floor(routeType / 100)])
  return found ?? 'other'
}
