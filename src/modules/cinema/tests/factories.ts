/** Creates cinemas, films and screenings for tests on a real database. */
import { createHash } from 'node:crypto'
import type { SeatLayout } from '#seatmap/layout.ts'
import { placeCount } from '#seatmap/layout.ts'
import type { Context } from '#platform/context.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
import { insertRows } from '../../../../db/seeds/rows.ts'
import { invalidateProgramme } from '../server/programme.ts'

export interface TestCinema {
  readonly merchantId: number
  readonly cinemaId: number
  readonly hallIds: readonly number[]
  readonly filmId: number
  readonly slug: string
  readonly priceGroupId: number
  readonly digest: string
  readonly layout: SeatLayout
  readonly productIds: { readonly glasses: number; readonly popcorn: number }
}

const hour = 3_600_000
let lastId = 500_000
const nextId = () => ++lastId
const localized = (en: string) => ({ ka: en, en })

export interface CinemaOptions {
  /** By default the demo's medium hall. */
  readonly layout?: SeatLayout
  readonly ageLimit?: 0 | 6 | 12 | 16 | 18
  /** Days from now; negative for a past release. */
  readonly releasedInDays?: number
  readonly halls?: number
  readonly forbidsSingleSeats?: boolean
  /** Organiser of the cinema; by default a new one. */
  readonly merchantId?: number
}

/** Prices: 15.00 standard, 18.00 comfort, 24.00 VIP, 25.00 sofa, 12.00 without numbers; 10.00 for children. */
export async function makeCinema(
  context: Context,
  options: CinemaOptions = {},
): Promise<TestCinema> {
  const { db } = context
  const now = context.clock.now()
  const merchantId = options.merchantId ?? (await makeMerchant(context))
  const [filmId, cinemaId, priceGroupId] = [nextId(), nextId(), nextId()]
  const layout = options.layout ?? hallLayout('medium')
  const digest = createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 40)
  await addFilm(context, filmId, options)
  const known = await db
    .selectFrom('cinema_layout')
    .select('digest')
    .where('digest', '=', digest)
    .execute()
  if (known.length === 0)
    await insertRows(db, 'cinema_layout', [
      { digest, content: layout, capacity: placeCount(layout) },
    ])
  await insertRows(db, 'cinema', [
    {
      id: cinemaId,
      slug: `cinema-${cinemaId}`,
      merchant_id: merchantId,
      name: localized('Test cinema'),
      city: localized('Tbilisi'),
      address: localized('Street 1'),
      latitude: 41.7,
      longitude: 44.8,
      time_zone: 'Asia/Tbilisi',
      forbids_single_seats: options.forbidsSingleSeats ?? true,
      updated_at: now,
    },
  ])
  const hallIds = Array.from({ length: options.halls ?? 1 }, nextId)
  await insertRows(
    db,
    'cinema_hall',
    hallIds.map((id, index) => ({
      id,
      cinema_id: cinemaId,
      name: localized(`Hall ${index + 1}`),
      layout_digest: digest,
      formats: ['2D', '3D'],
      cleaning_minutes: 20,
    })),
  )
  await insertRows(db, 'cinema_price_group', [{ id: priceGroupId, name: localized('Prices') }])
  await addPrices(context, priceGroupId)
  const [glasses, popcorn] = [nextId(), nextId()]
  const product = { per_screening: 50, is_on_sale: true, position: 1 }
  await insertRows(db, 'cinema_product', [
    {
      id: glasses,
      kind: 'glasses',
      name: localized('3D glasses'),
      price_minor: 300,
      formats: ['3D'],
      ...product,
    },
    {
      id: popcorn,
      kind: 'food',
      name: localized('Popcorn'),
      price_minor: 700,
      formats: null,
      ...product,
    },
  ])
  invalidateProgramme(context)
  return {
    merchantId,
    cinemaId,
    hallIds,
    filmId,
    slug: `film-${filmId}`,
    priceGroupId,
    digest,
    layout,
    productIds: { glasses, popcorn },
  }
}

async function addFilm(context: Context, filmId: number, options: CinemaOptions): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  const released = new Date(now.getTime() + (options.releasedInDays ?? -3) * 24 * hour)
  await insertRows(db, 'film', [
    {
      id: filmId,
      slug: `film-${filmId}`,
      name: { ka: 'საცდელი ფილმი', en: 'Test film' },
      original_name: 'Test film',
      summary: localized('A test.'),
      description: localized('A film for tests.'),
      age_limit: options.ageLimit ?? 0,
      runtime_minutes: 100,
      genres: [localized('Drama')],
      people: [{ role: 'director', name: localized('Nobody') }],
      colour: '#123456',
      images: {},
      released_on: released.toISOString().slice(0, 10),
      is_for_children: false,
      is_pinned: true,
      popularity: 10,
      status: 'Active',
      updated_at: now,
    },
  ])
}

async function addPrices({ db }: Context, priceGroupId: number): Promise<void> {
  const prices = { standard: 1_500, comfort: 1_800, vip: 2_400, sofa: 2_500 }
  const price = (zone: string | null, ticketTypeId: number, minor: number) => ({
    price_group_id: priceGroupId,
    zone,
    ticket_type_id: ticketTypeId,
    price_minor: minor,
  })
  await insertRows(db, 'cinema_price', [
    ...Object.entries(prices).flatMap(([zone, minor]) => [
      price(zone, 1, minor),
      price(zone, 2, 1_000),
    ]),
    price(null, 1, 1_200),
  ])
}

export interface ScreeningOptions {
  /** By default two days from now. */
  readonly startsAt?: Date
  readonly hall?: number
  readonly format?: '2D' | '3D'
  readonly isUnallocated?: boolean
  readonly salesOpenAt?: Date
  readonly supplier?: { readonly name: string; readonly session: string }
}

/** A screening of the cinema's film, on sale until it begins. */
export async function makeScreening(
  context: Context,
  cinema: TestCinema,
  options: ScreeningOptions = {},
): Promise<number> {
  const id = nextId()
  const startsAt = options.startsAt ?? new Date(context.clock.now().getTime() + 48 * hour)
  await insertRows(context.db, 'screening', [
    {
      id,
      film_id: cinema.filmId,
      cinema_id: cinema.cinemaId,
      hall_id: cinema.hallIds[options.hall ?? 0],
      layout_digest: cinema.digest,
      price_group_id: cinema.priceGroupId,
      business_date: new Date(startsAt.getTime() - 2 * hour).toISOString().slice(0, 10),
      starts_at: startsAt,
      film_starts_at: new Date(startsAt.getTime() + hour / 4),
      ends_at: new Date(startsAt.getTime() + 2 * hour),
      format: options.format ?? '2D',
      language: 'ka',
      subtitles: 'en',
      is_unallocated: options.isUnallocated ?? false,
      sales_open_at: options.salesOpenAt ?? null,
      sales_close_at: startsAt,
      supplier: options.supplier?.name ?? null,
      supplier_session: options.supplier?.session ?? null,
      updated_at: context.clock.now(),
    },
  ])
  invalidateProgramme(context)
  return id
}
