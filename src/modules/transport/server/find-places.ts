/** Finds towns by any spelling of their names, and towns nearby. */
import {
  nearbyStops,
  readNetwork,
  suggestStops,
  type SuggestedLocality,
} from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { findPlaces as findPlacesCall, PlaceView } from '../contract.ts'
import { localityPlace } from './places.ts'

type FoundPlaces = ReplyOf<typeof findPlacesCall>

const nearbyKilometres = 60
const nearbyMax = 5

export interface PlaceQuestion {
  readonly query?: string | undefined
  readonly brand?: Brand | undefined
  readonly most: number
  /** Position of the user; both values or none. */
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
}

/**
 * Towns by relevance, or by number of departures without a query; `nearby` are others around the position or
 * around the best match. To a position without a query these are all around it, nearest first.
 */
export async function findPlaces(
  context: Context,
  { query = '', brand, most, latitude, longitude }: PlaceQuestion,
): Promise<FoundPlaces> {
  const network = await readNetwork(context)
  const view = ({ locality: { localityId } }: SuggestedLocality): PlaceView[] => {
    const place = localityPlace(network, localityId, context.locale)
    return place ? [place] : []
  }
  const found = await suggestStops(context, { text: query, brand, limit: most })
  const centre =
    latitude !== undefined && longitude !== undefined
      ? { latitude, longitude }
      : query === ''
        ? undefined
        : found[0]?.locality
  const around = centre
    ? await nearbyStops(context, {
        latitude: centre.latitude,
        longitude: centre.longitude,
        kilometresMax: nearbyKilometres,
        brand,
        limit: nearbyMax + found.length,
      })
    : []
  const known = new Set(query === '' ? [] : found.map(({ locality }) => locality.localityId))
  const nearby = around.filter(({ locality }) => !known.has(locality.localityId))
  return { places: found.flatMap(view), nearby: nearby.slice(0, nearbyMax).flatMap(view) }
}
