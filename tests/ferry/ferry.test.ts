/**
 * Goal: a new vertical passes through the whole pipeline. Method: a ferry that exists only in these files,
 * on public APIs and registries, is sold with a concert in one order, over HTTP, with the worker's jobs,
 * SMTP, the fake bank and wallets; money, places and tickets are checked after each step. The steps depend
 * on each other.
 */
import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { readPass } from '../../src/modules/tickets/tests/read-pkpass.ts'
import { callbackOf, choiceOf, expectOk, startPayment } from '../hostile/purchases.ts'
import type { Reply } from '../hostile/shop.ts'
import { passengerForm } from './passenger-form.ts'
import { fareTypes } from './tables.ts'
import { afterTheSale } from './steps/after-the-sale.ts'
import { requestsByPiers } from './steps/requests-by-piers.ts'
import { Voyage, buyer, ferryFace, hour, total } from './steps/voyage.ts'

const voyage = new Voyage()
beforeAll(() => voyage.open())
afterAll(() => voyage.shop.close())

describe('one order: a concert, a sailing, a return sailing with overlapping legs', () => {
  test('holds places by legs, with one deadline', async () => {
    const { shop, there, back, concert, token } = voyage
    const chosen = choiceOf({ event: concert, placeIds: [1] })
    const order = await expectOk(shop.post('/v2/Booking/choose-seat', chosen, token))
    voyage.orderKey = order.orderKey
    const { saloon, saloonChild, deck, car } = fareTypes
    const grown = await expectOk(
      shop.post(
        '/v2/ferry/choose',
        {
          orderKey: voyage.orderKey,
          sailings: [
            {
              sailingId: there.sailingId,
              parts: [
                // Nino from the first pier to the third, her son from the second: overlapping. Gia takes
                // her seat after her.
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
    expect(await voyage.takenOf(there)).toEqual({
      'place 1': '0 held, 1 held, 2 held',
      'place 2': '1 held, 2 held',
      cars: '0: 1, 1: 1, 2: 1',
    })
    expect(await voyage.takenOf(back)).toEqual({
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

  test('sells another customer the free legs of a seat only, and two cars on the deck', async () => {
    const { shop, there } = voyage
    const other = await shop.guest()
    const choose = (parts: object[]) =>
      shop.post('/v2/ferry/choose', { sailings: [{ sailingId: there.sailingId, parts }] }, other)
    const { saloon, car } = fareTypes
    expect(
      (await choose([{ from: 0, to: 2, typeId: saloon, placeIds: [2] }])).body.error.code,
    ).toBe('SeatNotAvailable')
    const first = await expectOk(choose([{ from: 0, to: 1, typeId: saloon, placeIds: [2] }]))
    expect((await choose([{ from: 1, to: 2, typeId: car, cars: 2 }])).status).not.toBe(200)
    const second = await expectOk(choose([{ from: 1, to: 2, typeId: car, cars: 1 }]))
    for (const made of [first, second])
      await expectOk(
        shop.post('/v2/orders/unreserve', { orderKey: made.orderKey, cancel: true }, other),
      )
    expect((await voyage.takenOf(there))['place 2']).toBe('1 held, 2 held')
  })

  test('refuses the payment without passengers, and reports their names by field', async () => {
    const { shop, token } = voyage
    const checkout = await expectOk(shop.get(`/groot/Orders/checkout/${voyage.orderKey}`, token))
    const questions = checkout.passengers
    // Five passengers; the car has none.
    expect(questions.map(({ kind }: Reply) => kind)).toEqual([0, 1, 0, null, null])
    const first = questions[0].lineId
    const form = passengerForm('en', checkout, { [`${first}.0.familyName`]: 'ბერიძე' })
    expect(form.match(/<fieldset/g)).toHaveLength(5)
    expect(form).toMatch(/Passenger 1<.*>Saloon, Saloon, seat 1</)
    expect(form).toContain('Latin letters only, as in the passport.')
    const field = new RegExp(`<input[^>]*name="${first}.0.familyName"[^>]*>`).exec(form)?.[0]
    expect(field).toMatch(/aria-invalid="true" aria-describedby="[^"]+".*value="ბერიძე"/)
    // A child's ticket has a fixed kind; deck passengers can be of either kind.
    expect(form.match(/<select[^>]*kind"/g)).toHaveLength(2)
    expect(passengerForm('ka', checkout, {})).toContain('გვარი ლათინურად, როგორც საბუთშია')
    const details = { orderKey: voyage.orderKey, buyer, acceptTerms: true }
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
    // An event hub's checkout accepts the same passengers.
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

  test('is paid once: all places are sold, each line has its ticket, ledger and bank agree', async () => {
    const { shop, there, concert, token } = voyage
    const payment = await startPayment(shop, voyage.orderKey, token)
    voyage.payId = payment.payId
    shop.bank.pay(voyage.payId, { kind: 'approve' })
    await callbackOf(shop, voyage.payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey: voyage.orderKey }, token))
    const held = shop.bank.payments().find((one) => one.payId === voyage.payId)
    if (!held) throw new Error('The bank has no such payment')
    // On the day of the payment the bank refunds only once in part, so this payment is dated back by a day.
    held.paidAt = Date.now() - 24 * hour
    expect(held.amountMinor).toBe(total)
    expect(await voyage.takenOf(there)).toEqual({
      'place 1': '0 sold, 1 sold, 2 sold',
      'place 2': '1 sold, 2 sold',
      cars: '0: 1, 1: 1, 2: 1',
    })
    const tickets = await voyage.tickets()
    expect(tickets).toHaveLength(7)
    expect(
      tickets.every(({ code, status }: Reply) => status === 1 && code.startsWith('BLT1:')),
    ).toBe(true)
    const nino = await voyage.ticketOf('Nino Beridze', there)
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
    expect(await voyage.earned(concert.merchantId)).toBe(5_000)
    expect(await voyage.earned(there.merchantId)).toBe(ferryFace)
    expect(await findBrokenInvariants(shop.context)).toEqual([])
  })

  test('sends one email over SMTP with all tickets', async () => {
    const { shop } = voyage
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

  test('creates a wallet pass that begins at the boarding pier', async () => {
    const { shop, there, token } = voyage
    const { ticketIdentifier } = await voyage.ticketOf('Luka Beridze', there)
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

requestsByPiers(voyage)
afterTheSale(voyage)
