/**
 * Goal: whatever is sold passes wherever an event passes. Method: a ferry that lives in these files alone, on public
 * APIs and registries, is sold beside a concert in one order, over HTTP, with the worker's jobs, SMTP, the demo bank
 * and wallets; after each step money, places and tickets are looked at. The steps follow one another.
 */
import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { brokenInvariants } from '../../src/flows/returns/tests/invariants.ts'
import { makeMerchant, type MadeEvent } from '#modules/events/tests/factories.ts'
import { readPass } from '../../src/modules/tickets/tests/read-pkpass.ts'
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { callbackOf, choiceOf, expectOk, startPayment } from '../hostile/purchases.ts'
import type { Reply } from '../hostile/shop.ts'
import { listedTicket, type ListedTicket } from '../../src/modules/entrance/ticket-list.ts'
import {
  decide,
  type Kept,
  type LocalDecision,
} from '../../src/modules/entrance/web/scanner/decide.ts'
import { legFeeMinor } from './offer-source.ts'
import { passengerForm } from './passenger-form.ts'
import { openFerryShop, type FerryShop } from './shop.ts'
import { addSailing, fareTypes, type Sailing } from './tables.ts'

const hour = 3_600_000
const buyer = { name: 'ნინო ბერიძე', email: 'ferry@example.com', phone: '+995555123456' }

let shop: FerryShop
let concert: MadeEvent
let there: Sailing
let back: Sailing
let token: string
let orderKey: string
let payId = ''
/** To whom a ticket is transferred, and its code until then; the code of the ticket that goes back. */
let friend: string
let givenAway = ''
let returned = ''
/** Legs × fare, and legs × fee, of all that is bought of the ferry. */
const ferryFace = 2 * 1_000 + 2 * 500 + 1_000 + 3 * 2_500 + 2 * 600 + 2 * 600
const ferryFees = (2 + 2 + 1 + 3 + 2 + 2) * legFeeMinor
/** The seat of the concert is 50.00 and 5 %. */
const total = 5_000 + 250 + ferryFace + ferryFees

beforeAll(async () => {
  shop = await openFerryShop()
  const merchantId = await makeMerchant(shop.context)
  const now = shop.context.clock.now().getTime()
  await writePolicy(shop.context, {
    ...noReturns,
    source: 'ferry',
    categoryKind: 2,
    tiers: [
      { hoursBefore: 12, deductionBasisPoints: 500 },
      { hoursBefore: 4, deductionBasisPoints: 1_500 },
      { hoursBefore: 1, deductionBasisPoints: 4_000 },
    ],
  })
  concert = await shop.event({ startsAt: new Date(now + 20 * 24 * hour) })
  // The same number as the concert's: items of two sources may collide.
  const sailingId = concert.eventId
  there = await addSailing(shop.context, {
    sailingId,
    merchantId,
    departsAt: new Date(now + 40 * hour),
  })
  back = await addSailing(shop.context, {
    sailingId: sailingId + 1,
    merchantId,
    departsAt: new Date(now + 64 * hour),
    isBack: true,
  })
  token = await shop.guest()
  friend = await shop.guest()
})
afterAll(() => shop.close())

/** Which places are taken on which legs of a sailing, and how many cars. */
async function takenOf({ offeringId }: Sailing): Promise<Record<string, string>> {
  const { rows } = await sql<{ what: string; taken: string }>`
    select 'place ' || place_id as what, string_agg(leg || case state when 2 then ' sold' else ' held' end, ', ' order by leg) as taken
    from place_leg where offering_id = ${offeringId} and state > 0 group by place_id
    union all
    select 'cars', string_agg(leg || ': ' || taken, ', ' order by leg)
    from pool_leg where offering_id = ${offeringId} having sum(taken) > 0`.execute(shop.context.db)
  return Object.fromEntries(rows.map(({ what, taken }) => [what, taken]))
}

const ticketsOf = async (as = token): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', as))).tickets

async function ticketOf(passengerName: string, sailing: Sailing, as = token): Promise<Reply> {
  const all = await ticketsOf(as)
  const found = all.find(
    (one) =>
      one.passenger?.name === passengerName &&
      one.item.itemId === sailing.sailingId &&
      one.item.source === 'ferry',
  )
  expect(found, `${passengerName} has a ticket`).toBeDefined()
  return found
}

async function refunds(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
      shop.context.clock.advance(60)
    shop.context.clock.advance(60)
  }
}

/** What an organiser has earned, in tetri. */
const earned = async (merchantId: number) =>
  0 - (await readBalance(shop.context, `merchant:${merchantId}`, 'GEL'))

const atBank = () => shop.bank.payments().find((one) => one.payId === payId)?.returnedMinor

describe('one order: a concert, a sailing, a second sailing on overlapping stretches', () => {
  test('is chosen: places by legs, one deadline', async () => {
    const chosen = choiceOf({ event: concert, placeIds: [1] })
    const order = await expectOk(shop.post('/v2/Booking/choose-seat', chosen, token))
    orderKey = order.orderKey
    const { saloon, saloonChild, deck, car } = fareTypes
    const grown = await expectOk(
      shop.post(
        '/v2/ferry/choose',
        {
          orderKey,
          sailings: [
            {
              sailingId: there.sailingId,
              parts: [
                // Nino from the first pier to the third, her son from the second: overlapping. Gia takes her seat after.
                { from: 0, to: 2, typeId: saloon, placeIds: [1] },
                { from: 1, to: 3, typeId: saloonChild, placeIds: [2] },
                { from: 2, to: 3, typeId: saloon, placeIds: [1] },
                { from: 0, to: 3, typeId: car, cars: 1 },
              ],
            },
            {
              sailingId: back.sailingId,
              parts: [
                { from: 0, to: 2, typeId: deck, placeIds: [5] },
                { from: 1, to: 3, typeId: deck, placeIds: [6] },
              ],
            },
          ],
        },
        token,
      ),
    )
    expect(grown.deadlineAt ?? grown.expiresAt).toEqual(order.deadlineAt ?? order.expiresAt)
    expect(await takenOf(there)).toEqual({
      'place 1': '0 held, 1 held, 2 held',
      'place 2': '1 held, 2 held',
      cars: '0: 1, 1: 1, 2: 1',
    })
    expect(await takenOf(back)).toEqual({
      'place 5': '0 held, 1 held',
      'place 6': '1 held, 2 held',
    })
    expect(grown.totals.total.amount).toBe(total)
    expect(
      grown.items.map(({ source, itemId, legFrom, legTo }: Reply) => [
        source,
        itemId,
        legFrom,
        legTo,
      ]),
    ).toEqual([
      ['event', concert.eventId, 0, 1],
      ['ferry', there.sailingId, 0, 2],
      ['ferry', there.sailingId, 1, 3],
      ['ferry', there.sailingId, 2, 3],
      ['ferry', there.sailingId, 0, 3],
      ['ferry', back.sailingId, 0, 2],
      ['ferry', back.sailingId, 1, 3],
    ])
  })

  test('somebody else gets the free legs of a seat and no others; the deck takes two cars', async () => {
    const other = await shop.guest()
    const ask = (parts: object[]) =>
      shop.post('/v2/ferry/choose', { sailings: [{ sailingId: there.sailingId, parts }] }, other)
    const { saloon, car } = fareTypes
    expect((await ask([{ from: 0, to: 2, typeId: saloon, placeIds: [2] }])).body.error.code).toBe(
      'SeatNotAvailable',
    )
    const first = await expectOk(ask([{ from: 0, to: 1, typeId: saloon, placeIds: [2] }]))
    expect((await ask([{ from: 1, to: 2, typeId: car, cars: 2 }])).status).not.toBe(200)
    const second = await expectOk(ask([{ from: 1, to: 2, typeId: car, cars: 1 }]))
    for (const made of [first, second])
      await expectOk(
        shop.post('/v2/orders/unreserve', { orderKey: made.orderKey, cancel: true }, other),
      )
    expect((await takenOf(there))['place 2']).toBe('1 held, 2 held')
  })

  test('is not paid without the passengers; their names are told field by field', async () => {
    const checkout = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
    const questions = checkout.passengers
    // Five people; the car has no name.
    expect(questions.map(({ kind }: Reply) => kind)).toEqual([0, 1, 0, null, null])
    const first = questions[0].lineId
    const form = passengerForm('en', checkout, { [`${first}.0.familyName`]: 'ბერიძე' })
    expect(form.match(/<fieldset/g)).toHaveLength(5)
    expect(form).toContain('Passenger 1 · Saloon, Saloon, seat 1')
    expect(form).toContain('Latin letters only, as in the passport.')
    const field = new RegExp(`<input[^>]*name="${first}.0.familyName"[^>]*>`).exec(form)?.[0]
    expect(field).toMatch(/aria-invalid="true" aria-describedby="[^"]+".*value="ბერიძე"/)
    // A child's ticket asks for no kind of passenger; who travels on the deck may be either.
    expect(form.match(/<select[^>]*kind"/g)).toHaveLength(2)
    expect(passengerForm('ka', checkout, {})).toContain('გვარი ლათინურად, როგორც საბუთშია')
    const details = { orderKey, buyer, acceptTerms: true }
    const refused = await shop.post('/v2/orders/checkout', details, token)
    expect(refused.body.error).toMatchObject({ code: 'ExtraFieldsMissing' })
    expect(refused.body.error.fields).toHaveLength(5)
    const named = questions.map(({ lineId, unit }: Reply, index: number) => ({
      lineId,
      unit,
      givenName: ['Nino', 'Luka', 'Gia', 'Nino', 'Gia'][index],
      familyName: 'Beridze',
      kind: index === 1 ? 1 : 0,
      documentKind: index === 1 ? 'birth-certificate' : 'passport',
      documentNumber: `12AB345${index}`,
      nationality: 'GE',
    }))
    const wrong = named.with(1, { ...named[1], kind: 0, familyName: 'ბერიძე' })
    const told = await shop.post('/v2/orders/checkout', { ...details, passengers: wrong }, token)
    const path = `body.passengers.${questions[1].lineId}.0`
    expect(told.body.error.fields.map((one: Reply) => one.path)).toEqual([
      `${path}.familyName`,
      `${path}.kind`,
    ])
    // A hub's checkout takes them as well.
    const booking = { ...details, eventHubBookingId: 'H-1' }
    const hub = (passengers: Reply) =>
      shop.post('/v2/orders/eventHub/beginCheckOut', { ...booking, passengers }, token)
    expect((await hub(wrong)).body.error.code).toBe('ExtraFieldsMissing')
    expect((await expectOk(hub(named))).order.totals.total.amount).toBe(total)
    const checked = await expectOk(shop.post('/v2/orders/checkout', details, token))
    expect(checked.passengers.map(({ passenger }: Reply) => passenger.givenName)).toEqual(
      named.map(({ givenName }: Reply) => givenName),
    )
  })

  test('is paid once: all places are sold, every part has its ticket, the books and the bank agree', async () => {
    const payment = await startPayment(shop, orderKey, token)
    payId = payment.payId
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
    const held = shop.bank.payments().find((one) => one.payId === payId)
    if (!held) throw new Error('The bank knows the payment')
    // On the day of the payment the bank gives one part back; this one was paid the day before.
    held.paidAt = Date.now() - 24 * hour
    expect(held.amountMinor).toBe(total)
    expect(await takenOf(there)).toEqual({
      'place 1': '0 sold, 1 sold, 2 sold',
      'place 2': '1 sold, 2 sold',
      cars: '0: 1, 1: 1, 2: 1',
    })
    const tickets = await ticketsOf()
    expect(tickets).toHaveLength(7)
    expect(
      tickets.every(({ code, status }: Reply) => status === 1 && code.startsWith('BLT1:')),
    ).toBe(true)
    const nino = await ticketOf('Nino Beridze', there)
    expect(nino).toMatchObject({
      section: 'Saloon',
      seat: '1',
      event: {
        name: 'Batumi – Poti',
        venue: 'Batumi',
        startsAt: there.piers[0]?.departsAt.toISOString(),
      },
      passenger: { documentEnding: '3450' },
    })
    expect(await earned(concert.merchantId)).toBe(5_000)
    expect(await earned(there.merchantId)).toBe(ferryFace)
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('is e-mailed once, over SMTP, with every part in it', async () => {
    const { id } = await shop.mailbox.waitFor(buyer.email, 20_000)
    const mail = await shop.mailbox.mails.read(id)
    for (const name of [
      'Test concert',
      'Batumi – Poti',
      'Kobuleti – Anaklia',
      'Anaklia – Kobuleti',
    ])
      expect(mail?.text).toContain(name)
    expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(
      expect.arrayContaining(['application/pdf', 'text/calendar']),
    )
    expect(shop.mailbox.list({ to: buyer.email })).toHaveLength(1)
  })

  test('goes into wallets: a pass that begins at the boarding pier', async () => {
    const { ticketIdentifier } = await ticketOf('Luka Beridze', there)
    const body = { ticketIdentifier, kind: 'apple' }
    await expectOk(shop.post('/v2/tickets/wallet', body, token))
    const file = await shop.app.inject({
      url: `/v2/tickets/wallet/pass?ticketIdentifier=${ticketIdentifier}&api_key=demo-web`,
      headers: { authorization: `Bearer ${token}` },
    })
    const { json } = readPass(file.rawPayload, shop.walletRoot)
    expect(json).toMatchObject({
      relevantDate: there.piers[1]?.departsAt.toISOString(),
      boardingPass: {
        transitType: 'PKTransitTypeBoat',
        primaryFields: [{ value: 'KBL' }, { value: 'ANK' }],
      },
    })
    expect(JSON.stringify(json.boardingPass)).toContain('Luka Beridze')
    const google = await expectOk(
      shop.post('/v2/tickets/wallet', { ticketIdentifier, kind: 'google' }, token),
    )
    const key = createPublicKey(shop.config.GOOGLE_WALLET_KEY ?? '')
    const { payload } = await jwtVerify(google.url.split('/').at(-1), key)
    expect(payload['payload']).toMatchObject({
      transitClasses: [{ transitType: 'FERRY' }],
      transitObjects: [{ passengerNames: 'Luka Beridze' }],
    })
  })
})

test('who finds no place asks the line for one, by the piers; the line and the operator see what is asked', async () => {
  // The concert has the same number: a request for one is none for the other.
  const { sailingId: eventId } = there
  const sailing = { eventId, source: 'ferry', legFrom: 1, legTo: 3 }
  const asker = { name: 'Ana', email: 'asks@example.com', quantity: 2 }
  const path = '/v2/events/request'
  const asked = await expectOk(shop.post(path, { ...sailing, ...asker }, friend))
  const others = { ...asker, email: 'others@example.com' }
  await expectOk(shop.post(path, { ...sailing, ...others, legFrom: 0 }, friend))
  await expectOk(shop.post(path, { eventId, ...others }, friend))
  const again = await expectOk(shop.post(path, { ...sailing, ...asker, quantity: 3 }, friend))
  expect(again).toMatchObject({ ...sailing, requestId: asked.requestId, quantity: 3 })
  const refused = await shop.post(path, { ...sailing, ...asker, legTo: 9 }, friend)
  expect(refused.body.error.code).toBe('NotFound')
  const query = new URLSearchParams(
    Object.entries(sailing).map(([key, value]) => [key, `${value}`]),
  )
  const item = await expectOk(shop.get(`${path}/item?${query}`))
  expect(item).toMatchObject({ name: 'Kobuleti – Anaklia', about: { kind: 'journey' } })

  const office = '/v2/merchantusers/purchase-requests'
  const line = await shop.staff(there.merchantId)
  const theirs = await expectOk(shop.get(`${office}/event`, line))
  expect(theirs.items).toMatchObject([
    { ...sailing, legFrom: 0, name: 'Batumi – Anaklia' },
    { ...sailing, name: 'Kobuleti – Anaklia', newCount: 1, ticketCount: 3 },
  ])
  expect((await expectOk(shop.get(`${office}?${query}`, line))).totalCount).toBe(1)
  const stranger = await shop.staff(concert.merchantId)
  expect((await shop.get(`${office}?${query}`, stranger)).status).toBe(404)
  const decision = { requestId: asked.requestId, status: 'Accepted', answer: 'Come to the pier.' }
  expect((await shop.post(office, decision, stranger)).status).toBe(404)

  const operator = await shop.operator()
  const all = await expectOk(shop.get('/v2/operator/requests?status=New', operator))
  expect(all.totalCount).toBe(3)
  expect(all.items.map((one: Reply) => one.item.name)).toContain('Kobuleti – Anaklia')
  const decided = await expectOk(shop.post('/v2/operator/requests', decision, operator))
  expect(decided.history).toMatchObject([{ status: 'New' }, { status: 'Accepted', by: null }])
  const own = await expectOk(shop.get(`${path}?source=ferry&eventId=${eventId}`, friend))
  expect(own.items.map(({ status }: Reply) => status)).toEqual(['New', 'Accepted'])
  const { id } = await shop.mailbox.waitFor(asker.email, 20_000)
  expect((await shop.mailbox.mails.read(id))?.text).toContain('Kobuleti – Anaklia')
})

describe('after the sale each part goes its own way', () => {
  test('a passenger is transferred: the new holder has the place, the old code is dead', async () => {
    const before = await ticketOf('Gia Beridze', there)
    const { ticketIdentifier } = before
    const share = await expectOk(
      shop.post('/v2/tickets/share-url', { ticketIdentifier, handsOver: true }, token),
    )
    const shareToken = share.url.split('/').at(-1)
    await expectOk(shop.post('/v2/tickets/take-over', { token: shareToken }, friend))
    const received = (await expectOk(shop.get('/v2/tickets/received', friend))).tickets
    expect(received).toHaveLength(1)
    expect(received[0].item).toMatchObject({ source: 'ferry', legFrom: 2, legTo: 3 })
    expect(received[0].code).not.toBe(before.code)
    givenAway = before.code
    const quote = await shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token)
    expect(JSON.stringify(quote.body)).toContain('TicketPassedOn')
  })

  test('a passenger is returned by the tier of the boarding pier: the place is free on those legs alone', async () => {
    // 3 h 15 before the first pier, 4 h 45 before the second: between the tiers of this ferry.
    const first = there.piers[0]?.departsAt.getTime() ?? 0
    shop.context.clock.set(new Date(first - 3.25 * hour))
    const percents = []
    for (const name of ['Nino Beridze', 'Luka Beridze']) {
      const { ticketIdentifier } = await ticketOf(name, there)
      const quote = await expectOk(
        shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token),
      )
      percents.push(quote.tiers[0].deductionPercent)
    }
    expect(percents).toEqual([40, 15])
    const { ticketIdentifier, code } = await ticketOf('Luka Beridze', there)
    returned = code
    const { quote, back: comesBack } = await expectOk(
      shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token),
    )
    // Two legs of a child, less 15 %; the fee stays.
    expect(comesBack.amount).toBe(850)
    await expectOk(shop.post('/v2/tickets/return', { quote }, token))
    await refunds()
    expect(atBank()).toBe(850)
    expect(await takenOf(there)).toEqual({
      'place 1': '0 sold, 1 sold, 2 sold',
      cars: '0: 1, 1: 1, 2: 1',
    })
    expect(await earned(there.merchantId)).toBe(ferryFace - 850)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('the concert is cancelled: its money goes back whole, the sailings stand', async () => {
    const operator = await shop.operator()
    const reason = { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
    await expectOk(shop.post(`/v2/operator/events/${concert.eventId}/cancel`, reason, operator))
    await refundCancelled(shop.context, shop.ports.returns)
    await refunds()
    expect(atBank()).toBe(850 + 5_250)
    const left = await ticketsOf()
    expect(
      left.filter(({ code }: Reply) => code !== null).map(({ item }: Reply) => item.source),
    ).toEqual(['ferry', 'ferry', 'ferry', 'ferry'])
    expect(await earned(concert.merchantId)).toBe(0)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('passengers board at two piers without a network; what the devices did comes to one truth', async () => {
    const staff = await shop.staff(there.merchantId)
    const where = { source: 'ferry', itemId: there.sailingId }
    const list = await expectOk(
      shop.get(`/v2/entrance/list?source=ferry&itemId=${there.sailingId}`, staff),
    )
    const tickets: ListedTicket[] = list.lines.map(listedTicket)
    const device = (stop: number): Kept => ({
      item: { ...list.item, keys: list.keys, ...list.item.stops[stop] },
      tickets: new Map(tickets.map((ticket) => [ticket.ticketId, ticket])),
      typeIds: null,
      stop,
    })
    const nino = await ticketOf('Nino Beridze', there)
    const [received] = (await expectOk(shop.get('/v2/tickets/received', friend))).tickets
    const departsAt = (stop: number) => there.piers[stop]?.departsAt.getTime() ?? 0
    const at = async (stop: number, code: string) =>
      decide(code, device(stop), departsAt(stop) - 10 * 60_000)
    const [boarded, late] = [await at(0, nino.code), await at(2, received.code)]
    expect([boarded.outcome, late.outcome]).toEqual(['Admitted', 'Admitted'])
    // Who boards elsewhere, who gave the ticket away, who returned theirs, and who has one for the other sailing.
    expect((await at(1, nino.code)).outcome).toBe('WrongStop')
    expect((await at(2, givenAway)).outcome).toBe('OldCode')
    expect((await at(1, returned)).outcome).toBe('OldCode')
    expect((await at(0, (await ticketOf('Nino Beridze', back)).code)).outcome).toBe('WrongEvent')
    shop.context.clock.set(new Date(departsAt(2) + 60_000))
    const sync = async (stop: number, { ticketId, issueNumber }: LocalDecision) => {
      const scan = {
        sequence: 1,
        scannedAt: new Date(departsAt(stop) - 10 * 60_000).toISOString(),
        outcome: 'Admitted',
        ticketId,
        issueNumber,
      }
      const body = {
        ...where,
        stop,
        deviceId: shop.context.random.uuid(),
        sentAt: shop.context.clock.now().toISOString(),
        scans: [scan],
      }
      const { scans } = await expectOk(shop.post('/v2/entrance/sync', body, staff))
      return scans[0].outcome
    }
    expect(await sync(2, late)).toBe('Admitted')
    expect(await sync(0, boarded)).toBe('Admitted')
    // Another device of the first pier let her in once more.
    expect(await sync(0, boarded)).toBe('Conflict')
    const aboard = await expectOk(
      shop.get(`/v2/entrance/passengers?source=ferry&itemId=${there.sailingId}&stop=2`, staff),
    )
    expect(aboard.boarding.map(({ name, usedAt }: Reply) => [name, usedAt !== null])).toEqual([
      ['Gia Beridze', true],
    ])
    expect(aboard.alighting.map(({ name }: Reply) => name)).toEqual(['Nino Beridze'])
    const quote = await expectOk(
      shop.get(`/v2/tickets/return?ticketIdentifier=${nino.ticketIdentifier}`, token),
    )
    expect(quote.tickets[0].refusal.code).toBe('TicketUsed')
  })
})
