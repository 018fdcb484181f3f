/** Names of screenings and halls in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

export const cinemaLogNamers: readonly LogNamer[] = [
  {
    kind: 'screening',
    aliases: ['cinema'],
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{
        id: number
        name: LocalizedText
        hall: LocalizedText
        at: Date
        cinemaId: number
        day: string
      }>`
        select s.id, film.name, hall.name as hall, s.starts_at as at, s.cinema_id as "cinemaId",
          s.business_date::text as day from screening s
        join film on film.id = s.film_id join cinema_hall hall on hall.id = s.hall_id
        where s.id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, hall, at, cinemaId, day }) => [
          String(id),
          {
            name: `${name[locale]}, ${hall[locale]}, ${formatDateTime(locale, at)}`,
            merchantPath: `/merchant/cinema?cinema=${cinemaId}&date=${day}`,
            operatorPath: `/operator/cinema?cinema=${cinemaId}&date=${day}`,
          },
        ]),
      )
    },
  },
  {
    kind: 'hall',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from cinema_hall where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [String(id), { name: name[locale] }]))
    },
  },
]
