/** Descriptions of screenings for orders and tickets. */
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
  loadReferenceData,
  readProgramme,
  readScreenings,
  type ReferenceData,
  type Screening,
} from './programme.ts'

type ScreeningDescription = ItemHead & Extract<ItemDetails, { kind: 'screening' }>

/** Descriptions by `itemKey`, extended by `add`; unknown screenings are left out. */
export async function describeScreenings<Description>(
  context: Context,
  items: readonly SoldItem[],
  add: (
    screening: Screening,
    description: ScreeningDescription,
    reference: ReferenceData,
  ) => Description,
): Promise<Map<string, Description>> {
  const screenings = await readScreenings(
    context,
    items.map(({ itemId }) => itemId),
  )
  const reference = context.db.isTransaction
    ? await loadReferenceData(context)
    : await readProgramme(context)
  const byId = new Map(screenings.map((screening) => [screening.screeningId, screening]))
  return new Map(
    items.flatMap((item) => {
      const screening = byId.get(item.itemId)
      const description = screening && descriptionOf(reference, screening)
      return description ? [[itemKey(item), add(screening, description, reference)] as const] : []
    }),
  )
}

function descriptionOf(
  reference: ReferenceData,
  screening: Screening,
): ScreeningDescription | null {
  const film = reference.films.get(screening.filmId)
  const cinema = reference.cinemas.get(screening.cinemaId)
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
    hall: reference.halls.get(screening.hallId)?.name ?? { ka: '', en: '' },
    format: screening.format,
    language: screening.language,
  }
}

/** Names of all ticket types: admissions and products of the bar. */
export function typeNames(reference: ReferenceData): ReadonlyMap<number, LocalizedText> {
  return new Map([
    ...reference.ticketTypes.map(({ ticketTypeId, name }) => [ticketTypeId, name] as const),
    ...reference.products.map(({ productId, name }) => [productId, name] as const),
  ])
}
