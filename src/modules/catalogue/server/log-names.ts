/** Names of dates, categories, organisers and seat plans in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

export const catalogueLogNamers: readonly LogNamer[] = [
  {
    kind: 'event',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText; at: Date; zone: string }>`
        select event.id, show.name, event.starts_at as at, venue.time_zone as zone
        from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
        where event.id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, at, zone }) => [
          String(id),
          {
            name: `${name[locale]}, ${formatDateTime(locale, at, zone)}`,
            merchantPath: `/merchant/dates/${id}`,
            operatorPath: `/operator/events/${id}`,
          },
        ]),
      )
    },
  },
  {
    kind: 'category',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from category where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [String(id), { name: name[locale] }]))
    },
  },
  {
    kind: 'merchant',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from merchant where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name }) => [
          String(id),
          { name: name[locale], operatorPath: '/operator/payouts' },
        ]),
      )
    },
  },
  {
    kind: 'layout',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{
        id: number
        name: LocalizedText | string
        venue: LocalizedText
      }>`
        select l.id, l.name, v.name as venue from seat_layout l join venue v on v.id = l.venue_id
        where l.id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, venue }) => [
          String(id),
          {
            name: `${venue[locale]}, ${typeof name === 'string' ? name : name[locale]}`,
            operatorPath: '/operator/layouts',
          },
        ]),
      )
    },
  },
]
