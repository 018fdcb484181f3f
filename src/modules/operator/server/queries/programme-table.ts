import { readDirectory } from '#modules/catalogue/server/public-api.ts'
import { defaultTimeZone } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import type { Column } from '#platform/tables/column.ts'
import type { CatalogueFile } from '../../catalogue-file.ts'
import { performersText } from '../import/read-json.ts'
import { columns as headings, type Column as Name } from '../import/record.ts'
import { tableLabel, textsOfStates } from '../import/state-words.ts'
import { exportProgramme } from './export-programme.ts'

type Show = NonNullable<CatalogueFile['shows']>[number]
type Event = NonNullable<CatalogueFile['events']>[number]
type Price = NonNullable<Event['prices']>[number]

interface PriceRow {
  readonly show: Show | undefined
  readonly event: Event
  readonly price: Price
  readonly timeZone: string
}

const currency = 'GEL'
const named = (key: Name) => ({ key, label: { ka: headings[key], en: key } })

const text = (key: Name, of: (row: PriceRow) => string | null | undefined): Column<PriceRow> => ({
  kind: 'text',
  ...named(key),
  of,
})

const number = (key: Name, of: (row: PriceRow) => number | null | undefined): Column<PriceRow> => ({
  kind: 'number',
  ...named(key),
  of,
})

const state = (
  key: keyof typeof textsOfStates,
  of: (row: PriceRow) => string | undefined,
): Column<PriceRow> => ({ kind: 'state', ...named(key), texts: textsOfStates[key], of })

const moment = (key: Name, of: (event: Event) => string | undefined): Column<PriceRow> => ({
  kind: 'moment',
  ...named(key),
  zone: { in: 'time_zone' },
  precision: 'exact',
  of: ({ event, timeZone }) => {
    const at = of(event)
    return at === undefined ? null : { at: new Date(at), timeZone }
  },
})

/** The columns of imports, in their order: an exported table can be imported. */
const columns: readonly Column<PriceRow>[] = [
  text('show', ({ event }) => event.show),
  text('show_name_ka', ({ show }) => show?.name?.ka),
  text('show_name_en', ({ show }) => show?.name?.en),
  text('slug', ({ show }) => show?.slug),
  text('subcategory', ({ show }) => show?.subcategory),
  text('organiser', ({ show }) => show?.organiser),
  text('summary_ka', ({ show }) => show?.summary?.ka),
  text('summary_en', ({ show }) => show?.summary?.en),
  text('description_ka', ({ show }) => show?.description?.ka),
  text('description_en', ({ show }) => show?.description?.en),
  text('performers', ({ show }) => performersText(show?.performers ?? [])),
  number('age_limit', ({ show }) => show?.ageLimit),
  number('duration_minutes', ({ show }) => show?.durationMinutes),
  state('show_status', ({ show }) => show?.status),
  state('show_type', ({ show }) => show?.type),
  state('show_access', ({ show }) => show?.access),
  text('event', ({ event }) => event.key),
  text('venue', ({ event }) => event.venue),
  text('layout', ({ event }) => event.layout),
  moment('starts_at', (event) => event.startsAt),
  moment('doors_at', (event) => event.doorsAt),
  moment('ends_at', (event) => event.endsAt),
  moment('sales_open_at', (event) => event.salesOpenAt),
  moment('sales_close_at', (event) => event.salesCloseAt),
  text('time_zone', ({ timeZone }) => timeZone),
  number('per_order_max', ({ event }) => event.perOrderMax),
  state('event_status', ({ event }) => event.status),
  text('ticket_type', ({ price }) => price.key),
  text('ticket_name_ka', ({ price }) => price.name?.ka),
  text('ticket_name_en', ({ price }) => price.name?.en),
  text('zone', ({ price }) => price.zone),
  number('capacity', ({ price }) => price.capacity),
  {
    kind: 'money',
    ...named('price'),
    currency: { in: 'currency' },
    of: ({ price }) => money(Math.round(price.price * 100), currency),
  },
  text('currency', () => currency),
]

/** The programme as one table: a line per price, with its show and event. */
export async function exportTable(context: Context): Promise<Sheet> {
  const { shows = [], events = [] } = await exportProgramme(context)
  const { venues } = await readDirectory(context)
  const showOf = new Map(shows.map((show) => [show.key, show]))
  const zoneOf = new Map(venues.map(({ slug, timeZone }) => [slug, timeZone]))
  const rows = events.flatMap((event) =>
    (event.prices ?? []).map((price) => ({
      show: showOf.get(event.show),
      event,
      price,
      timeZone: zoneOf.get(event.venue ?? '') ?? defaultTimeZone,
    })),
  )
  return sheetOf(context.locale, { name: tableLabel('programme'), columns, rows })
}
