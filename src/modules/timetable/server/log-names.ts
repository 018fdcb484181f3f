/** Names of lines, runs, vehicles and carriers in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

const lineName = (name: LocalizedText, shortName: string, locale: 'ka' | 'en') =>
  [shortName, name[locale]].filter((part) => part !== '').join(' ')

export const timetableLogNamers: readonly LogNamer[] = [
  {
    kind: 'line',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText; shortName: string }>`
        select id, name, short_name as "shortName" from route
        where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, shortName }) => [
          String(id),
          { name: lineName(name, shortName, locale), merchantPath: '/merchant/fares' },
        ]),
      )
    },
  },
  {
    kind: 'run',
    aliases: ['transport'],
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{
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
        where run.id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, shortName, at, zone }) => [
          String(id),
          {
            name: `${lineName(name, shortName, locale)}, ${formatDateTime(locale, at, zone)}`,
            merchantPath: `/merchant/runs/${id}`,
          },
        ]),
      )
    },
  },
  {
    kind: 'vehicle',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from vehicle_type where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name }) => [
          String(id),
          { name: name[locale], merchantPath: `/merchant/vehicles/${id}` },
        ]),
      )
    },
  },
  {
    kind: 'carrier',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from agency where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name }) => [
          String(id),
          { name: name[locale], merchantPath: `/merchant/terms?carrier=${id}` },
        ]),
      )
    },
  },
]
