/**
 * Goal: a cinema's operator sees the day, swaps halls with all viewers reseated and notified, cancels with refunds, and
 * imports schedules. Method: calls over HTTP as an operator, with orders that are paid, held and returned.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { placeCount } from '#seatmap/layout.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { withholdPlaces } from '#modules/inventory/server/public-api.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { dateAfter } from '../../../../tests/support/dates.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { writeHallChanged } from '../../../modules/cinema/server/office/hall-changed-email.ts'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../../modules/cinema/tests/factories.ts'

let shop: HostileShop
let cinema: TestCinema
let operator: string

beforeAll(async () => {
  shop = await openHostileShop()
  cinema = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
  operator = await shop.operator()
})
afterAll(() => shop.close())

const office = (path: string, body: object) =>
  shop.postProven(`/v2/operator/cinema/${path}`, body, operator)

async function book(session: number, placeIds: readonly number[], isPaid: boolean) {
  const token = await shop.guest()
  const seats = placeIds.map((placeId) => ({ placeId, ticketTypeId: 1 }))
  const order = await expectOk(
    shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
  )
  const { orderKey, orderNumber } = order
  if (isPaid) {
    await expectOk(
      shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token),
    )
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  }
  return { token, orderKey, orderNumber }
}

describe('another hall', () => {
  test('everybody moves with their places, tickets say so, codes stay good, held seats can still be paid', async () => {
    const session = await makeScreening(shop.context, cinema)
    const [hallBefore = 0, hallAfter = 0] = cinema.hallIds
    const paid = await book(session, [33, 34], true)
    const held = await book(session, [40, 41], false)
    for (const [{ orderKey, token }, placeId] of [
      [paid, 34],
      [held, 40],
    ] as const)
      await expectOk(
        shop.post(
          '/groot/Cavea/AddSeatComment',
          { orderKey, sessionId: session, placeId, comment: `For seat ${placeId}` },
          token,
        ),
      )
    const dry = await expectOk(
      office('swap-hall', { screeningId: session, hallId: hallAfter, isDryRun: true }),
    )
    expect(dry).toMatchObject({
      seatsMoved: 4,
      partyCount: 2,
      partiesApart: 0,
      seatsWithoutPlace: 0,
    })
    expect(dry.parties[0]).toMatchObject({
      orderNumber: paid.orderNumber,
      seats: [{ from: { row: '3', seat: '1' }, to: { row: '3', seat: '1' } }, {}],
    })
    const before = await expectOk(shop.get(`/v2/tickets`, paid.token))
    await expectOk(office('swap-hall', { screeningId: session, hallId: hallAfter }))
    const day = await dayOf(session)
    expect(day.halls.find(({ hallId }: Reply) => hallId === hallAfter).screenings).toMatchObject([
      { screeningId: session, sold: 2, held: 2 },
    ])
    expect(day.halls.find(({ hallId }: Reply) => hallId === hallBefore).screenings).toEqual([])
    const after = await expectOk(shop.get(`/v2/tickets`, paid.token))
    expect(after.tickets.map(({ code }: Reply) => code)).toEqual(
      before.tickets.map(({ code }: Reply) => code),
    )
    const { tickets } = await expectOk(
      shop.get(`/groot/Cavea/OrderDetails?orderNumber=${paid.orderNumber}`, paid.token),
    )
    // The other hall has the same layout: the nearest seat is the same seat.
    expect(tickets.map(({ placeId }: Reply) => placeId)).toEqual([33, 34])
    // Comments of unpaid orders are not listed.
    const said = await expectOk(
      shop.get(`/v2/operator/cinema/comments?screeningId=${session}`, operator),
    )
    expect(said.comments).toEqual([
      { orderNumber: paid.orderNumber, row: '3', seat: '2', comment: 'For seat 34' },
    ])
    await expectOk(
      shop.post(
        '/groot/Cavea/Checkout',
        { orderKey: held.orderKey, buyer, acceptTerms: true },
        held.token,
      ),
    )
    const { rows } = await sql<{
      id: number
    }>`select id from orders where order_key = ${paid.orderKey}`.execute(shop.context.db)
    const sent: { to: string; text: string }[] = []
    const mailer = {
      send: async (letter: { to: string; text: string }) => void sent.push(letter),
      close: () => undefined,
    }
    const job = { orderId: Number(rows[0]?.id), screeningId: session }
    await writeHallChanged({ ...shop.context, origin: 'http://x' }, mailer as never, job, {
      id: '1',
      ...shop.ports.tickets,
    })
    expect(sent).toMatchObject([{ to: buyer.email }])
    expect(sent[0]?.text).toContain('Row 3, seat 1')
    // A buyer without an account can open it.
    expect(sent[0]?.text).toMatch(/http:\/\/x\/en\/tickets\/[0-9a-f-]{36}\/[\w-]{43}/)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('in a larger hall what is kept back stays so beside everybody, and what they said goes along', async () => {
    const house = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
    const [, hallId = 0] = house.hallIds
    const large = hallLayout('large')
    const digest = 'a'.repeat(40)
    const { db } = shop.context
    await sql`insert into cinema_layout (digest, content, capacity)
      values (${digest}, ${JSON.stringify(large)}, ${placeCount(large)})`.execute(db)
    await sql`update cinema_hall set layout_digest = ${digest} where id = ${hallId}`.execute(db)
    const session = await makeScreening(shop.context, house)
    const { orderKey, token } = await book(session, [33, 34], true)
    const said = { orderKey, sessionId: session, placeId: 34, comment: 'By the aisle' }
    await expectOk(shop.post('/groot/Cavea/AddSeatComment', said, token))
    const { rows } = await sql<{ offeringId: number }>`
      select offering_id::int8 as "offeringId" from screening where id = ${session}`.execute(db)
    const kept = { offeringId: Number(rows[0]?.offeringId), placeIds: [62, 63], isKept: true }
    await withholdPlaces(shop.context, kept)
    const guests = { screeningId: session, placeIds: [64], isKept: true, reason: 'Guests' }
    await expectOk(office('kept-seats', guests))
    const swapped = await expectOk(office('swap-hall', { screeningId: session, hallId }))
    expect(swapped).toMatchObject({ seatsMoved: 2, seatsKeptBack: 3, seatsNoLongerKeptBack: 0 })
    const { seats } = await expectOk(
      shop.get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${session}`),
    )
    const namesOf = (status: string) =>
      seats
        .filter((seat: Reply) => seat.status === status)
        .map(({ row, seat }: Reply) => `${row} ${seat}`)
    expect(namesOf('InActive')).toEqual(['4 14', '4 15', '4 16'])
    const house64 = await expectOk(
      shop.get(`/v2/operator/cinema/kept-seats?screeningId=${session}`, operator),
    )
    expect(house64.kept.map(({ seat, reason }: Reply) => `${seat} ${reason}`)).toEqual([
      '14 ',
      '15 ',
      '16 Guests',
    ])
    const sold = namesOf('Sold')
    expect(sold).toHaveLength(2)
    const { comments } = await expectOk(
      shop.get(`/v2/operator/cinema/comments?screeningId=${session}`, operator),
    )
    expect(comments).toMatchObject([{ comment: 'By the aisle' }])
    expect(sold).toContain(`${comments[0].row} ${comments[0].seat}`)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('a hall that is taken at that time, too small, or of another cinema is refused', async () => {
    const startsAt = new Date(shop.context.clock.now().getTime() + 90 * 3_600_000)
    const session = await makeScreening(shop.context, cinema, { startsAt })
    await makeScreening(shop.context, cinema, { startsAt, hall: 1 })
    const code = async (hallId: number) =>
      (await office('swap-hall', { screeningId: session, hallId })).body.error?.code
    expect(await code(cinema.hallIds[1] ?? 0)).toBe('HallTaken')
    expect(await code(1)).toBe('NotFound')
  })
})

describe('another time', () => {
  const later = (hours: number) => new Date(shop.context.clock.now().getTime() + hours * 3_600_000)

  test('holders are told, may have their money back, and hold what they held', async () => {
    const startsAt = later(190)
    const session = await makeScreening(shop.context, cinema, { startsAt })
    const { token, orderKey, orderNumber } = await book(session, [33, 34], true)
    const to = new Date(startsAt.getTime() + 40 * 60_000).toISOString()
    const dry = await expectOk(
      office('move', { screeningId: session, startsAt: to, isDryRun: true }),
    )
    expect(dry).toMatchObject({ ticketCount: 2, warnings: [], reseating: null })
    const subject = async () => (await expectOk(shop.get('/v2/tickets', token))).tickets[0].event
    expect(await subject()).toMatchObject({ startsAt: startsAt.toISOString(), movedFrom: null })
    await expectOk(office('move', { screeningId: session, startsAt: to }))
    const ticket = await subject()
    expect(ticket).toMatchObject({ startsAt: to, movedFrom: startsAt.toISOString() })
    expect(ticket.fullRefundUntil).not.toBeNull()
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job
      where name = 'event-moved' and (data ->> 'itemId')::int = ${session}`.execute(shop.context.db)
    expect(rows).toEqual([{ count: 1 }])
    const { tickets } = await expectOk(
      shop.get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token),
    )
    const id = tickets[0].integrationTicketId
    const path = `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${id}`
    expect((await expectOk(shop.get(path, token))).back).toMatchObject({ amount: 1_500 })
  })

  test('with another hall everybody is seated there; where the hall is taken nothing changes', async () => {
    const startsAt = later(220)
    const session = await makeScreening(shop.context, cinema, { startsAt })
    await book(session, [40, 41], true)
    const [first = 0, second = 0] = cinema.hallIds
    const other = await makeScreening(shop.context, cinema, {
      startsAt: new Date(startsAt.getTime() + 3_600_000),
      hall: 1,
    })
    const to = new Date(startsAt.getTime() + 1_800_000).toISOString()
    const request = { screeningId: session, startsAt: to, hallId: second }
    const dry = await expectOk(office('move', { ...request, isDryRun: true }))
    expect(dry).toMatchObject({ warnings: ['clash'], reseating: { seatsMoved: 2, partyCount: 1 } })
    expect((await office('move', request)).body.error.code).toBe('HallTaken')
    expect((await dayOf(session)).halls[0].screenings).toContainEqual(
      expect.objectContaining({ screeningId: session, startsAt: startsAt.toISOString() }),
    )
    // Two concurrent moves into one gap: one of them succeeds.
    const gap = new Date(startsAt.getTime() + 5 * 3_600_000).toISOString()
    const both = await Promise.all(
      [session, other].map((screeningId) =>
        office('move', { screeningId, startsAt: gap, hallId: second }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(first).toBeGreaterThan(0)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })
})

test('a screening is added where the hall is free, and the figures count what it sells', async () => {
  const startsAt = new Date(
    Math.ceil(shop.context.clock.now().getTime() / 86_400_000 + 12) * 86_400_000 + 8 * 3_600_000,
  )
  const session = await makeScreening(shop.context, cinema, { startsAt })
  await book(session, [33, 34, 35], true)
  const [hallId = 0] = cinema.hallIds
  const at = (minutes: number) => ({
    hallId,
    filmId: cinema.filmId,
    startsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
  })
  expect((await office('add', at(60))).body.error.code).toBe('HallTaken')
  expect((await office('add', { ...at(200), format: 'IMAX' })).body.error.code).toBe('BadRequest')
  expect(await expectOk(office('add', { ...at(125), isDryRun: true }))).toMatchObject({
    screeningId: null,
    warnings: ['cleaning'],
  })
  const { screeningId } = await expectOk(office('add', at(200)))
  const day = await dayOf(screeningId)
  expect(day.halls[0].screenings.map((one: Reply) => one.screeningId)).toContain(screeningId)
  const figures = await expectOk(
    shop.get(
      `/v2/operator/cinema/figures?cinemaId=${cinema.cinemaId}&from=${day.date}&to=${day.date}`,
      operator,
    ),
  )
  expect(figures.totals).toMatchObject({
    screenings: 2,
    sold: 3,
    boxOffice: { amount: 4_500 },
    bar: { amount: 0 },
  })
  expect(figures.films).toMatchObject([{ filmId: cinema.filmId, sold: 3 }])
  expect(figures.differences).toEqual([])
  await sql`insert into supplier_difference (supplier, kind, booking_number, detail, found_at)
    values ('vista', 'missing-here', 'VB9', '{}', ${shop.context.clock.now()})`.execute(
    shop.context.db,
  )
  const again = await expectOk(shop.get('/v2/operator/cinema/figures', operator))
  expect(again.differences).toMatchObject([{ kind: 'missing-here', bookingNumber: 'VB9' }])
})

async function dayOf(session: number): Promise<Reply> {
  const { rows } = await sql<{
    date: string
  }>`select business_date::text as date from screening where id = ${session}`.execute(
    shop.context.db,
  )
  return expectOk(
    shop.get(`/v2/operator/cinema/day?cinemaId=${cinema.cinemaId}&date=${rows[0]?.date}`, operator),
  )
}

test('a screening of an outside system is changed there alone', async () => {
  const supplier = { name: 'vista', session: 'OFFICE-1' }
  const session = await makeScreening(shop.context, cinema, { supplier })
  const reason = { ka: 'მიზეზი', en: 'A reason' }
  const startsAt = new Date(shop.context.clock.now().getTime() + 60 * 3_600_000).toISOString()
  for (const [path, body] of [
    ['cancel', { reason }],
    ['move', { startsAt }],
    ['swap-hall', { hallId: cinema.hallIds[1] }],
  ] as const)
    expect((await office(path, { screeningId: session, ...body })).body.error.code).toBe(
      'BadRequest',
    )
})

test('a cancelled screening gives everything back, once', async () => {
  const session = await makeScreening(shop.context, cinema, {
    startsAt: new Date(shop.context.clock.now().getTime() + 140 * 3_600_000),
  })
  const { token, orderNumber } = await book(session, [50, 51], true)
  const reason = { ka: 'პროექტორი გაფუჭდა', en: 'The projector broke' }
  expect(await expectOk(office('cancel', { screeningId: session, reason }))).toMatchObject({
    isNew: true,
  })
  expect(await expectOk(office('cancel', { screeningId: session, reason }))).toMatchObject({
    isNew: false,
  })
  const again = await shop.post('/groot/Cavea/BookSeat', {
    sessionId: session,
    seats: [{ placeId: 60, ticketTypeId: 1 }],
  })
  expect(again.body.error.code).toBe('EventNotActive')
  // No statement opens its sale again.
  const open = sql`update offering set is_on_sale = true where id =
    (select offering_id from screening where id = ${session})`
  await expect(open.execute(shop.context.db)).rejects.toThrow('ended_is_not_on_sale')
  await refundCancelled(shop.context, shop.ports.returns)
  await executeRefunds(shop.context, shop.ports.checkout)
  const order = await expectOk(
    shop.get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token),
  )
  expect(order.tickets.map(({ status }: Reply) => status)).toEqual(['Returned', 'Returned'])
  expect(await brokenInvariants(shop.context)).toEqual([])
})

test('an organiser runs their own cinemas, and no others exist for them', async () => {
  const own = await makeCinema(shop.context, { halls: 2 })
  const token = await shop.staff(own.merchantId)
  const ask = (path: string, body: object) =>
    shop.postProven(`/v2/merchantusers/cinema/${path}`, body, token)
  const startsAt = new Date(shop.context.clock.now().getTime() + 30 * 3_600_000)
  const [session, theirs] = [
    await makeScreening(shop.context, own, { startsAt }),
    await makeScreening(shop.context, cinema, { startsAt, hall: 1 }),
  ]
  const { sells } = await expectOk(shop.get('/v2/merchantusers/profile', token))
  expect(sells).toEqual(['cinema'])
  const day = await expectOk(shop.get('/v2/merchantusers/cinema/day', token))
  expect(day.cinemas).toEqual([{ cinemaId: own.cinemaId, name: 'Test cinema' }])
  const figures = await expectOk(shop.get('/v2/merchantusers/cinema/figures', token))
  expect(figures).toMatchObject({ cinemaId: own.cinemaId, differences: [] })

  const [hallId, second] = own.hallIds
  const later = new Date(startsAt.getTime() + 3_600_000).toISOString()
  await expectOk(ask('move', { screeningId: session, startsAt: later, hallId: second }))
  await expectOk(ask('swap-hall', { screeningId: session, hallId }))
  const { screeningId } = await expectOk(
    ask('add', { hallId: second, filmId: own.filmId, startsAt: later }),
  )
  const reason = { ka: 'მიზეზი', en: 'A reason' }
  await expectOk(ask('cancel', { screeningId, reason }))
  const date = dateAfter(shop.context.clock.now(), 97)
  const row = (slug: string, hour: number) =>
    JSON.stringify([
      { film: own.slug, cinema: slug, hall: 'Hall 1', startsAt: `${date}T${hour}:00:00+04:00` },
    ])
  const send = (content: string) => expectOk(ask('import', { format: 'json', content }))
  expect(await send(row(`cinema-${own.cinemaId}`, 12))).toMatchObject({ isTakenIn: true })
  expect((await send(row(`cinema-${cinema.cinemaId}`, 16))).problems).toMatchObject([
    { code: 'unknown-cinema' },
  ])
  const { entries } = await expectOk(shop.get('/v2/merchantusers/log?action=cinema.', token))
  expect(entries.map(({ action }: Reply) => action)).toEqual(
    ['import', 'cancel', 'add', 'swap-hall', 'move'].map((verb) => `cinema.${verb}`),
  )

  const refused = async (path: string, body: object) => (await ask(path, body)).body.error?.code
  for (const [path, body] of [
    ['move', { startsAt: later }],
    ['swap-hall', { hallId: cinema.hallIds[0] }],
    ['cancel', { reason }],
  ] as const)
    expect(await refused(path, { screeningId: theirs, ...body })).toBe('NotFound')
  // Their own screening into another organiser's hall.
  expect(
    await refused('move', { screeningId: session, startsAt: later, hallId: cinema.hallIds[0] }),
  ).toBe('NotFound')
  expect(
    await refused('add', { hallId: cinema.hallIds[0], filmId: own.filmId, startsAt: later }),
  ).toBe('NotFound')
  const scanner = await makeStaffToken(shop.context, {
    merchantId: own.merchantId,
    role: 'scanner',
  })
  const day403 = await shop.get('/v2/merchantusers/cinema/day', scanner)
  expect(day403.body.error.code).toBe('Forbidden')
})

describe('a schedule from a file', () => {
  const at = (hour: string) => `${dateAfter(shop.context.clock.now(), 96)}T${hour}:00+04:00`
  const csv = (rows: string[]) => ['film,cinema,hall,startsAt,format,language', ...rows].join('\n')
  const row = (hour: string, hall = 'Hall 1', film = cinema.slug) =>
    `${film},cinema-${cinema.cinemaId},${hall},${at(hour)},2D,ka`
  const send = (content: string, isDryRun = false, format = 'csv') =>
    expectOk(office('import', { format, content, isDryRun }))

  test('a dry run tells row by row; clean files are taken in once', async () => {
    await makeScreening(shop.context, cinema)
    const wrong = await send(
      csv([
        row('10:00'),
        row('10:30'),
        row('14:00', 'Hall 9'),
        row('14:00', 'Hall 1', 'nobody'),
        'x,y',
      ]),
      true,
    )
    expect(wrong.problems.map(({ row: number, code }: Reply) => [number, code])).toEqual([
      [1, 'clash'],
      [2, 'clash'],
      [3, 'unknown-hall'],
      [4, 'unknown-film'],
      [5, 'invalid'],
    ])
    expect(await send(csv([row('10:00'), row('10:30')]))).toMatchObject({ isTakenIn: false })
    const clean = csv([row('10:00'), row('13:00'), row('10:00', 'Hall 2')])
    expect(await send(clean)).toMatchObject({ isTakenIn: true, newCount: 3, problems: [] })
    expect(await send(clean)).toMatchObject({ isTakenIn: true, newCount: 0, knownCount: 3 })
    const tight = await send(csv([row('15:05')]))
    expect(tight).toMatchObject({
      isTakenIn: true,
      problems: [{ code: 'cleaning', isWarning: true }],
    })
  })

  test('a table is read as spreadsheet programs write it, in the local time of the cinema', async () => {
    const day = dateAfter(shop.context.clock.now(), 110)
    const [year, month, dayOfMonth] = day.split('-')
    const table = (moment: string) =>
      `sep=;\r\nFilm;Cinema;Hall;Starts at;Format;Language\r\n${cinema.slug};cinema-${cinema.cinemaId};Hall 1;${moment};2D;ka\r\n`
    expect(await send(table(`${dayOfMonth}.${month}.${year} 18:00:00`))).toMatchObject({
      newCount: 1,
    })
    expect(await send(table(`${day}T18:00:00+04:00`))).toMatchObject({ newCount: 0, knownCount: 1 })
    const wrong = await send(table(`${month}/${dayOfMonth}/${year} 18:00`))
    expect(wrong).toMatchObject({
      isTakenIn: false,
      problems: [{ row: 1, code: 'invalid', detail: 'startsAt' }],
    })
  })

  test('screenings of schema.org are read', async () => {
    const event = {
      '@type': 'ScreeningEvent',
      startDate: at('20:00'),
      workPresented: { '@type': 'Movie', name: 'Test film' },
      location: {
        '@type': 'MovieTheater',
        name: 'Hall 2',
        containedInPlace: { name: `cinema-${cinema.cinemaId}` },
      },
      videoFormat: '2D',
      inLanguage: 'en',
    }
    const content = JSON.stringify({ '@context': 'https://schema.org', '@graph': [event] })
    expect(await send(content, false, 'json')).toMatchObject({ isTakenIn: true, newCount: 1 })
    expect((await office('import', { format: 'json', content: '{' })).body.error.code).toBe(
      'BadRequest',
    )
  })
})
