import type { Network } from '../network.ts'
import { sorted, type FeedFile, type Ids, type Used } from './feed-rows.ts'

/** Towns, classes and vehicles, for which GTFS has no files. */
export function extensionFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const towns = new Set(used.stops.map(({ localityId }) => localityId))
  const agencyOf = (agencyId: number): string => {
    const agency = network.agencies.get(agencyId)
    return agency ? ids.of(agency) : ''
  }
  return [
    {
      name: 'bileti_localities.txt',
      headings: ['locality_id', 'names', 'aliases', 'country', 'latitude', 'longitude'],
      *rows() {
        for (const town of sorted(network.localities.values(), ({ code }) => code))
          if (towns.has(town.localityId))
            yield [
              town.code,
              JSON.stringify(town.name),
              JSON.stringify(town.aliases),
              town.country,
              town.latitude,
              town.longitude,
            ]
      },
    },
    {
      name: 'bileti_classes.txt',
      headings: ['agency_id', 'class_id', 'names', 'position'],
      *rows() {
        for (const one of sorted(
          network.classes.values(),
          ({ agencyId, code }) => `${agencyOf(agencyId)} ${code}`,
        ))
          yield [agencyOf(one.agencyId), one.code, JSON.stringify(one.name), one.position]
      },
    },
    {
      name: 'bileti_vehicles.txt',
      headings: ['agency_id', 'vehicle_id', 'names', 'plan', 'places'],
      *rows() {
        for (const vehicle of sorted(
          [...network.vehicleTypes.values()].filter(({ isOwn }) => !isOwn),
          ({ agencyId, code }) => `${agencyOf(agencyId)} ${code}`,
        ))
          yield [
            agencyOf(vehicle.agencyId),
            vehicle.code,
            JSON.stringify(vehicle.name),
            JSON.stringify(vehicle.plan),
            JSON.stringify(
              vehicle.places.map(({ coach, label, classId, x, y, facing, attributes }) => [
                coach,
                label,
                network.classes.get(classId)?.code ?? '',
                x,
                y,
                facing,
                attributes,
              ]),
            ),
          ]
      },
    },
  ]
}
