/** Towns by any spelling of their names. */
import { readNetwork } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { findPlaces as findPlacesCall, PlaceView } from '../contract.ts'
import { localityPlace, townsOfBrand } from './places.ts'

type FoundPlaces = ReplyOf<typeof findPlacesCall>

/** The busiest towns without a query. */
export async function findPlaces(
  context: Context,
  {
    query = '',
    brand,
    most,
  }: { query?: string | undefined; brand?: Brand | undefined; most: number },
): Promise<FoundPlaces> {
  const network = await readNetwork(context)
  const towns = townsOfBrand(network, brand)
  const wanted = query.trim().toLowerCase()
  const found = towns.filter((localityId) => {
    const locality = network.localities.get(localityId)
    if (!locality) return false
    if (wanted === '') return true
    const names = [locality.code, ...Object.values(locality.name), ...locality.aliases]
    return names.some((name) => name?.toLowerCase().startsWith(wanted))
  })
  const view = (localityId: number): PlaceView[] => {
    const place = localityPlace(network, localityId, context.locale)
    return place ? [place] : []
  }
  return { places: found.slice(0, most).flatMap(view), nearby: [] }
}
