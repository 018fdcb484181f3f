/**
 * Goal: a number names one thing in all calls; films are shows of type `Movies`. Method: the calls over HTTP, with a
 * concert whose number a film had before.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { type Reply } from '../../../../tests/hostile/shop.ts'
import { makeEvent } from '../../../modules/events/tests/factories.ts'
import { refused, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { get } = opened
const movies = 5

describe('films in the calls of shows', () => {
  test('a film has a number of its own and opens as a film', async () => {
    const { shop, cinema, session } = opened
    const [film] = (await get('/v2/movies/current')).items
    expect(film.movieId).toBe(cinema.filmId)
    const concert = await makeEvent(shop.context, { showId: film.movieId })
    expect(await get(`/v2/Shows?itemId=${film.movieId}`)).toMatchObject({ type: 1 })
    const shown = await get(`/v2/Shows?itemId=${film.showId}&category=Movie`)
    expect(shown).toMatchObject({
      showId: film.showId,
      type: movies,
      categoryKind: 1,
      name: film.name,
      minPrice: 15,
      events: [{ eventId: session, saleState: 'OnSale' }],
    })
    expect(shown.events[0].eventId).not.toBe(concert.eventId)
    expect(await refused(shop.get(`/v2/Shows?itemId=${film.showId}&category=Event`))).toBe(
      'NotFound',
    )
    const item = { itemId: film.showId, showType: movies, eventId: session }
    for (const call of ['/v2/Shows/new?itemId=', '/v2/Shows/info?itemId='])
      expect(await get(call + film.showId)).toMatchObject(
        call.includes('new') ? { items: [item] } : item,
      )
    expect(await get(`/v2/Shows/info?itemType=Event&itemId=${session}`)).toMatchObject({
      itemId: session,
      itemType: 'Event',
      showId: film.showId,
      eventId: session,
    })
    expect((await get('/v2/Shows/new?category=1')).items).toMatchObject([item])
    expect((await get('/v2/Shows/Pinned')).items).toContainEqual(expect.objectContaining(item))
  })

  test('a film is found under its number of before in the calls of films only', async () => {
    const [film] = (await get('/v2/movies/current')).items
    expect(film.showId).not.toBe(film.movieId)
    for (const showId of [film.showId, film.movieId])
      expect((await get(`/v2/movies/details?showId=${showId}`)).showId).toBe(film.showId)
    const [venue] = (await get('/v2/movies/venues')).items
    for (const venueId of [venue.venueId, venue.cinemaId])
      expect(
        (await get(`/v2/movies/details?showId=${film.showId}&venueId=${venueId}`)).showtimes,
      ).toHaveLength(1)
  })

  test('new screenings and events never have the same number', async () => {
    const { shop, session } = opened
    const defaults = await sql<{ table: string; sequence: string }>`
      select table_name as "table", column_default as sequence from information_schema.columns
      where (table_name, column_name) in
        (('show', 'id'), ('film', 'show_id'), ('event', 'id'), ('screening', 'id'))`.execute(
      shop.context.db,
    )
    const of = new Map(defaults.rows.map(({ table, sequence }) => [table, sequence]))
    expect(of.get('film')).toBe(of.get('show'))
    expect(of.get('screening')).toBe(of.get('event'))
    const calendar = await shop.get(`/v2/presentation/generate-calendar?eventId=${session}`)
    expect(calendar.text).toContain(`UID:screening-${session}@`)
  })

  test('films on sale are listed by kind, and among all shows', async () => {
    const { session } = opened
    const list = async (query: string) => (await get(`/v2/Shows/List?${query}`)).items
    for (const kind of ['1', 'Movie'])
      expect(await list(`categoryType=${kind}`)).toMatchObject([
        { showType: movies, eventId: session, eventCount: 1, minPrice: 15 },
      ])
    expect(await list('categoryType=1&toDate=2020-01-01')).toEqual([])
    const types = (await list('')).map(({ showType }: Reply) => showType)
    expect(new Set(types)).toEqual(new Set([1, movies]))
  })

  test('a view of a film counts for the film', async () => {
    const { shop } = opened
    const [film] = (await get('/v2/movies/current')).items
    const counted = await shop.post(`/v2/shows/${film.showId}/SendViewContentEvent`, undefined)
    expect(await expectOk(Promise.resolve(counted))).toEqual({ isCounted: true })
    const operator = await shop.operator()
    const views = async (showId: number) =>
      (await get(`/v2/operator/shows/${showId}/views`, operator)).days.at(-1).count
    expect(await views(film.showId)).toBe(1)
    expect(await views(film.movieId)).toBe(0)
    const unknown = await shop.post('/v2/shows/1999999/SendViewContentEvent', undefined)
    expect(unknown.body).toEqual({ isCounted: false })
  })
})
