/**
 * Goal: staff add and retire kinds of passengers and baggage; ticket types of sold tickets keep their numbers, names, prices
 * and terms, orders under way are finished at what they were quoted, and a feed changes nothing of it. Method: a small
 * line over HTTP; the commands of a buyer are stopped between two of their statements while a kind is retired.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { importFeed } from '#modules/timetable/server/public-api.ts'
import { googleSample, packed, type FeedFiles } from '#modules/timetable/tests/feeds.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { interleave, stoppable } from '../../../../tests/support/interleave.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { sizeOf } from '../../../../tests/support/tier.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

const base = '/v2/merchantusers/terms'
/** Of the later statements of a command one in so many is tried, at night each. */
const stride = sizeOf({ usual: 11, nightly: 1 })
/** Of the first ones each. */
const firstStatements = sizeOf({ usual: 3, nightly: 6 })
let shop: HostileShop
let line: MadeLine
let staff: string
let visitor: string

beforeAll(async () => {
  shop = await openHostileShop({}, { plugin: stoppable })
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context, { seatCount: 120, terms: { serviceFeeMinor: 0 } })
  staff = await shop.staff(line.merchantId)
  visitor = await shop.customer()
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
})

const terms = async (): Promise<Reply> =>
  expectOk(shop.get(`${base}?agencyId=${line.agencyId}`, staff))
const change = (body: object, token = staff) =>
  shop.post(base, { agencyId: line.agencyId, ...body }, token)
const textOf = (name: string) => ({ ka: `${name} ka`, en: name })
/** A reduced fare that the carrier does not have yet. */
const newRider = (code: string, name = code) => ({
  code,
  discountBasisPoints: 4_000,
  ageMin: null,
  ageMax: null,
  added: { name: textOf(name), proof: 'student-card' },
})
async function addRider(code: string): Promise<Reply> {
  const { riders } = await terms()
  const others = riders.filter((rider: Reply) => rider.code !== code)
  return expectOk(change({ riders: [...others, newRider(code)] }))
}
/** Sold no more, or again. */
async function retire(code: string, isRetired = true): Promise<Reply> {
  const { riders } = await terms()
  return change({
    riders: riders.map((rider: Reply) => (rider.code === code ? { ...rider, isRetired } : rider)),
  })
}
const sold = async (): Promise<Reply> =>
  expectOk(
    shop.get(`/v2/transport/ticket-types?runId=${line.runIds[1]}&legFrom=0&legTo=2`, visitor),
  )
const riderOnSale = async (code: string): Promise<Reply> =>
  (await sold()).classes[0].riders.find(({ rider }: Reply) => rider === code)

interface Held {
  readonly token: string
  readonly orderKey: string
  readonly lineId: number
  readonly priceMinor: number
}

const choose = (token: string, rider: string, baggage: readonly object[] = []) =>
  shop.post(
    '/v2/transport/choose',
    {
      segments: [{ runId: line.runIds[1], legFrom: 0, legTo: 2, passengers: [{ rider }], baggage }],
    },
    token,
  )

async function hold(rider: string, baggage: readonly object[] = []): Promise<Held> {
  const token = await shop.customer()
  const { orderKey, segments, total } = await expectOk(choose(token, rider, baggage))
  return { token, orderKey, lineId: segments[0].tickets[0].lineId, priceMinor: total.amount }
}

const named = ({ lineId }: Held) => [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
const ticketsOf = async ({ token }: Held): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets

async function buy(rider: string, baggage: readonly object[] = []): Promise<Held> {
  const held = await hold(rider, baggage)
  await payFor(shop, held.orderKey, { passengers: named(held), token: held.token })
  return held
}

const quoteReturn = async (held: Held, index = 0): Promise<Reply> => {
  const { ticketIdentifier } = (await ticketsOf(held))[index] ?? {}
  return expectOk(shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, held.token))
}
const quoteChange = async (held: Held) => {
  const [{ ticketIdentifier }] = (await ticketsOf(held)) as [Reply]
  const asked = `ticketIdentifier=${ticketIdentifier}&runId=${line.runIds[1]}&legFrom=0&legTo=1`
  return shop.get(`/v2/transport/changes/quote?${asked}`, held.token)
}

test('a kind of passenger is sold once it is added; retired, it keeps number, name, price and terms of its tickets', async () => {
  const { classes } = await sold()
  const adult = classes[0].price.amount
  const dry = await expectOk(
    change({ riders: [...(await terms()).riders, newRider('pupil')], isDryRun: true }),
  )
  expect(dry.terms.riders.at(-1)).toMatchObject({ code: 'pupil', name: 'pupil', isRetired: false })
  expect(await riderOnSale('pupil')).toBeUndefined()
  await addRider('pupil')
  // Repeated, it is the same kind.
  expect(await addRider('pupil')).toMatchObject({ isChanged: false })
  const pupil = await riderOnSale('pupil')
  expect(pupil).toMatchObject({ name: 'pupil', proof: 'student-card' })
  expect(pupil.price.amount).toBe(Math.floor((adult * 0.6) / 10 + 0.5) * 10)
  const bought = await buy('pupil')
  const [ticket] = await ticketsOf(bought)
  expect(ticket?.typeName).toContain('pupil')
  await expectOk(retire('pupil'))
  expect(await riderOnSale('pupil')).toBeUndefined()
  expect((await choose(await shop.customer(), 'pupil')).body.error?.code).toBe(
    'PassengerNotAllowed',
  )
  // Its letter comes before that of the retired one, and it is sold under another number.
  await addRider('apprentice')
  expect((await riderOnSale('apprentice')).ticketTypeId).not.toBe(pupil.ticketTypeId)
  expect(await ticketsOf(bought)).toEqual([ticket])
  expect((await quoteReturn(bought)).tickets[0].back.amount).toBe(bought.priceMinor * 0.9)
  // It may be exchanged for a seat of the same kind.
  const changed = await expectOk(quoteChange(bought))
  expect(changed.rider).toBe('pupil')
  await expectOk(shop.post('/v2/transport/changes', { quote: changed.quote }, bought.token))
  // Sold again, it is what it was.
  await expectOk(retire('pupil', false))
  expect(await riderOnSale('pupil')).toEqual(pupil)
})

test('more kinds than the lower range of ticket types has numbers are sold and read back', async () => {
  const codes = Array.from({ length: 26 }, (_, index) => `kind-${String.fromCharCode(122 - index)}`)
  await expectOk(
    change({ riders: [...(await terms()).riders, ...codes.map((code) => newRider(code))] }),
  )
  const { riders } = (await sold()).classes[0]
  const ids = riders.map(({ ticketTypeId }: Reply) => ticketTypeId)
  // The carrier's own, and wheelchair users, who are passengers of every carrier.
  expect(new Set(ids).size).toBe(28 + 1)
  const bought = await buy('kind-a')
  const [ticket] = await ticketsOf(bought)
  expect(ticket?.typeName).toContain('kind-a')
  const changed = await expectOk(quoteChange(bought))
  expect(changed.rider).toBe('kind-a')
  const tooMany = await change({
    riders: [...(await terms()).riders, newRider('one'), newRider('two'), newRider('three')],
  })
  expect(tooMany.body.error?.code).toBe('RidersTooMany')
})

test('baggage is added to runs that are open already, and retired without touching what is sold', async () => {
  // The run has its pools.
  await hold('adult')
  const { baggage } = await terms()
  const ski = {
    added: { code: 'ski', name: textOf('Ski') },
    priceMinor: 900,
    perPassengerMax: 2,
    capacity: 3,
  }
  await expectOk(change({ baggage: [...baggage, ski] }))
  expect(await expectOk(change({ baggage: [...baggage, ski] }))).toMatchObject({ isChanged: false })
  const skiOnSale = async () =>
    (await sold()).baggage.find(({ optionCode }: Reply) => optionCode === 'ski')
  expect(await skiOnSale()).toMatchObject({ name: 'Ski', left: 3, price: { amount: 900 } })
  const bought = await buy('adult', [{ optionCode: 'ski', quantity: 2 }])
  // Places that are left are read twice a second.
  await expect.poll(async () => (await skiOnSale()).left).toBe(1)
  const tooMuch = await choose(await shop.customer(), 'adult', [{ optionCode: 'ski', quantity: 2 }])
  expect(tooMuch.status).toBe(409)
  const before = await ticketsOf(bought)
  const own = (await terms()).baggage.map((one: Reply) =>
    one.name === 'Ski' ? { ...one, isRetired: true } : one,
  )
  await expectOk(change({ baggage: own }))
  expect(await skiOnSale()).toBeUndefined()
  const refused = await choose(await shop.customer(), 'adult', [{ optionCode: 'ski', quantity: 1 }])
  expect(refused.body.error?.code).toBe('TicketTypeNotFound')
  expect(await ticketsOf(bought)).toEqual(before)
  // The same name later is the same kind; another one under its code is refused.
  await expectOk(change({ baggage: [...baggage, ski] }))
  const renamed = { ...ski, added: { code: 'ski', name: textOf('Skis') } }
  expect((await change({ baggage: [...baggage, renamed] })).body.error?.code).toBe('BaggageKnown')
})

test('what contradicts itself, terms of others and other roles are refused, and nothing changes', async () => {
  const stranger = await makeLine(shop.context)
  await addRider('pupil')
  const boxOffice = await makeStaffToken(shop.context, {
    merchantId: line.merchantId,
    role: 'box-office',
  })
  const before = await terms()
  const { riders, baggage } = before
  const fresh = [...riders, newRider('guest')]
  const bag = { priceMinor: 1, perPassengerMax: 1, capacity: 1 }
  const refusals = [
    [await change({ riders: [...riders, newRider('pupil', 'Another')] }), 'RidersWrong'],
    [
      await change({ riders: [...riders.slice(0, -1), newRider('pupil', 'Another')] }),
      'RiderKnown',
    ],
    [await change({ riders: [...fresh, newRider('guest')] }), 'RidersWrong'],
    [await change({ riders: [...riders, newRider('Guest')] }), 'RidersWrong'],
    [await change({ riders: riders.slice(0, -1) }), 'RidersWrong'],
    [await retire('adult'), 'RiderNeeded'],
    [await change({ baggage: [...baggage, bag] }), 'BaggageWrong'],
    [
      await change({
        baggage: [{ ...baggage[0], added: { code: 'bag', name: textOf('Bag') } }],
      }),
      'BaggageWrong',
    ],
    [await change({ riders: fresh }, await shop.staff(stranger.merchantId)), 'NotFound'],
    [await change({ riders: fresh }, boxOffice), 'Forbidden'],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await terms()).toEqual(before)
})

test('a feed that is imported afterwards neither loses kinds of the staff nor sells retired ones again', async () => {
  const { rows } = await sql<{ slug: string }>`
    select slug from merchant where id = ${line.merchantId}`.execute(shop.context.db)
  const bring = (files: FeedFiles) =>
    importFeed(shop.context, {
      name: 'own feed',
      packed: packed(files),
      brand: line.brand,
      organiser: rows[0]?.slug ?? '',
    })
  const files = googleSample()
  await bring(files)
  const { carriers } = await terms()
  const { agencyId } = carriers.find((one: Reply) => one.agencyId !== line.agencyId)
  const of = async () => expectOk(shop.get(`${base}?agencyId=${agencyId}`, staff))
  const { riders } = await of()
  const bag = { priceMinor: 1, perPassengerMax: 1, capacity: 1, isRetired: true }
  const baggage = [{ ...bag, added: { code: 'ski', name: textOf('Ski') } }]
  const retired = { ...newRider('pupil'), isRetired: true }
  await expectOk(change({ agencyId, riders: [...riders, retired, newRider('guest')], baggage }))
  const before = await of()
  expect(before.riders.map(({ code, isRetired }: Reply) => [code, isRetired])).toEqual([
    ['adult', false],
    ['pupil', true],
    ['guest', false],
  ])
  const agency = files['agency.txt'] ?? ''
  const report = await bring({ ...files, 'agency.txt': agency.replace('Demo', 'Other') })
  expect(report).toMatchObject({ isApplied: true, changes: { agencies: 1 } })
  const { carriers: _names, ...kept } = before
  expect(await of()).toMatchObject(kept)
})

describe('a kind that is retired while', () => {
  const refused = ['PassengerNotAllowed']
  /** Everything before the last request of a buyer, which is returned. */
  const commands: Record<string, () => Promise<{ held?: Held; run: () => Promise<Reply> }>> = {
    'a seat is chosen': async () => {
      const token = await shop.customer()
      return { run: () => choose(token, 'pupil') }
    },
    'the passenger is named': async () => {
      const held = await hold('pupil')
      const { orderKey, token } = held
      const details = { orderKey, buyer, acceptTerms: true, passengers: named(held) }
      return { held, run: () => shop.post('/v2/orders/checkout', details, token) }
    },
    'the ticket is paid': async () => {
      const held = await hold('pupil')
      const { orderKey, token } = held
      const details = { orderKey, buyer, acceptTerms: true, passengers: named(held) }
      await expectOk(shop.post('/v2/orders/checkout', details, token))
      const { payId } = await startPayment(shop, orderKey, token)
      shop.bank.pay(payId, { kind: 'approve' })
      await callbackOf(shop, payId)
      return { held, run: () => shop.post('/v2/orders/complete', { orderKey }, token) }
    },
    'the ticket is exchanged': async () => {
      const held = await buy('pupil')
      const { quote } = await expectOk(quoteChange(held))
      return { held, run: () => shop.post('/v2/transport/changes', { quote }, held.token) }
    },
    'the ticket is returned': async () => {
      const held = await buy('pupil')
      const { quote } = await quoteReturn(held)
      return { held, run: () => shop.post('/v2/tickets/return', { quote }, held.token) }
    },
  }

  test.each(Object.keys(commands))(
    '%s does not stop what was begun, after any statement',
    async (name) => {
      await addRider('pupil')
      const { rows: known } = await sql<{ id: number }>`
        select coalesce(max(id), 0)::int as id from ticket`.execute(shop.context.db)
      const type = (await riderOnSale('pupil')).ticketTypeId
      let statements = 60
      for (
        let stopAfter = 1;
        stopAfter <= statements;
        stopAfter += stopAfter < firstStatements ? 1 : stride
      ) {
        await expectOk(retire('pupil', false))
        const { held, run } = (await commands[name]?.()) ?? {}
        if (!run) throw new Error(name)
        const both = await interleave(stopAfter, run, () => retire('pupil'))
        statements = Math.min(statements, both.statements)
        const said = `${name}, stopped after statement ${stopAfter}`
        expect(both.second.status, said).toBe(200)
        const code = both.first.body?.error?.code ?? 'ok'
        expect(held ? ['ok'] : ['ok', ...refused], said).toContain(code)
        if (held && name !== 'the ticket is returned') {
          const { rows } = await sql<{ type: number }>`
            select distinct line.ticket_type_id as type from order_line as line
            join orders on orders.id = line.order_id
            where orders.order_key = ${held.orderKey} and line.place_id is not null`.execute(
            shop.context.db,
          )
          expect(rows, said).toEqual([{ type }])
        }
      }
      const { rows } = await sql<{ type: number }>`
        select distinct ticket_type_id as type from ticket where id > ${known[0]?.id ?? 0}`.execute(
        shop.context.db,
      )
      expect(rows.filter((row) => row.type !== type)).toEqual([])
      while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
        shop.context.clock.advance(60)
      expect(await brokenInvariants(shop.context)).toEqual([])
    },
    120_000,
  )
})
