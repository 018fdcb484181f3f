/**
 * Goal: a family's return journey from Tbilisi to Batumi is found, held together, named, paid, changed and returned
 * like any other item. Method: the demo's railway over HTTP, with the demo bank; the steps follow one another.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'

const buyer = { name: 'Nino Beridze', email: 'family@example.com', phone: '+995555123456' }
const [there, back] = ['2026-12-10', '2026-12-13']

let shop: HostileShop
let token: string
let outward: Reply
let homeward: Reply
let orderKey: string
let order: Reply
let payId: string

beforeAll(async () => {
  shop = await openHostileShop({}, { isDemo: true })
  await syncReturnTerms(shop.context)
  token = await shop.guest()
})
afterAll(() => shop.close())

/** Unbalanced ledger entries, and sold seats of these runs without exactly one valid ticket. */
async function broken(): Promise<unknown[]> {
  const runIds = [outward, homeward].map((way) => stretchOf(way).runId)
  const { rows } = await sql`
    select run.id, place_id, leg from place_leg join run on run.offering_id = place_leg.offering_id
    where run.id = any(${runIds}) and state = 2 and (select count(*) from ticket
      where ticket.offering_id = place_leg.offering_id and ticket.place_id = place_leg.place_id
        and ticket.status = 1 and leg >= ticket.leg_from and leg < ticket.leg_to) <> 1`.execute(
    shop.context.db,
  )
  return [...rows, ...(await ledgerViolations(shop.context))]
}

const stretchOf = ({ segments: [segment] }: Reply) => ({
  runId: segment.runId,
  legFrom: segment.legFrom,
  legTo: segment.legTo,
})
const query = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')

/** What is taken of a run: seats by leg, pools by leg. */
async function takenOf(runId: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ what: string; taken: string }>`
    select 'seat ' || place_id as what, string_agg(leg || case state when 2 then 's' else 'h' end, '' order by leg) as taken
    from place_leg join run on run.offering_id = place_leg.offering_id
    where run.id = ${runId} and state in (1, 2) group by place_id
    union all
    select 'baggage', string_agg(leg || ':' || taken, ' ' order by leg)
    from pool_leg join run on run.offering_id = pool_leg.offering_id
    where run.id = ${runId} and taken > 0 having count(*) > 0`.execute(shop.context.db)
  return Object.fromEntries(rows.map(({ what, taken }) => [what, taken]))
}

describe('there and back for two adults and a child', () => {
  test('is found, with prices for the three', async () => {
    const party = { adults: 2, children: 1, brand: 'railway' }
    const found = await expectOk(
      shop.get(
        `/v2/transport/journeys?${query({ from: 'tbilisi', to: 'batumi', date: there, ...party })}`,
      ),
    )
    outward = found.journeys.find((one: Reply) => one.segments[0].vehicle === 'Train 802')
    expect(outward).toMatchObject({ sale: 'open', changes: 0 })
    const returning = await expectOk(
      shop.get(
        `/v2/transport/journeys?${query({ from: 'batumi', to: 'tbilisi', date: back, ...party })}`,
      ),
    )
    homeward = returning.journeys.find((one: Reply) => one.sale === 'open')
    const types = await expectOk(
      shop.get(`/v2/transport/ticket-types?${query(stretchOf(outward))}`),
    )
    const second = types.classes.find((one: Reply) => one.classCode === 'second')
    const total = (rider: string) =>
      second.riders.find((one: Reply) => one.rider === rider).total.amount
    expect(outward.priceFrom.amount).toBe(2 * total('adult') + total('child'))
    expect(total('child')).toBeLessThan(total('adult'))
    const ends = { from: 'tbilisi', to: 'batumi', date: there, brand: 'railway' }
    const lowest = async (riders: object) =>
      (await expectOk(shop.get(`/v2/transport/calendar?${query({ ...ends, days: 3, ...riders })}`)))
        .days[0].lowestPrice.amount
    expect(await lowest({})).toBe(total('adult'))
    // Days cost what these passengers pay, like the journeys of the list.
    expect(await lowest(party)).toBe(2 * total('adult') + total('child'))
    expect(await lowest({ adults: 0, wheelchairs: 1 })).toBe(total('wheelchair'))
  })

  test('the calendar has days with changes only, and says when a sale opens', async () => {
    const changing = { from: 'telavi', to: 'batumi', date: there, days: 2 }
    const days = async (values: object) =>
      (await expectOk(shop.get(`/v2/transport/calendar?${query({ ...values })}`))).days
    const lowestOf = async (riders: object) => {
      const asked = { ...changing, ...riders }
      const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${query(asked)}`))
      const prices = journeys.flatMap(({ priceFrom }: Reply) => priceFrom?.amount ?? [])
      return Math.min(...prices)
    }
    for (const riders of [{ adults: 1 }, { adults: 1, children: 1 }])
      expect((await days({ ...changing, ...riders, changes: true }))[0]).toMatchObject({
        departures: 0,
        changes: true,
        lowestPrice: { amount: await lowestOf(riders) },
      })
    expect((await days(changing))[0]).not.toHaveProperty('changes')
    const later = { from: 'tbilisi', to: 'batumi', date: '2027-03-10' }
    expect((await days({ ...later, brand: 'railway' }))[0].sale).toBe('not-yet')
    const found = await expectOk(shop.get(`/v2/transport/journeys?${query(later)}`))
    const train = found.journeys.find((one: Reply) => one.segments[0].vehicle === 'Train 802')
    expect(Date.parse(train.segments[0].saleOpensAt)).toBeLessThan(Date.parse(train.departsAt))
  })

  test('a wheelchair user pays for the class of the space; a train without one is sold out', async () => {
    const ask = async (to: string, wheelchairs: number) => {
      const on = { from: 'tbilisi', to, date: '2026-12-11', brand: 'railway' }
      const asked = query({ ...on, adults: 0, wheelchairs })
      const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${asked}`))
      const { days } = await expectOk(shop.get(`/v2/transport/calendar?${asked}&days=1`))
      return { train: journeys[0], lowest: days[0].lowestPrice }
    }
    // The only space of this train is in the first class.
    const { train, lowest } = await ask('zugdidi', 1)
    expect(lowest).toEqual(train.priceFrom)
    const segment = stretchOf(train)
    const { classes } = await expectOk(shop.get(`/v2/transport/ticket-types?${query(segment)}`))
    for (const { riders } of classes)
      expect(riders.find(({ rider }: Reply) => rider === 'wheelchair').total).toEqual(lowest)
    const chosen = { ...segment, classCode: 'second', passengers: [{ rider: 'wheelchair' }] }
    const body = { segments: [chosen] }
    const held = await expectOk(shop.post('/v2/transport/choose', body, await shop.guest()))
    expect(held.total).toEqual(lowest)
    // More of them than spaces, and a night train without any.
    for (const asked of [ask('zugdidi', 2), ask('yerevan', 1)])
      expect(await asked).toMatchObject({ train: { sale: 'full', priceFrom: null }, lowest: null })
  })

  test('is held together, seats side by side, one deadline', async () => {
    const passengers = [{ rider: 'adult' }, { rider: 'adult' }, { rider: 'child' }]
    const body = {
      segments: [
        {
          ...stretchOf(outward),
          classCode: 'second',
          passengers,
          baggage: [{ optionCode: 'bicycle', quantity: 1 }],
        },
        { ...stretchOf(homeward), direction: 1, classCode: 'second', passengers },
      ],
    }
    order = await expectOk(shop.post('/v2/transport/choose', body, token))
    orderKey = order.orderKey
    expect(order.segments.map(({ tickets }: Reply) => tickets.length)).toEqual([3, 3])
    expect(order.segments.map(({ direction }: Reply) => direction)).toEqual([0, 1])
    const [first] = order.segments
    expect(new Set(first.tickets.map(({ coach }: Reply) => coach)).size).toBe(1)
    // Side by side on one deck: the seats are numbered along it.
    const numbers = first.tickets
      .map(({ seat }: Reply) => Number(seat))
      .toSorted((a: number, b: number) => a - b)
    expect(numbers.at(-1) - numbers[0]).toBeLessThan(10)
    expect(first.baggage).toMatchObject([{ optionCode: 'bicycle', quantity: 1 }])
    const taken = await takenOf(stretchOf(outward).runId)
    expect(Object.keys(taken)).toHaveLength(4)
    const mine = await expectOk(
      shop.get(`/v2/transport/seats?${query({ ...stretchOf(outward), orderKey })}`, token),
    )
    const states = mine.coaches.flatMap(({ seats }: Reply) =>
      seats.map(({ state }: Reply) => state),
    )
    expect(states.filter((state: string) => state === 'yours')).toHaveLength(3)
  })

  test('all or nothing: a seat that is gone on the way back keeps nothing of the way there', async () => {
    const other = await shop.guest()
    const [, homewardSeats] = order.segments
    const before = await takenOf(stretchOf(outward).runId)
    const refused = await shop.post(
      '/v2/transport/choose',
      {
        segments: [
          { ...stretchOf(outward), passengers: [{ rider: 'adult' }] },
          {
            ...stretchOf(homeward),
            passengers: [{ rider: 'adult', placeId: homewardSeats.tickets[0].placeId }],
          },
        ],
      },
      other,
    )
    expect(refused.body.error.code).toBe('SeatNotAvailable')
    expect(await takenOf(stretchOf(outward).runId)).toEqual(before)
  })

  test('a seat is exchanged for another in one moment', async () => {
    const { runId, legFrom, legTo } = stretchOf(outward)
    const [moving] = order.segments[0].tickets
    const plan = await expectOk(
      shop.get(`/v2/transport/seats?${query({ runId, legFrom, legTo, orderKey })}`, token),
    )
    const free = plan.coaches
      .flatMap(({ seats }: Reply) => seats)
      .find(
        (seat: Reply) =>
          seat.state === 'free' &&
          seat.classCode === 'second' &&
          seat.attributes.includes('window'),
      )
    order = await expectOk(
      shop.post(
        '/v2/transport/choose',
        {
          orderKey,
          replaces: [moving.lineId],
          segments: [
            { runId, legFrom, legTo, passengers: [{ rider: 'adult', placeId: free.placeId }] },
          ],
        },
        token,
      ),
    )
    const seats = order.segments[0].tickets.map(({ placeId }: Reply) => placeId)
    expect(seats).toContain(free.placeId)
    expect(seats).not.toContain(moving.placeId)
    expect(seats).toHaveLength(3)
  })

  test('nobody travels twice on one train, and everybody is named', async () => {
    const checkout = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
    const named = checkout.passengers.map(({ lineId, unit, kind }: Reply, index: number) => ({
      lineId,
      unit,
      givenName: ['Nino', 'Gia', 'Luka'][index % 3],
      familyName: 'Beridze',
      nameKa: 'ბერიძე',
      kind,
      documentKind: 'passport',
      documentNumber: `12AB34${index % 3}`,
      nationality: 'GE',
      birthDate: kind === 1 ? '2018-05-01' : '1990-02-28',
    }))
    const children = named.filter(({ kind }: Reply) => kind === 1)
    expect(children).toHaveLength(2)
    // Passengers are assigned by kind of ticket, ride by ride.
    const adults = named.filter(({ kind }: Reply) => kind === 0)
    const ride = (list: Reply[], count: number) =>
      list.map((one, index) => ({ ...one, documentNumber: `P${one.kind}${index % count}XYZ` }))
    const passengers = [...ride(adults, 2), ...ride(children, 1)]
    const twice = passengers.map((one) =>
      one.kind === 0 ? { ...one, documentNumber: 'P00XYZ' } : one,
    )
    const refused = await shop.post(
      '/v2/transport/passengers',
      { orderKey, passengers: twice },
      token,
    )
    expect(refused.body.error.code).toBe('PassengerTwice')
    const byLine = new Map(
      order.segments.flatMap(({ tickets, segment }: Reply) =>
        tickets.map(({ lineId }: Reply) => [lineId, segment.runId]),
      ),
    )
    // The two adults have the same order on each ride.
    const seen = new Map<string, number>()
    const right = passengers.map((one) => {
      const key = `${byLine.get(one.lineId)} ${one.kind}`
      const number = seen.get(key) ?? 0
      seen.set(key, number + 1)
      return { ...one, documentNumber: `P${one.kind}${number}XYZ` }
    })
    await expectOk(shop.post('/v2/transport/passengers', { orderKey, passengers: right }, token))
    await expectOk(shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true }, token))
  })

  test('is paid: tickets by seat, with both stops and the passenger', async () => {
    const payment = await startPayment(shop, orderKey, token)
    payId = payment.payId
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    expect(tickets).toHaveLength(7)
    expect(tickets[0].item).toMatchObject({ source: 'transport', about: { kind: 'journey' } })
    expect(Object.values(await takenOf(stretchOf(homeward).runId)).join()).not.toContain('h')
    expect(await broken()).toEqual([])
  })

  test('one ticket is changed to a later train: the difference is paid, and the old one ends', async () => {
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    const { runId } = stretchOf(outward)
    const moving = tickets.find(
      ({ item, seat }: Reply) => item.itemId === runId && seat !== null && seat !== undefined,
    )
    const found = await expectOk(
      shop.get(
        `/v2/transport/journeys?${query({ from: 'tbilisi', to: 'batumi', date: there, brand: 'railway' })}`,
      ),
    )
    const later = found.journeys.find((one: Reply) => one.segments[0].vehicle === 'Train 804')
    const asked = { ticketIdentifier: moving.ticketIdentifier, ...stretchOf(later) }
    const changes = `/v2/transport/changes/quote?${query(asked)}`
    const stranger = await shop.get(changes, await shop.guest())
    expect(stranger.body.error.code).toBe('TicketNotFound')
    const quote = await expectOk(shop.get(changes, token))
    const { oldPrice, newPrice, changeFee, difference } = quote
    expect(difference.amount).toBe(newPrice.amount + changeFee.amount - oldPrice.amount)
    const forged = JSON.parse(Buffer.from(quote.quote, 'base64url').toString())
    const cheaper = Buffer.from(JSON.stringify({ ...forged, feeMinor: 0 })).toString('base64url')
    const refused = await shop.post('/v2/transport/changes', { quote: cheaper }, token)
    expect(refused.body.error.code).toBe('QuoteChanged')
    const started = await expectOk(
      shop.post('/v2/transport/changes', { quote: quote.quote }, token),
    )
    expect(started).toMatchObject({ state: 'to-pay', toPay: difference })
    // The old ticket stays valid until it is paid.
    const before = await takenOf(runId)
    const payment = await startPayment(shop, started.orderKey, token)
    shop.bank.pay(payment.payId, { kind: 'approve' })
    await callbackOf(shop, payment.payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey: started.orderKey }, token))
    const after = await takenOf(runId)
    expect(Object.keys(before)).toHaveLength(Object.keys(after).length + 1)
    expect(Object.values(await takenOf(stretchOf(later).runId))).toEqual(['0s1s2s3s'])
    while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
      shop.context.clock.advance(60)
    const atBank = shop.bank.payments().find((one) => one.payId === payId)
    expect(atBank?.returnedMinor).toBe(0)
    const now = await expectOk(shop.get('/v2/tickets', token))
    const good = now.tickets.filter(({ code }: Reply) => code !== null)
    expect(good).toHaveLength(7)
    expect(good.filter(({ item }: Reply) => item.itemId === stretchOf(later).runId)).toMatchObject([
      { passenger: { name: moving.passenger.name } },
    ])
    expect(await broken()).toEqual([])
  })

  test('one of three goes back by the tier of the carrier; the others stay', async () => {
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    const { runId } = stretchOf(homeward)
    const own = tickets.filter((ticket: Reply) => ticket.item.itemId === runId)
    const child =
      own.find((ticket: Reply) => ticket.ticketType?.includes?.('Child') ?? false) ?? own[2]
    const quote = await expectOk(
      shop.get(`/v2/tickets/return?ticketIdentifier=${child.ticketIdentifier}`, token),
    )
    expect(quote.tickets[0].refusal).toBeNull()
    await expectOk(shop.post('/v2/tickets/return', { quote: quote.quote }, token))
    while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
      shop.context.clock.advance(60)
    expect(Object.keys(await takenOf(runId))).toHaveLength(2)
    expect(await broken()).toEqual([])
  })

  test('an adult does not leave a child alone, unless the departure is cancelled', async () => {
    const { runId } = stretchOf(outward)
    const { db } = shop.context
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    const adult = tickets.find(
      ({ item, code, typeName }: Reply) =>
        item.itemId === runId && code !== null && typeName.endsWith('Adult'),
    )
    const refusalNow = async () => {
      const which = query({ ticketIdentifier: adult.ticketIdentifier })
      const quote = await expectOk(shop.get(`/v2/tickets/return?${which}`, token))
      return quote.tickets[0].refusal
    }
    expect(await refusalNow()).toMatchObject({ code: 'ChildTicketFirst' })
    // Nor for nothing, as a present to the carrier.
    const { ticketIdentifier } = adult
    const body = { ticketIdentifier, confirm: true }
    const given = await shop.post('/v2/tickets/donate-to-organizer', body, token)
    expect(given.body.error?.code).toBe('ChildTicketFirst')
    const { tickets: kept } = await expectOk(shop.get('/v2/tickets', token))
    expect(kept.find((one: Reply) => one.ticketIdentifier === ticketIdentifier)?.code).toBeTruthy()
    await db.updateTable('run').set({ status: 1 }).where('id', '=', runId).execute()
    expect(await refusalNow()).toBeNull()
    await db.updateTable('run').set({ status: 0 }).where('id', '=', runId).execute()
  })

  test('the conductor has a list by stop', async () => {
    const { runId } = stretchOf(outward)
    const staff = await shop.staff(21)
    const list = await expectOk(
      shop.get(`/v2/entrance/list?source=transport&itemId=${runId}`, staff),
    )
    expect(list.lines.length).toBeGreaterThanOrEqual(3)
    const aboard = await expectOk(
      shop.get(`/v2/entrance/passengers?source=transport&itemId=${runId}&stop=0`, staff),
    )
    expect(aboard.boarding.length).toBeGreaterThanOrEqual(2)
  })
})
