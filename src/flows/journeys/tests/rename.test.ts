/**
 * Goal: a ticket is renamed by the carrier's terms, for its fee, and the previous code becomes void. Method: a small
 * line over HTTP, tickets of a customer with a balance; the ledger is checked after each test.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordWatchNews } from '#modules/follows/server/public-api.ts'
import { notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'

const terms = { nameChange: { feeMinor: 300, untilSeconds: 3_600, most: 1 } }
let shop: HostileShop
let line: MadeLine
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context, { terms })
  token = await shop.customer()
})
afterAll(() => shop.close())

/** Paid tickets of one order for the first two legs, one for each given name. */
async function buy(
  names: readonly string[],
  { as = token, on = line, run = 0 }: { as?: string; on?: MadeLine; run?: 0 | 1 } = {},
): Promise<Reply[]> {
  const segments = [
    { runId: on.runIds[run], legFrom: 0, legTo: 2, passengers: names.map(() => ({})) },
  ]
  const order = await expectOk(shop.post('/v2/transport/choose', { segments }, as))
  const passengers = order.segments[0].tickets.map(({ lineId }: Reply, index: number) => ({
    lineId,
    givenName: names[index],
    familyName: 'Beridze',
  }))
  const { orderKey, orderNumber } = order
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, as))
  const { payId } = await startPayment(shop, orderKey, as)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, as))
  const path = `/v2/orders/tickets?orderNumber=${orderNumber}`
  return (await expectOk(shop.get(path, as))).tickets
}

const named = (givenName: string) => ({ givenName, familyName: 'Lomidze' })
const rename = (ticket: Reply, givenName: string, as = token, feeMinor = 300) =>
  shop.post(
    '/v2/tickets/passenger',
    { ticketIdentifier: ticket.ticketIdentifier, feeMinor, passenger: named(givenName) },
    as,
  )
const termsOf = (ticket: Reply, as = token) =>
  shop.get(`/v2/tickets/passenger?ticketIdentifier=${ticket.ticketIdentifier}`, as)
const codeOf = async (answer: Promise<Reply>) => (await answer).body.error?.code
const nameOf = async (ticket: Reply, as = token): Promise<Reply> => {
  const path = `/v2/tickets?ticketIdentifier=${ticket.ticketIdentifier}`
  const [{ passenger, code }] = (await expectOk(shop.get(path, as))).tickets
  return { name: passenger.name, code }
}

async function topUp(amountMinor: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from orders where customer_id is not null
    order by orders.id limit 1`.execute(shop.context.db)
  const customerId = rows[0]?.id ?? ''
  await postTransfer(shop.context, {
    idempotencyKey: `gift ${shop.context.random.uuid()}`,
    kind: 'top-up',
    reference: 'gift',
    postings: [
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -amountMinor },
      { account: 'house:gifts', currency: 'GEL', amountMinor },
    ],
  })
}

test('for its fee, once: another name, a new code, and the old one is dead', async () => {
  const [ticket] = await buy(['Nino'])
  expect(ticket.hand.mayRename).toBe(true)
  const before = await nameOf(ticket)
  expect(await expectOk(termsOf(ticket))).toMatchObject({
    refusal: null,
    fee: { amount: 300 },
    left: 1,
    question: { passenger: { givenName: 'Nino' } },
  })
  expect(await codeOf(rename(ticket, 'Ana'))).toBe('BalanceNotEnough')
  expect(await nameOf(ticket)).toEqual(before)
  await topUp(1_000)
  expect(await codeOf(rename(ticket, 'Ana', token, 0))).toBe('QuoteChanged')
  expect(await codeOf(rename(ticket, 'Ana', await shop.customer()))).toBe('TicketNotFound')
  expect(await codeOf(rename(ticket, 'ანა'))).toBe('ExtraFieldsMissing')
  // Two concurrent requests: one succeeds, with one fee.
  const answers = await Promise.all([rename(ticket, 'Ana'), rename(ticket, 'Eka')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const after = await nameOf(ticket)
  expect(after.name).toMatch(/^(Ana|Eka) Lomidze$/)
  const verify = (code: string) =>
    expectOk(shop.get(`/v2/tickets/verify?ticketIdentifier=${encodeURIComponent(code)}`, token))
  expect(await verify(before.code)).toMatchObject({ isValid: false, codeState: 'Superseded' })
  expect(await verify(after.code)).toMatchObject({ isValid: true, codeState: 'Current' })
  const { refusal, left, available } = await expectOk(termsOf(ticket))
  expect([left, available.amount]).toEqual([0, 700])
  expect(refusal).toContain('can no longer be changed')
  expect(await codeOf(rename(ticket, 'Gia'))).toBe('PassengerNotChangeable')
  expect(await ledgerViolations(shop.context)).toEqual([])
})

test('nobody travels twice, and a guest pays no fee they have no balance for', async () => {
  const [first] = await buy(['Nino', 'Gia'])
  await topUp(300)
  const twice = { givenName: 'Gia', familyName: 'Beridze' }
  const body = { ticketIdentifier: first.ticketIdentifier, feeMinor: 300, passenger: twice }
  expect(await codeOf(shop.post('/v2/tickets/passenger', body, token))).toBe('PassengerTwice')
  const guest = await shop.guest()
  const [own] = await buy(['Eka'], { as: guest })
  expect((await expectOk(termsOf(own, guest))).available).toBeNull()
  expect(await codeOf(rename(own, 'Ana', guest))).toBe('BalanceNotEnough')
})

test('the day of birth decides who travels on a child’s ticket: named, offered, renamed, changed', async () => {
  const aged = await makeLine(shop.context, {
    terms: {
      asksBirthDate: true,
      nameChange: { feeMinor: 0, untilSeconds: 3_600, most: 2 },
      // The carrier lets children travel alone.
      companions: { aloneFromAge: 0, companionFromAge: 0 },
    },
  })
  const [runId, nextRunId] = aged.runIds
  const choose = (rider: string, more: object = {}) =>
    expectOk(
      shop.post(
        '/v2/transport/choose',
        { segments: [{ runId, legFrom: 0, legTo: 2, passengers: [{ rider, ...more }] }] },
        token,
      ),
    )
  const { orderKey, segments } = await choose('child')
  const [held] = segments[0].tickets
  const years = (count: number) =>
    Temporal.PlainDate.from(aged.date).subtract({ years: count }).toString()
  const person = (birthDate: string, lineId = held.lineId) => ({
    lineId,
    ...named('Luka'),
    kind: 1,
    birthDate,
  })
  const name = (passenger: object) =>
    shop.post('/v2/transport/passengers', { orderKey, passengers: [passenger] }, token)
  // Thirteen on the day of travel, not yet born, and grown up long ago.
  for (const birthDate of [years(13), years(-1), '1990-02-28']) {
    const { error } = (await name(person(birthDate))).body
    const path = `body.passengers.${held.lineId}.0.birthDate`
    expect(error).toMatchObject({ code: 'PassengerAgeWrong', fields: [{ path }] })
  }
  const noName = { ...person('1990-02-28'), givenName: '' }
  expect(await codeOf(name(noName))).toBe('ExtraFieldsMissing')
  const details = { orderKey, buyer, acceptTerms: true }
  const grown = { ...details, passengers: [person('1990-02-28')] }
  expect(await codeOf(shop.post('/v2/orders/checkout', grown, token))).toBe('PassengerAgeWrong')
  // The same seat as an adult’s costs twice as much; back again, it is the child’s.
  const asked = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  expect(asked.passengers[0].born.bornUntil <= aged.date).toBe(true)
  expect(held.otherRiders).toMatchObject([{ rider: 'adult' }])
  const exchange = async (lineId: number, rider: string) => {
    const passengers = [{ rider, placeId: held.placeId }]
    const body = {
      orderKey,
      replaces: [lineId],
      segments: [{ runId, legFrom: 0, legTo: 2, passengers }],
    }
    const order = await expectOk(shop.post('/v2/transport/choose', body, token))
    expect(order.segments[0].tickets).toHaveLength(1)
    return order.segments[0].tickets[0]
  }
  const adult = await exchange(held.lineId, 'adult')
  expect(adult.total).toEqual(held.otherRiders[0].total)
  expect(adult.otherRiders).toMatchObject([{ rider: 'child', total: held.total }])
  const child = await exchange(adult.lineId, 'child')
  expect([child.placeId, child.total]).toEqual([held.placeId, held.total])
  // The latest day of birth that is thirteen on the second day only.
  const tomorrow = new Date(Date.parse(years(13)) + 86_400_000).toISOString().slice(0, 10)
  await expectOk(name(person(tomorrow, child.lineId)))
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const [ticket] = (await expectOk(shop.get('/v2/tickets', token))).tickets.filter(
    ({ item }: Reply) => item.itemId === runId,
  )
  const { ticketIdentifier } = ticket
  const other = (birthDate: string) =>
    shop.post(
      '/v2/tickets/passenger',
      { ticketIdentifier, feeMinor: 0, passenger: { ...named('Gia'), kind: 1, birthDate } },
      token,
    )
  expect(await codeOf(other('1990-02-28'))).toBe('PassengerAgeWrong')
  const quote = `ticketIdentifier=${ticketIdentifier}&runId=${nextRunId}&legFrom=0&legTo=2`
  const change = () => shop.get(`/v2/transport/changes/quote?${quote}`, token)
  expect(await codeOf(change())).toBe('PassengerAgeWrong')
  await expectOk(other(years(8)))
  await expectOk(change())
  // Passengers rebooked after a cancellation keep their names and ages unchecked.
  await expectOk(other(tomorrow))
  await sql`update run set status = 1 where id = ${runId}`.execute(shop.context.db)
  await notifyRunChanges(shop.context, shop.ports.tickets)
  const wanted = { ticketIdentifier, runId: nextRunId, legFrom: 0, legTo: 2 }
  await expectOk(shop.post('/v2/transport/rebooking', wanted, token))
})

test('who waits for a seat or a price on a day is told once; a day that is over is nobody’s', async () => {
  const small = await makeLine(shop.context, { seatCount: 2 })
  const [from = '', , to = ''] = small.placeCodes
  const customer = await shop.customer()
  const sources = shop.ports.watches
  const wait = (subject: object, as = customer) =>
    shop.post('/v2/follows/watches', { source: 'transport', subject }, as)
  const day = { from, to, date: small.date }
  for (const wrong of [
    { ...day, to: from },
    { ...day, date: '2020-01-01' },
    { ...day, date: '2026-02-30' },
    { ...day, priceMinor: -1 },
    { ...day, to: 'nowhere' },
    { from, to },
  ])
    expect(await codeOf(wait(wrong))).toBe('NotFound')
  const guest = await shop.guest()
  expect((await wait(day, guest)).status).toBe(401)
  // The bus is full; nothing costs five tetri.
  const party = { runId: small.runIds[0], legFrom: 0, legTo: 2, passengers: [{}, {}] }
  const held = await expectOk(shop.post('/v2/transport/choose', { segments: [party] }, guest))
  await expectOk(wait(day))
  await expectOk(wait({ ...day, priceMinor: 5 }))
  const { watches } = await expectOk(shop.get('/v2/follows', customer))
  expect(watches.map(({ name }: Reply) => name)).toHaveLength(2)
  shop.context.clock.advance(2)
  expect(await recordWatchNews(shop.context, sources)).toBe(0)
  expect(held.segments[0].tickets).toHaveLength(2)
  // The hold ends.
  shop.context.clock.advance(16 * 60)
  expect(await recordWatchNews(shop.context, sources)).toBe(1)
  shop.context.clock.advance(11 * 60)
  expect(await recordWatchNews(shop.context, sources)).toBe(0)
})

test('a carrier without such terms lets nobody else travel; after its deadline it is too late', async () => {
  const strict = await makeLine(shop.context)
  const [fixed] = await buy(['Nino'], { on: strict })
  expect(fixed.hand.mayRename).toBe(false)
  expect(await codeOf(rename(fixed, 'Ana'))).toBe('PassengerNotChangeable')
  const free = await makeLine(shop.context, {
    terms: { nameChange: { feeMinor: 0, untilSeconds: 3_600, most: 2 } },
  })
  const [ticket] = await buy(['Nino'], { on: free, run: 1 })
  await expectOk(rename(ticket, 'Ana', token, 0))
  shop.context.clock.set(new Date(Date.parse(ticket.item.startsAt) - 1_800_000))
  expect(await codeOf(rename(ticket, 'Eka', token, 0))).toBe('PassengerNotChangeable')
})

test('where no date of birth is asked for, form and ticket say that a child’s age may be checked', async () => {
  const as = await shop.guest()
  const proved = (view: Reply) => view.provesAge ?? false
  const hold = async ({ runIds: [runId] }: MadeLine) => {
    const passengers = [{}, { rider: 'child' }]
    const segments = [{ runId, legFrom: 0, legTo: 1, passengers }]
    const order = await expectOk(shop.post('/v2/transport/choose', { segments }, as))
    const path = `/v2/orders/checkout/details?orderKey=${order.orderKey}`
    return { ...order, form: (await expectOk(shop.get(path, as))).passengers }
  }
  const asking = await hold(await makeLine(shop.context, { terms: { asksBirthDate: true } }))
  expect(asking.form.map(proved)).toEqual([false, false])
  const { orderKey, orderNumber, form } = await hold(await makeLine(shop.context))
  expect(form.map(proved)).toEqual([false, true])
  const passengers = form.map(({ lineId, unit, kind }: Reply, index: number) => ({
    lineId,
    unit,
    kind,
    givenName: index === 0 ? 'Dato' : 'Lile',
    familyName: 'Beridze',
  }))
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, as))
  const { payId } = await startPayment(shop, orderKey, as)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, as))
  const { tickets } = await expectOk(shop.get(`/v2/orders/tickets?orderNumber=${orderNumber}`, as))
  const byName = tickets.map(({ passenger }: Reply) => [passenger.name, proved(passenger)])
  expect(Object.fromEntries(byName)).toEqual({ 'Dato Beridze': false, 'Lile Beridze': true })
})
