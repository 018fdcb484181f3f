/** Names of lines, runs, vehicles and carriers in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

interface Line {
  readonly name: LocalizedText
  readonly shortName: string
}

const lineName = ({ name, shortName }: Line, locale: Locale): string =>
  [shortName, name[locale]].filter((part) => part !== '').join(' ')

export const timetableLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'line',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText; shortName: string }>`
      select id, name, short_name as "shortName" from route where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct agency.merchant_id as "merchantId" from route join agency on agency.id = route.agency_id
      where route.id = any(${ids}::integer[])`,
    present: (line, locale) => ({ name: lineName(line, locale), merchantPath: '/merchant/fares' }),
  }),
  createLogNamer({
    kind: 'run',
    aliases: ['transport'],
    ids: numbersOf,
    query: (ids) => sql<{
      id: number
      name: LocalizedText
      shortName: string
      at: Date
      zone: string
    }>`
      select run.id, route.name, coalesce(nullif(trip.short_name, ''), route.short_name) as "shortName",
        run.departs_at as at, agency.time_zone as zone
      from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
      join route on route.id = p.route_id join agency on agency.id = route.agency_id
      where run.id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct agency.merchant_id as "merchantId" from run join trip on trip.id = run.trip_id
      join trip_pattern p on p.id = trip.pattern_id join route on route.id = p.route_id
      join agency on agency.id = route.agency_id where run.id = any(${ids}::integer[])`,
    present: ({ id, at, zone, ...line }, locale) => ({
      name: `${lineName(line, locale)}, ${formatDateTime(locale, at, zone)}`,
      merchantPath: `/merchant/runs/${id}`,
    }),
  }),
  createLogNamer({
    kind: 'vehicle',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from vehicle_type where id = any(${ids}::integer[])`,
    present: ({ id, name }, locale) => ({
      name: name[locale],
      merchantPath: `/merchant/vehicles/${id}`,
    }),
  }),
  createLogNamer({
    kind: 'carrier',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from agency where id = any(${ids}::integer[])`,
    present: ({ id, name }, locale) => ({
      name: name[locale],
      merchantPath: `/merchant/terms?carrier=${id}`,
    }),
  }),
]
