import { sql } from 'kysely'
import type { EntranceItem, EntranceSource } from '#modules/entrance/server/public-api.ts'
import { typeNames } from './describe.ts'
import { sourceName } from './offer-source.ts'
import {
  loadReferenceData,
  readScreeningRows,
  type ReferenceData,
  type Screening,
} from './programme.ts'

/** The two gates of a cinema: the entrance admits, the bar hands out products. */
const gates = { door: 1, bar: 2 } as const

/** Check-in at screenings and bars; a film is the group of its screenings. */
export const cinemaEntranceSource: EntranceSource = {
  name: sourceName,

  async listItems(context, { merchantId, from, until, isUnsoldIncluded = false, most }) {
    const screenings = await readScreeningRows(
      context,
      sql`(s.offering_id is not null or ${isUnsoldIncluded}) and s.ends_at >= ${from} and s.cancelled_at is null
        and (${until ?? null}::timestamptz is null or s.starts_at < ${until ?? null})
        and s.cinema_id in (select id from cinema where merchant_id = ${merchantId})`,
    )
    const reference = await loadReferenceData(context)
    return screenings
      .slice(0, most)
      .flatMap((screening) => entranceItem(reference, screening) ?? [])
  },

  async findItem(context, itemId) {
    const [screening] = await readScreeningRows(context, sql`s.id = ${itemId}`)
    return screening ? entranceItem(await loadReferenceData(context), screening) : null
  },
}

function entranceItem(reference: ReferenceData, screening: Screening): EntranceItem | null {
  const film = reference.films.get(screening.filmId)
  const cinema = reference.cinemas.get(screening.cinemaId)
  if (!film || !cinema) return null
  const hall = reference.halls.get(screening.hallId)?.name
  return {
    itemId: screening.screeningId,
    merchantId: cinema.merchantId,
    groupId: film.filmId,
    showId: film.showId,
    offeringId: screening.offeringId,
    name: hall
      ? { ka: `${film.name.ka} · ${hall.ka}`, en: `${film.name.en} · ${hall.en}` }
      : film.name,
    venue: cinema.name,
    city: cinema.city,
    timeZone: cinema.timeZone,
    startsAt: screening.startsAt,
    doorsAt: null,
    endsAt: screening.endsAt,
    validFrom: null,
    stops: [],
    gates: [
      {
        gateId: gates.door,
        name: { ka: 'დარბაზის შესასვლელი', en: 'Hall entrance' },
        ticketTypeIds: reference.ticketTypes.map(({ ticketTypeId }) => ticketTypeId),
        stop: null,
      },
      {
        gateId: gates.bar,
        name: { ka: 'კინობარი', en: 'Cinema bar' },
        ticketTypeIds: reference.products.map(({ productId }) => productId),
        stop: null,
      },
    ],
    ticketTypes: typeNames(reference),
    rotatesCodes: false,
  }
}
