/** Screenings as orders and tickets describe what is sold. */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  itemKey,
  type ItemDetails,
  type ItemHead,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { categoryKind } from '#contract/enumerations.ts'
import {
  loadHouse,
  readProgramme,
  readScreenings,
  type House,
  type Screening,
} from './programme.ts'

type Screened = ItemHead & Extract<ItemDetails, { kind: 'screening' }>

/** Descriptions by `itemKey`, with whatever a caller adds; unknown screenings are left out. */
export async function describeScreenings<Description>(
  context: Context,
  items: readonly SoldItem[],
  add: (screening: Screening, description: Screened, house: House) => Description,
): Promise<Map<string, Description>> {
  const screenings = await readScreenings(
    context,
    items.map(({ itemId }) => itemId),
  )
  const house = context.db.isTransaction ? await loadHouse(context) : await readProgramme(context)
  const byId = new Map(screenings.map((screening) => [screening.screeningId, screening]))
  return new Map(
    items.flatMap((item) => {
      const screening = byId.get(item.itemId)
      const description = screening && descriptionOf(house, screening)
      return description ? [[itemKey(item), add(screening, description, house)] as const] : []
    }),
  )
}

function descriptionOf(house: House, screening: Screening): Screened | null {
  const film = house.films.get(screening.filmId)
  const cinema = house.cinemas.get(screening.cinemaId)
  if (!film || !cinema) return null
  return {
    kind: 'screening',
    itemId: screening.screeningId,
    name: film.name,
    venue: cinema.name,
    startsAt: screening.startsAt,
    timeZone: cinema.timeZone,
    endsAt: screening.endsAt,
    endTimeZone: cinema.timeZone,
    imageUrl: film.images['thumbnail']?.url ?? null,
    colour: film.colour,
    category: categoryKind.Movie,
    pagePath: `/movies/${film.slug}`,
    hall: house.halls.get(screening.hallId)?.name ?? { ka: '', en: '' },
    format: screening.format,
    language: screening.language,
  }
}

/** Names of everything that has a ticket: seats by who sits on them, and what is fetched at the bar. */
export function typeNames(house: House): ReadonlyMap<number, LocalizedText> {
  return new Map([
    ...house.ticketTypes.map(({ ticketTypeId, name }) => [ticketTypeId, name] as const),
    ...house.products.map(({ productId, name }) => [productId, name] as const),
  ])
}
