/**
 * Goal: the home page's row of films is computed once per loaded programme and is still right when a screening starts.
 * Method: two screenings of one day, and the clock.
 */
import { expect, test } from 'vitest'
import { makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { cinemaFrontSource } from '../../../modules/cinema/server/public-api.ts'
import { useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const minute = 60_000

test('a film in the row begins with its next screening, and leaves with the last one', async () => {
  const { context } = opened.shop
  // Noon: the cinemas' day ends at 06:00, and the test must not cross that moment. A week later: the shop's own
  // screening is in two days.
  const day = 86_400_000
  const noon = (Math.ceil(context.clock.now().getTime() / day) + 7) * day + day / 2
  context.clock.advance((noon - context.clock.now().getTime()) / 1_000)
  const now = context.clock.now().getTime()
  const [first, second] = [new Date(now + 30 * minute), new Date(now + 50 * minute)]
  await makeScreening(context, opened.cinema, { startsAt: second })
  await makeScreening(context, opened.cinema, { startsAt: first, hall: 1 })
  const begins = async (locale: 'ka' | 'en' = 'en') =>
    (await cinemaFrontSource.readRow({ ...context, locale }))?.cards.map(({ fromDate }) => fromDate)

  expect(await begins()).toEqual([first.toISOString()])
  expect(await begins('ka')).toEqual([first.toISOString()])
  const row = await cinemaFrontSource.readRow({ ...context, locale: 'en' })
  expect(await cinemaFrontSource.readRow({ ...context, locale: 'en' })).toBe(row)
  context.clock.advance(30 * 60)
  expect(await begins()).toEqual([second.toISOString()])
  context.clock.advance(20 * 60)
  expect(await begins()).toBeUndefined()
})

test('the page of a film begins with a day that has something to sell', async () => {
  const { context } = opened.shop
  const detailsOf = () => opened.get(`/v2/movies/details?slug=${opened.cinema.slug}`)
  const at = (hours: number) => new Date(context.clock.now().getTime() + hours * 60 * minute)
  const later = { startsAt: at(30) }
  await makeScreening(context, opened.cinema, later)
  const next = later.startsAt.getTime() - 2 * 60 * minute
  expect(await detailsOf()).toMatchObject({
    showtimes: [{ startsAt: later.startsAt.toISOString() }],
    dates: [new Date(next).toISOString().slice(0, 10)],
  })
  context.clock.set(later.startsAt)
  expect(await detailsOf(), 'it runs, and is sold no more').toMatchObject({
    showtimes: [],
    dates: [],
  })
})
