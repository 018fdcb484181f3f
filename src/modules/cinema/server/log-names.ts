/** Names of screenings and halls in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const cinemaLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'screening',
    aliases: ['cinema'],
    ids: numbersOf,
    query: (ids) => sql<{
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
      where s.id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct cinema.merchant_id as "merchantId" from screening s join cinema on cinema.id = s.cinema_id
      where s.id = any(${ids}::integer[])`,
    present: ({ name, hall, at, cinemaId, day }, locale) => ({
      name: `${name[locale]}, ${hall[locale]}, ${formatDateTime(locale, at)}`,
      merchantPath: `/merchant/cinema?cinema=${cinemaId}&date=${day}`,
      operatorPath: `/operator/cinema?cinema=${cinemaId}&date=${day}`,
    }),
  }),
  createLogNamer({
    kind: 'hall',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from cinema_hall where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct cinema.merchant_id as "merchantId" from cinema_hall h join cinema on cinema.id = h.cinema_id
      where h.id = any(${ids}::integer[])`,
    present: ({ name }, locale) => ({ name: name[locale] }),
  }),
]
