/** Names of dates, categories, venues, organisers and seat plans in change logs. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const catalogueLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'event',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText; at: Date; zone: string }>`
      select event.id, show.name, event.starts_at as at, venue.time_zone as zone
      from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
      where event.id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct show.merchant_id as "merchantId" from event join show on show.id = event.show_id
      where event.id = any(${ids}::integer[])`,
    present: ({ id, name, at, zone }, locale) => ({
      name: `${name[locale]}, ${formatDateTime(locale, at, zone)}`,
      merchantPath: `/merchant/dates/${id}`,
      operatorPath: `/operator/events/${id}`,
    }),
  }),
  createLogNamer({
    kind: 'category',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from category where id = any(${ids}::integer[])`,
    present: ({ name }, locale) => ({ name: name[locale] }),
  }),
  createLogNamer({
    kind: 'subcategory',
    ids: (slugs) => slugs,
    query: (slugs) => sql<{ id: string; name: LocalizedText }>`
      select slug as id, name from subcategory where slug = any(${slugs}::text[])`,
    present: ({ name }, locale) => ({ name: name[locale] }),
  }),
  createLogNamer({
    kind: 'venue',
    ids: (slugs) => slugs,
    query: (slugs) => sql<{ id: string; name: LocalizedText }>`
      select slug as id, name from venue where slug = any(${slugs}::text[])`,
    present: ({ name }, locale) => ({ name: name[locale] }),
  }),
  createLogNamer({
    kind: 'merchant',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from merchant where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select id as "merchantId" from merchant where id = any(${ids}::integer[])`,
    present: ({ name }, locale) => ({ name: name[locale], operatorPath: '/operator/payouts' }),
  }),
  createLogNamer({
    kind: 'layout',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText | string; venue: LocalizedText }>`
      select l.id, l.name, v.name as venue from seat_layout l join venue v on v.id = l.venue_id
      where l.id = any(${ids}::integer[])`,
    present: ({ name, venue }, locale) => ({
      name: `${venue[locale]}, ${typeof name === 'string' ? name : name[locale]}`,
      operatorPath: '/operator/layouts',
    }),
  }),
]
