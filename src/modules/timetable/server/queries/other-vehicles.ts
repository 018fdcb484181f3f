/** Runs whose vehicle is another one than that of their trip, for the search of journeys. */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { Network } from '../network.ts'
import { noOtherVehicles, runName, type OtherVehicles } from '../routing/build-day.ts'

/** First and last service day. */
type ServiceDays = readonly [string, string]

/** Empty without such runs; otherwise it changes whenever one of them gets another vehicle. From an index alone. */
export async function digestOfOthers(
  { db }: Pick<Context, 'db'>,
  [first, last]: ServiceDays,
): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select coalesce(count(*) || ' ' || bit_xor(hashtextextended(id || ' ' || vehicle_type_id, 0)), '') as digest
    from run where has_other_vehicle and service_date between ${first}::date and ${last}::date`.execute(
    db,
  )
  return rows[0]?.digest ?? ''
}

/** Number of service days with their runs that are kept for one version of the network. */
const cachedMax = 24
const caches = new WeakMap<Network, LRUCache<string, OtherVehicles>>()

/** These runs; cached under the digest, since a search is repeated for many towns. */
export async function readOthers(
  { db }: Pick<Context, 'db'>,
  {
    digest,
    network,
    serviceDays,
  }: {
    readonly digest: string
    readonly network: Network
    readonly serviceDays: ServiceDays
  },
): Promise<OtherVehicles> {
  if (digest === '') return noOtherVehicles
  const known = caches.get(network) ?? new LRUCache({ max: cachedMax })
  caches.set(network, known)
  const [first, last] = serviceDays
  const key = `${first} ${digest}`
  const found = known.get(key)
  if (found) return found
  const { rows } = await sql<{
    tripId: number
    serviceDate: string
    startOffset: number
    vehicleTypeId: number
  }>`
    select trip_id as "tripId", service_date::text as "serviceDate", start_offset as "startOffset",
      vehicle_type_id as "vehicleTypeId"
    from run where has_other_vehicle and service_date between ${first}::date and ${last}::date`.execute(
    db,
  )
  const others = {
    digest,
    byRun: new Map(rows.map((row) => [runName(row), row.vehicleTypeId])),
    tripIds: new Set(rows.map(({ tripId }) => tripId)),
  }
  known.set(key, others)
  return others
}
