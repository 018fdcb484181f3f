/**
 * Goal: no child and no companion travels alone, however an order came to be so: choosing, changing and giving back seats,
 * naming passengers, checkout, payment, exchange and return. Method: small buses over HTTP; ages are relative to the day of
 * travel.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseOrder } from '#modules/orders/server/public-api.ts'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { placeAttribute, type AgencyTerms } from '#modules/timetable/shapes.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'

const rider = (code: string, ageMin: number | null = null, ageMax: number | null = null) => ({
  code,
  name: { ka: code, en: code },
  discountBasisPoints: code === 'adult' ? 0 : 5_000,
  proof: null,
  ageMin,
  ageMax,
})
const riders = [
  rider('adult'),
  rider('student'),
  rider('child', 5, 13),
  rider('infant', 0, 4),
  rider('wheelchair'),
  rider('companion'),
]

let shop: HostileShop
let line: MadeLine
let token: string
beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeBus()
  token = await shop.customer()
})
afterAll(() => shop.close())

/** A bus with four wheelchair spaces, the first places. */
async function makeBus(terms: Partial<AgencyTerms> = {}): Promise<MadeLine> {
  const made = await makeLine(shop.context, {
    seatCount: 24,
    terms: { riders, childReturnsWithAdult: false, changeFeeMinor: 0, ...terms },
  })
  await sql`
    update vehicle_place set attributes = ${placeAttribute.wheelchair}
    where vehicle_type_id = ${made.vehicleTypeId} and place_id <= 4`.execute(shop.context.db)
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
  return made
}

const segmentOf = (party: readonly string[], more: object = {}) => ({
  runId: line.runIds[0],
  legFrom: 0,
  legTo: 2,
  passengers: party.map((code) => ({ rider: code })),
  ...more,
})
const choose = (segments: readonly object[], more: object = {}) =>
  shop.post('/v2/transport/choose', { segments, ...more }, token)
const codeOf = async (reply: Promise<Reply>) => (await reply).body.error?.code ?? null

/** Held tickets in the order of the party. */
async function hold(party: readonly string[], more: object = {}) {
  const order = await expectOk(choose([segmentOf(party, more)]))
  return { orderKey: order.orderKey as string, tickets: order.segments[0].tickets as Reply[] }
}

let people = 0
const named = ({ lineId, rider: code }: Reply, birthDate?: string) => ({
  lineId,
  givenName: `Nino${'abcdefghijklmnopqrstuvwxyz'[(people += 1) % 26]}`,
  familyName: `Beridze${'abcdefghijklmnopqrstuvwxyz'[Math.floor(people / 26)]}`,
  kind: code === 'child' || code === 'infant' ? 1 : 0,
  ...(birthDate !== undefined && { birthDate }),
})
const checkout = (orderKey: string, passengers: readonly object[]) =>
  shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, passengers }, token)

test('nobody of a party is held without company on each of their legs', async () => {
  const refused = [['infant', 'infant'], ['child'], ['child', 'infant', 'child']]
  for (const party of refused)
    expect([party, await codeOf(choose([segmentOf(party)]))]).toEqual([party, 'CompanionNeeded'])
  // The bus goes on after the adult has left it.
  const partly = [segmentOf(['adult'], { legTo: 1 }), segmentOf(['child'])]
  expect(await codeOf(choose(partly))).toBe('CompanionNeeded')
  expect(await codeOf(choose([segmentOf(['companion', 'adult'])]))).toBe('PassengerNotAllowed')
  // The way back is another departure.
  const back = segmentOf(['infant'], { runId: line.runIds[1], direction: 1 })
  expect(await codeOf(choose([segmentOf(['adult', 'infant']), back]))).toBe('CompanionNeeded')
  const { rows } = await sql`
    select from place_leg join run on run.offering_id = place_leg.offering_id
    where run.id = any(${[...line.runIds]}::int[]) and state <> 0`.execute(shop.context.db)
  expect(rows).toEqual([])
  for (const party of [
    ['adult', 'infant', 'child'],
    ['wheelchair', 'companion', 'infant'],
    ['student', 'child'],
  ])
    await hold(party)
})

test('an adult who is exchanged for a child, or given back, leaves nothing that can be paid', async () => {
  const { orderKey, tickets } = await hold(['adult', 'infant'])
  const [adult] = tickets
  const again = choose([segmentOf(['child'])], { orderKey, replaces: [adult.lineId] })
  expect(await codeOf(again)).toBe('CompanionNeeded')
  const passengers = tickets.map((one) => named(one))
  await expectOk(checkout(orderKey, passengers))
  const system = { ...shop.context, actor: { kind: 'system' } as const }
  const given = await releaseOrder(system, { orderKey, lineIds: [adult.lineId], cancel: false })
  expect(given.ok).toBe(true)
  const pay = shop.post('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
  expect(await codeOf(pay)).toBe('CompanionNeeded')
  expect(await codeOf(checkout(orderKey, []))).toBe('CompanionNeeded')
})

test('where days of birth are asked for, they say who is a child and who is of age', async () => {
  const usual = line
  line = await makeBus({
    asksBirthDate: true,
    nameChange: { feeMinor: 0, untilSeconds: 3_600, most: 2 },
  })
  const years = (count: number) =>
    Temporal.PlainDate.from(line.date).subtract({ years: count }).toString()
  const outcome = async (party: readonly (readonly [string, number])[]) => {
    const { orderKey, tickets } = await hold(party.map(([code]) => code))
    const byRider = new Map(tickets.map((one) => [one.rider, one]))
    const passengers = party.map(([code, age]) => named(byRider.get(code), years(age)))
    return codeOf(checkout(orderKey, passengers))
  }
  expect(await outcome([['wheelchair', 3]])).toBe('CompanionNeeded')
  expect(await outcome([['student', 13]])).toBe('CompanionNeeded')
  expect(
    await outcome([
      ['adult', 15],
      ['infant', 1],
    ]),
  ).toBe('CompanionNeeded')
  expect(await outcome([['adult', 15]])).toBeNull()
  expect(
    await outcome([
      ['wheelchair', 3],
      ['companion', 30],
    ]),
  ).toBeNull()
  expect(
    await outcome([
      ['adult', 16],
      ['infant', 1],
    ]),
  ).toBeNull()

  // Nobody under age takes the place of the adult afterwards.
  const { orderKey, tickets } = await hold(['adult', 'child'])
  const [adult, child] = tickets
  await payFor(shop, orderKey, {
    passengers: [named(adult, years(40)), named(child, years(8))],
    token,
  })
  const { tickets: own } = await expectOk(shop.get('/v2/tickets', token))
  const ofAdult = own.find((one: Reply) => one.typeName.endsWith('adult'))
  const { lineId: _line, ...young } = named(adult, years(15))
  const body = { ticketIdentifier: ofAdult.ticketIdentifier, feeMinor: 0, passenger: young }
  expect(await codeOf(shop.post('/v2/tickets/passenger', body, token))).toBe('CompanionNeeded')
  line = usual
})

test('what is bought together is not parted by an exchange or a return', async () => {
  const { orderKey, tickets } = await hold(['adult', 'infant', 'wheelchair', 'companion'])
  await payFor(shop, orderKey, { passengers: tickets.map((one) => named(one)), token })
  const owned = async (runId: number) => {
    const { tickets: all } = await expectOk(shop.get('/v2/tickets', token))
    const valid = all.filter((one: Reply) => one.item.itemId === runId && one.code !== null)
    return new Map<string, string>(
      valid.map((one: Reply) => [one.typeName.split(', ').at(-1), one.ticketIdentifier]),
    )
  }
  const [runId, nextRunId] = line.runIds
  const own = await owned(runId)
  const change = (code: string, to: number, legTo = 2) =>
    `ticketIdentifier=${own.get(code)}&runId=${to}&legFrom=0&legTo=${legTo}`
  const quote = (code: string, to: number, legTo?: number) =>
    shop.get(`/v2/transport/changes/quote?${change(code, to, legTo)}`, token)
  expect(await codeOf(quote('infant', nextRunId))).toBe('CompanionNeeded')
  expect(await codeOf(quote('companion', nextRunId))).toBe('PassengerNotAllowed')
  expect(await codeOf(quote('wheelchair', nextRunId))).toBe('PassengerNotAllowed')
  // The wheelchair user is of age as well, so the adult may go.
  await expectOk(quote('adult', nextRunId))
  // The infant would go on alone.
  expect(await codeOf(quote('infant', runId, 3))).toBe('CompanionNeeded')

  const refusalOf = async (...codes: readonly string[]) => {
    const which = codes.map((code) => own.get(code)).join(',')
    const { tickets: quoted } = await expectOk(
      shop.get(`/v2/tickets/return?ticketIdentifier=${which}`, token),
    )
    return quoted.map((one: Reply) => one.refusal?.code ?? null)
  }
  expect(await refusalOf('adult')).toEqual([null])
  expect(await refusalOf('wheelchair')).toEqual(['ChildTicketFirst'])
  expect(await refusalOf('adult', 'wheelchair', 'companion')).toContain('ChildTicketFirst')
  expect(await refusalOf('companion')).toEqual([null])
  expect(await refusalOf('adult', 'infant', 'wheelchair', 'companion')).toEqual([
    null,
    null,
    null,
    null,
  ])

  // A seat of one's own in the same bus has an order of its own; its holder still has company, and is company.
  const moved = await expectOk(quote('infant', runId, 1))
  const done = await expectOk(shop.post('/v2/transport/changes', { quote: moved.quote }, token))
  expect(done.state).toBe('done')
  const back = await owned(runId)
  const both = [back.get('adult'), back.get('wheelchair'), back.get('companion')].join(',')
  const { tickets: quoted } = await expectOk(
    shop.get(`/v2/tickets/return?ticketIdentifier=${both}`, token),
  )
  expect(quoted.map((one: Reply) => one.refusal?.code ?? null)).toContain('ChildTicketFirst')
})

test('a single adult with a child changes seats in the same bus, and not to another', async () => {
  const { orderKey, tickets } = await hold(['adult', 'child'], { runId: line.runIds[1] })
  await payFor(shop, orderKey, { passengers: tickets.map((one) => named(one)), token })
  const { tickets: all } = await expectOk(shop.get('/v2/tickets', token))
  const adult = all.find(
    (one: Reply) => one.item.itemId === line.runIds[1] && one.typeName.endsWith('adult'),
  )
  const change = (runId: number) =>
    shop.get(
      `/v2/transport/changes/quote?ticketIdentifier=${adult.ticketIdentifier}&runId=${runId}&legFrom=0&legTo=2&placeId=24`,
      token,
    )
  expect(await codeOf(change(line.runIds[0]))).toBe('CompanionNeeded')
  const { quote } = await expectOk(change(line.runIds[1]))
  const done = await expectOk(shop.post('/v2/transport/changes', { quote }, token))
  expect(done.state).toBe('done')
})

test('the carrier’s staff say from which age somebody travels alone and accompanies', async () => {
  const staff = await shop.staff(line.merchantId)
  const path = '/v2/merchantusers/terms'
  const { companions } = await expectOk(shop.get(`${path}?agencyId=${line.agencyId}`, staff))
  expect(companions).toEqual({ aloneFromAge: 14, companionFromAge: 16 })
  const body = {
    agencyId: line.agencyId,
    companions: { aloneFromAge: 5, companionFromAge: 18 },
  }
  const changed = await expectOk(shop.post(path, body, staff))
  expect(changed).toMatchObject({ isChanged: true, terms: { companions: body.companions } })
  await hold(['child'])
  expect(await codeOf(choose([segmentOf(['infant'])]))).toBe('CompanionNeeded')
  // Who may travel alone is not yet of age to accompany others.
  expect(await codeOf(choose([segmentOf(['child', 'infant'])]))).toBe('CompanionNeeded')
  await expectOk(
    shop.post(path, { ...body, companions: { aloneFromAge: 0, companionFromAge: 0 } }, staff),
  )
  await hold(['infant'])
})
