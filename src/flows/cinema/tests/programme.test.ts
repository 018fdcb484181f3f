/**
 * Goal: films and screenings are found, and followers of a film are notified once. Method: the calls over HTTP; a
 * partner's walk.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { type Reply } from '../../../../tests/hostile/shop.ts'
import { writeFilmOnSale } from '../../../modules/cinema/server/film-on-sale-email.ts'
import { notifySubscribers } from '../../../modules/cinema/server/subscriptions.ts'
import { makeCinema, makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { refused, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { get } = opened
const hour = 3_600_000

describe('the programme', () => {
  test('films are listed, filtered and found by every spelling of the flags', async () => {
    const { shop, cinema, session } = opened
    for (const list of ['current', 'new', 'pinned', 'popular'])
      expect((await get(`/v2/movies/${list}`)).items).toMatchObject([
        { movieId: cinema.filmId, minPrice: 15 },
      ])
    expect((await get(`/v2/movies/comingsoon`)).items).toEqual([])
    const count = async (query: string) => (await get(`/v2/movies/list?${query}`)).items.length
    expect(await count('is3D=true')).toBe(1)
    expect(await count('is2D=true')).toBe(0)
    expect(await count('isImax=true&is3D=true')).toBe(1)
    expect(await count('isScreenX=true')).toBe(0)
    expect(await count('isSub=false')).toBe(0)
    expect(await count('isForChildren=true')).toBe(0)
    expect(await count('toDate=2020-01-01')).toBe(0)
    const details = async (query: string) =>
      (await get(`/v2/movies/details?${query}`)).showtimes.length
    expect(await details(`showId=${cinema.filmId}&is3d=true`)).toBe(1)
    expect(await details(`showId=${cinema.filmId}&is2d=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isIMax=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isEng=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isEng=true&isGeo=true`)).toBe(1)
    expect(await details(`session=${session}&venueId=${cinema.cinemaId}`)).toBe(1)
    expect(await refused(shop.get(`/v2/movies/details`))).toBe('BadRequest')
    expect(await refused(shop.get(`/v2/movies/details?showId=1`))).toBe('NotFound')
  })

  test('a partner reads cinemas, films, sessions and the calendar', async () => {
    const { cinema, session } = opened
    const { theaters } = await get(`/integrations/api/Cavea/Theaters`)
    expect(theaters[0].halls).toHaveLength(2)
    expect((await get(`/v2/movies/venues`)).items[0].formats).toEqual(['2D', '3D'])
    expect((await get(`/integrations/api/Cavea/Movies`)).movies).toHaveLength(1)
    expect((await get(`/integrations/api/Cavea/Movies/UpComingMovies`)).movies).toEqual([])
    const movie = await get(`/integrations/api/Cavea/Movies/Movie/${cinema.filmId}`)
    expect(movie.sessions).toMatchObject([{ session, placesLeft: 156, format: '3D' }])
    const entry = await get(
      `/integrations/api/Cavea/Sessions/CalendarSession?sessionId=${session}&language=ka`,
    )
    expect(entry).toMatchObject({ title: 'საცდელი ფილმი', timeZone: 'Asia/Tbilisi' })
    expect(entry.calendar).toContain(`UID:screening-${session}@`)
  })

  test('a day is shown with all of its cinemas; what has begun leaves it', async () => {
    const { shop, cinema, session } = opened
    const { date, showtimes } = await get('/v2/movies/showtimes')
    expect(showtimes).toMatchObject([{ session, businessDate: date }])
    expect((await get(`/v2/movies/showtimes?slug=cinema-${cinema.cinemaId}`)).venues).toHaveLength(
      1,
    )
    expect(await refused(shop.get('/v2/movies/showtimes?slug=nowhere'))).toBe('NotFound')
    expect((await get('/v2/movies/page')).current).toHaveLength(1)
    const plan = await get(`/v2/movies/screening?session=${session}`)
    expect(plan.products.map(({ kind }: Reply) => kind)).toEqual(['glasses', 'food'])
    expect((await get(`/v2/movies/layouts/${plan.layout.digest}`)).formatVersion).toBe(1)
  })
})

test('a film whose last screening has begun is in no list', async () => {
  const { shop } = opened
  const over = await makeCinema(shop.context)
  const startsAt = new Date(shop.context.clock.now().getTime() - hour)
  await makeScreening(shop.context, over, { startsAt })
  const ids = async () =>
    (await get('/v2/movies/list')).items.map(({ movieId }: Reply) => movieId as number)
  expect(await ids()).not.toContain(over.filmId)
  const session = await makeScreening(shop.context, over)
  expect(await ids()).toContain(over.filmId)
  const film = (showId: number) =>
    shop.get(`/v2/movies/details?showId=${showId}&session=${session}`)
  expect((await expectOk(film(over.filmId))).showtimes).toHaveLength(1)
  expect(await refused(film(opened.cinema.filmId))).toBe('NotFound')
  const entry = () => get(`/integrations/api/Cavea/Sessions/CalendarSession?sessionId=${session}`)
  expect((await entry()).calendar).toContain('STATUS:CONFIRMED')
  await sql`update screening set cancelled_at = ${shop.context.clock.now()}, cancel_reason = '{"ka": "ავარია", "en": "A burst pipe"}' where id = ${session}`.execute(
    shop.context.db,
  )
  expect((await entry()).calendar).toContain('STATUS:CANCELLED')
})

describe('waiting for a film', () => {
  test('one letter when the sale begins, counted until then', async () => {
    const { shop } = opened
    const coming = await makeCinema(shop.context, { releasedInDays: 6 })
    const salesOpenAt = new Date(shop.context.clock.now().getTime() + hour)
    await makeScreening(shop.context, coming, {
      startsAt: new Date(shop.context.clock.now().getTime() + 7 * 24 * hour),
      salesOpenAt,
    })
    const movieId = coming.filmId
    expect((await get(`/v2/movies/comingsoon`)).items).toMatchObject([{ movieId }])
    const token = await shop.guest()
    const subscribe = (body: object, as = token) =>
      shop.post('/integrations/api/Cavea/AddSubscription', { movieId, ...body }, as)
    expect(await refused(subscribe({}))).toBe('BadRequest')
    expect(await expectOk(subscribe({ email: 'nino@example.com' }))).toMatchObject({ count: 1 })
    expect(await expectOk(subscribe({ email: 'Nino@example.com' }))).toMatchObject({ count: 1 })
    await expectOk(subscribe({ email: 'other@example.com' }, await shop.customer()))
    const info = () => get(`/integrations/api/Cavea/SubscriptionInfo?movieId=${movieId}`, token)
    expect(await info()).toMatchObject({ count: 2, isSubscribed: true, isOnSale: false })
    expect(await notifySubscribers(shop.context)).toBe(0)
    shop.context.clock.advance(3_700)
    expect(await notifySubscribers(shop.context)).toBe(2)
    expect(await notifySubscribers(shop.context)).toBe(0)
    expect(await info()).toMatchObject({ count: 0, isOnSale: true })
    expect(await refused(subscribe({ email: 'late@example.com' }))).toBe('AlreadyOnSale')
    const { rows } = await sql<{
      id: string
    }>`select id from film_subscription where email = 'nino@example.com'`.execute(shop.context.db)
    const sent: { to: string; subject: string }[] = []
    const mailer = {
      send: async (letter: { to: string; subject: string }) => void sent.push(letter),
      close: () => undefined,
    }
    await writeFilmOnSale({ ...shop.context, origin: 'http://x' }, mailer as never, {
      subscriptionId: rows[0]?.id ?? '',
    })
    expect(sent).toMatchObject([
      { to: 'nino@example.com', subject: 'Test film: tickets are on sale' },
    ])
  })

  test('whoever subscribed an address may undo it, and then no letter comes', async () => {
    const { shop } = opened
    const coming = await makeCinema(shop.context, { releasedInDays: 6 })
    const opensAt = new Date(shop.context.clock.now().getTime() + hour)
    await makeScreening(shop.context, coming, {
      startsAt: new Date(shop.context.clock.now().getTime() + 7 * 24 * hour),
      salesOpenAt: opensAt,
    })
    const movieId = coming.filmId
    const send = (body: object, token: string) =>
      expectOk(shop.post('/integrations/api/Cavea/AddSubscription', { movieId, ...body }, token))
    const info = (token: string) =>
      get(`/integrations/api/Cavea/SubscriptionInfo?movieId=${movieId}`, token)
    const [phone, laptop, other] = [await shop.guest(), await shop.guest(), await shop.guest()]
    const email = 'two-browsers@example.com'
    await send({ email }, phone)
    for (let again = 0; again < 2; again += 1)
      expect(await send({ email }, laptop)).toMatchObject({ isSubscribed: true, count: 1 })
    await send({ email: 'other@example.com' }, other)
    for (const token of [phone, laptop])
      expect(await info(token)).toMatchObject({ isSubscribed: true, count: 2 })
    expect(await send({ isSubscribed: false }, laptop)).toMatchObject({ count: 1 })
    expect(await info(phone)).toMatchObject({ isSubscribed: false, count: 1 })
    expect(await send({ isSubscribed: false }, phone)).toMatchObject({ count: 1 })
    expect(await info(other)).toMatchObject({ isSubscribed: true })
    shop.context.clock.advance(3_700)
    expect(await notifySubscribers(shop.context)).toBe(1)
    // Undone while its letter waits in the queue.
    const { rows } = await sql<{ id: string }>`
      select id from film_subscription where film_id = ${movieId}`.execute(shop.context.db)
    await send({ isSubscribed: false }, other)
    const sent: unknown[] = []
    const mailer = { send: async (letter: unknown) => void sent.push(letter) }
    await writeFilmOnSale({ ...shop.context, origin: 'http://x' }, mailer as never, {
      subscriptionId: rows[0]?.id ?? '',
    })
    expect([rows.length, sent.length]).toEqual([1, 0])
  })

  test('no more than the limit of a day, whatever comes at once', async () => {
    const { shop } = opened
    const { filmId: movieId } = await makeCinema(shop.context, { releasedInDays: 6 })
    const subscribe = (email: string, token: string) =>
      shop.post('/integrations/api/Cavea/AddSubscription', { movieId, email }, token)
    for (const [who, token] of [
      ['guest', await shop.guest()],
      ['customer', await shop.customer()],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 26 }, (_, index) => subscribe(`${who}-${index}@example.com`, token)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
      const { body } = await subscribe(`${who}@example.com`, token)
      expect(body.error.code).toBe('TooManyRequests')
    }
  })
})
