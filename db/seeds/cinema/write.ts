/** Inserts the demo's cinemas. Screenings are created from the runs, as the worker does each day. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import {
  openScreening,
  readScreeningRows,
  createScreeningsOfRuns,
} from '#modules/cinema/server/public-api.ts'
import { sellPlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeCount } from '#seatmap/layout.ts'
import { digestOf } from '../halls.ts'
import { occupancyOf } from '../occupancy.ts'
import { insertRows } from '../rows.ts'
import { cinemas, products } from './cinemas.ts'
import { films } from './films.ts'
import { hallLayout, hallPlans } from './layouts.ts'
import { imagesOf } from './posters.ts'
import { makeRuns, priceFormats, priceGroupOf } from './runs.ts'
import { genres } from './types.ts'

const merchantId = 40
const dayMilliseconds = 86_400_000
/** Maximum number of screenings with sold seats. */
const screeningsMax = 24

export async function writeCinemas(context: Context): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  const dayOf = (days: number) =>
    new Date(now.getTime() + 4 * 3_600_000 + days * dayMilliseconds).toISOString().slice(0, 10)
  await insertRows(db, 'merchant', [
    { id: merchantId, slug: 'kino', name: { ka: 'კინო', en: 'Kino' } },
  ])
  await insertRows(
    db,
    'film',
    films.map((film, index) => ({
      id: index + 1,
      slug: film.slug,
      name: film.name,
      original_name: film.name.en,
      summary: film.summary,
      description: film.description,
      age_limit: film.ageLimit,
      runtime_minutes: film.runtimeMinutes,
      genres: film.genres.map((genre) => genres[genre]),
      people: film.people.map((name, position) => ({
        role: position === 0 ? 'director' : 'cast',
        name,
      })),
      is_for_children: film.isForChildren ?? false,
      is_pinned: film.isPinned ?? false,
      popularity: film.popularity,
      colour: film.art[1],
      images: imagesOf(film),
      released_on: dayOf(film.releasedInDays),
      status: 'Active',
      updated_at: now,
    })),
  )
  const layouts = new Map(hallPlans.map((key) => [key, hallLayout(key)]))
  await insertRows(
    db,
    'cinema_layout',
    [...layouts.values()].map((content) => ({
      digest: digestOf(content),
      content,
      capacity: placeCount(content),
    })),
  )
  await insertRows(
    db,
    'cinema',
    cinemas.map(({ halls: _halls, isCapital: _isCapital, ...cinema }, index) => ({
      id: index + 1,
      merchant_id: merchantId,
      ...cinema,
      time_zone: 'Asia/Tbilisi',
      forbids_single_seats: true,
      updated_at: now,
    })),
  )
  await insertRows(db, 'cinema_hall', hallRows(layouts))
  await insertRows(db, 'cinema_price_group', priceGroups())
  await insertRows(db, 'cinema_price', prices())
  await insertRows(
    db,
    'cinema_product',
    products.map((product, position) => ({
      ...product,
      per_screening: 500,
      position,
      is_on_sale: true,
    })),
  )
  await insertRows(
    db,
    'cinema_run',
    makeRuns().map(({ from, until, ...run }, index) => ({
      id: index + 1,
      ...run,
      weekdays: 127,
      from_date: dayOf(from),
      until_date: until === null ? null : dayOf(until),
      advertising_minutes: 15,
    })),
  )
  await sql`select setval(pg_get_serial_sequence('cinema_run', 'id'), (select max(id) from cinema_run))`.execute(
    db,
  )
  await createScreeningsOfRuns(context)
  await sellSeats(context)
}

function hallRows(layouts: ReadonlyMap<string, ReturnType<typeof hallLayout>>) {
  let id = 0
  return cinemas.flatMap((cinema, index) =>
    cinema.halls.map(([plan, ...formats], number) => {
      const layout = layouts.get(plan)
      invariant(layout, 'every plan has a layout')
      id += 1
      const name =
        plan === 'lounge'
          ? { ka: `ლაუნჯი ${number + 1}`, en: `Lounge ${number + 1}` }
          : { ka: `დარბაზი ${number + 1}`, en: `Hall ${number + 1}` }
      return {
        id,
        cinema_id: index + 1,
        name,
        layout_digest: digestOf(layout),
        formats,
        cleaning_minutes: 20,
      }
    }),
  )
}

function priceGroups() {
  return [true, false].flatMap((isCapital) =>
    priceFormats.map((format) => ({
      id: priceGroupOf(isCapital, format),
      name: isCapital
        ? { ka: `${format}, თბილისი`, en: `${format}, Tbilisi` }
        : { ka: `${format}, რეგიონები`, en: `${format}, regions` },
    })),
  )
}

/** Bit masks of weekdays; evening prices apply from 17:00. */
const [workdays, weekend, wednesday] = [0b0011111, 0b1100000, 0b0000100]
const evening = 1_020

function prices() {
  const extra = { '2D': 0, '3D': 200, IMAX: 700, ScreenX: 500 }
  const classes = { standard: 0, comfort: 300, vip: 900, sofa: 1_000 }
  const bands = [
    { weekdays: workdays, minute_from: 0, minute_to: evening, base: 1_100 },
    { weekdays: workdays, minute_from: evening, minute_to: 1_800, base: 1_500 },
    { weekdays: weekend, minute_from: 0, minute_to: 1_800, base: 1_700 },
    // Reduced prices on Wednesdays.
    { weekdays: wednesday, minute_from: 0, minute_to: 1_800, base: 900 },
  ]
  const kinds = [
    { ticket_type_id: 1, share: 1 },
    { ticket_type_id: 2, share: 0.7 },
    { ticket_type_id: 3, share: 0.8 },
  ]
  return [true, false].flatMap((isCapital) =>
    priceFormats.flatMap((format) =>
      Object.entries(classes).flatMap(([zone, more]) =>
        kinds.flatMap(({ ticket_type_id, share }) =>
          bands.map(({ base, ...band }) => ({
            price_group_id: priceGroupOf(isCapital, format),
            zone,
            ticket_type_id,
            ...band,
            price_minor:
              Math.round(((base + more + extra[format] - (isCapital ? 0 : 200)) * share) / 50) * 50,
          })),
        ),
      ),
    ),
  )
}

/** Sells seats of the next screenings, so that their seat maps are not empty. */
async function sellSeats(context: Context): Promise<void> {
  const now = context.clock.now()
  const soon = await readScreeningRows(
    context,
    sql`s.starts_at > ${now} and s.starts_at < ${new Date(now.getTime() + 9 * 3_600_000)}`,
  )
  const layouts = new Map(hallPlans.map((key) => [digestOf(hallLayout(key)), hallLayout(key)]))
  const step = Math.max(1, Math.floor(soon.length / screeningsMax))
  for (const [index, screening] of soon.entries()) {
    if (index % step !== 0) continue
    const layout = layouts.get(screening.layoutDigest)
    if (!layout) continue
    const offeringId = await openScreening(context, screening)
    const share = ((index * 37) % 90) / 100
    // Sells whole groups and leaves no single-seat gaps, like the seat map.
    const { sold } = occupancyOf(layout, `screening ${index}`, share)
    if (sold.length === 0) continue
    const sale = await sellPlaces(context, [
      { holdId: context.random.uuid(), offeringId, legFrom: 0, legTo: 1, places: sold, pools: [] },
    ])
    invariant(sale.ok, 'seats of a demo screening are free')
  }
}
