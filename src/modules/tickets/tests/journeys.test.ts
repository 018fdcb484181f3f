/**
 * Goal: documents, wallet passes, reminders and notices identify items by source, number and legs, in the local times
 * of their stops. Method: one order with an event and two leg ranges of a boat with the same number that ends in
 * another time zone; the results are read back.
 */
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { makeWalletKeys, type WalletKeys } from '../../../../fakes/wallets/keys.ts'
import { invariant, ok } from '#kernel/result.ts'
import { makeCustomer } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { composeNotice } from '#modules/notifications/server/compose.ts'
import {
  requestFor,
  type ItemDescription,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { journeySource, type JourneyRequest } from '#modules/orders/tests/journey-source.ts'
import { inTransaction, type Actor } from '#platform/context.ts'
import { openMailer, type Mailer } from '#platform/mail/mail.ts'
import { getTickets } from '../contract.ts'
import { calendarFile } from '../server/documents/calendar.ts'
import { printedDocument } from '../server/documents/compose-printed.ts'
import {
  createTicketPorts,
  notifyHolders,
  remindOfTomorrow,
  tellHolders,
  writeNews,
  writeReminder,
  writeTicketEmail,
  type TicketPorts,
} from '../server/public-api.ts'
import { holdTickets } from '../server/queries/held-tickets.ts'
import { applePassContent, contentMark } from '../server/wallet/apple-pass.ts'
import { googleSaveLink } from '../server/wallet/google-link.ts'
import { showPass } from '../server/wallet/shown-pass.ts'
import { savePass } from '../server/wallet/store.ts'
import { journeyTicketSource } from './journey-tickets.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

const hour = 3_600_000
const source = 'boat'
/** The boat leaves pier 0 at 8:00 UTC, calls at 9 and 10 and ends at 11; an event of the same number begins at 10. */
const planned = new Date('2026-12-31T08:00:00Z')
/** How late the boat is, in hours. */
let late = 0
/** The boat stays in the port. */
let isOff = false

const passengers = { asksNameKa: false, documentKinds: [], asksBirthDate: false }
const onTime = journeySource(source, { firstDeparture: planned, passengers })
/** Ends in Istanbul, an hour behind; late when it is. */
const boat: OfferSource<JourneyRequest> = {
  ...onTime,
  async describeItems(context, items) {
    const described = await onTime.describeItems(context, items)
    return new Map(
      [...described].map(([key, item]): [string, ItemDescription] => {
        if (item.kind !== 'journey') return [key, item]
        const later = (at: Date) => new Date(at.getTime() + late * hour)
        const from = { ...item.from, at: later(item.from.at), code: 'BUS' }
        const to = { ...item.to, at: later(item.to.at), timeZone: 'Europe/Istanbul' }
        const times = { startsAt: from.at, endsAt: to.at, endTimeZone: to.timeZone }
        return [key, { ...item, ...times, from, to, mode: 'ferry' as const }]
      }),
    )
  },
}
let itemId = 0
let offeringId = 0
const plain = journeyTicketSource(boat)
const tickets = journeyTicketSource(boat, {
  async describeTickets(context, items) {
    const subjects = await plain.describeTickets(context, items)
    return new Map(
      [...subjects].map(([key, subject]) => [
        key,
        {
          ...subject,
          use: 'journey' as const,
          isOff,
          movedFrom: late ? new Date(subject.startsAt.getTime() - late * hour) : null,
          fullRefundUntil: late > 2 ? subject.startsAt : null,
        },
      ]),
    )
  },
  listStarting: async (_context, from, until) =>
    [0, 1, 2]
      .map((legFrom) => ({
        itemId,
        offeringId,
        legFrom,
        startsAt: new Date(planned.getTime() + legFrom * hour),
      }))
      .filter(({ startsAt }) => startsAt > from && startsAt <= until),
})

let shop: TicketShop
let ports: TicketPorts
let keys: WalletKeys
let mailbox: MailboxFake
let mailer: Mailer
let actor: Extract<Actor, { readonly kind: 'customer' }>
let order: Order

beforeAll(async () => {
  shop = await openTicketShop([{ offers: boat, tickets }])
  keys = makeWalletKeys({ passTypeId: 'pass.example.test', teamId: 'TEAM000000', now: new Date() })
  ports = createTicketPorts({
    orders: shop.ports.orders,
    sources: shop.ports.sources,
    wallets: {
      apple: {
        passTypeId: 'pass.example.test',
        teamId: 'TEAM000000',
        certificate: keys.APPLE_PASS_CERTIFICATE,
        key: keys.APPLE_PASS_KEY,
        passphrase: undefined,
        authority: keys.APPLE_PASS_WWDR,
      },
      google: {
        issuerId: '3388',
        account: 'wallet@example.com',
        key: keys.GOOGLE_WALLET_KEY,
        saveUrl: 'https://pay.google.com/gp/v/save',
      },
    },
  })
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
  const customer = await makeCustomer(shop.context)
  invariant(customer.kind === 'customer', 'somebody signed in')
  actor = customer
  offeringId = await createOffering(shop.context, { legCount: 3, placeCount: 9, pools: [] })
  itemId = shop.event.eventId
  order = await buy('journey@example.com', [
    [0, 2],
    [2, 3],
  ])
})
afterAll(async () => {
  mailer.close()
  await mailbox.stop()
  await shop.close()
})

let place = 0

/** An event ticket and these stretches of the boat, in one order of the customer's. */
async function buy(email: string, ranges: readonly (readonly [number, number])[]): Promise<Order> {
  const parts = ranges.map(([legFrom, legTo]) => ({ legFrom, legTo, places: [(place += 1)] }))
  const bought = await buyTickets(shop, {
    actor,
    email,
    standing: 1,
    also: [requestFor(boat, { offeringId, itemId, merchantId: shop.event.merchantId, parts })],
    passengers: ({ lines }) =>
      lines
        .filter((line) => line.kind === 'Ticket' && line.source === source)
        .map(({ id }) => ({
          lineId: id,
          unit: 0,
          givenName: 'Nino',
          familyName: 'Beridze',
          nameKa: '',
          kind: 0,
          documentKind: null,
          documentNumber: null,
          nationality: null,
          birthDate: null,
        })),
  })
  return bought.order
}

const held = () => holdTickets({ ...shop.context.as(actor), locale: 'en' }, ports, [order])

async function received(to: string) {
  return Promise.all(
    mailbox.list({ to }).map(async ({ id }) => {
      const response = await fetch(`${mailbox.url}/api/messages/${id}`)
      return (await response.json()) as { subject: string; text: string; messageId: string }
    }),
  )
}

async function jobs<Payload>(name: string): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    select data from pgboss.job where name = ${name} order by created_on, id`.execute(
    shop.context.db,
  )
  return rows.map(({ data }) => data)
}

const facts = [
  'From: Pier 0 (BUS), 31 December, 12:00',
  'To: Pier 2, 31 December, 13:00',
  'Carrier: Boats',
  'Vehicle: Kometa',
]

test('calendar, PDF and email say both stops on their own clocks, and who travels', async () => {
  const all = await held()
  expect(all).toHaveLength(3)
  const file = await calendarFile(all, { ...shop.context, locale: 'en' })
  const calendar = file.replaceAll(/\r\n[ \t]/g, '')
  const ids = [...calendar.matchAll(/^UID:(.+)$/gm)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(3)
  const printed = printedDocument(all, 'en').tickets
  const journeys = printed.filter(({ name }) => name === 'Pier 0 – Pier 2')
  expect(journeys[0]?.facts.map((pair) => pair.join(': '))).toEqual(
    expect.arrayContaining([...facts, 'Passenger: Nino Beridze']),
  )
  // Boats sell no numbered seats; baggage is not seated.
  const [onBoard] = all.filter(({ subject }) => subject.kind === 'journey')
  invariant(onBoard, 'a passenger')
  const seatOf = (one: typeof onBoard) =>
    printedDocument([one], 'en').tickets[0]?.seatFacts.map(({ name, value }) => `${name}: ${value}`)
  expect(seatOf(onBoard)).toEqual(['Seat: Any free seat'])
  const detail = { ...onBoard.line.detail, isBaggage: true as const }
  expect(seatOf({ ...onBoard, line: { ...onBoard.line, detail } })).toEqual(['Baggage: Passenger'])
  expect(seatOf({ ...onBoard, isWithoutPlace: true })).toEqual(['Seat: No seat left'])
  expect(printedDocument([{ ...onBoard, isWithoutPlace: true }], 'en').tickets).toMatchObject([
    { code: null, insteadOfCode: 'No seat: this ticket has no code.' },
  ])
  // The noun of a coach is said once, above its number.
  const inCoach = { ...onBoard.ticket, section: { ka: 'ვაგონი 2', en: 'Coach 2' }, seat: '14' }
  expect(seatOf({ ...onBoard, ticket: inCoach })).toEqual(['Coach: 2', 'Seat: 14'])
  // A journey over midnight has both days in its date; the times would not fit beside it otherwise.
  const overnight = (endsAt: string) => {
    const subject = { ...onBoard.subject, endsAt: new Date(endsAt), endTimeZone: 'Asia/Tbilisi' }
    const startsAt = new Date('2026-11-28T19:00:00Z')
    const moved = { ...onBoard, subject: { ...subject, startsAt, timeZone: 'Asia/Tbilisi' } }
    return printedDocument([moved], 'en').tickets[0]
  }
  expect(overnight('2026-11-29T01:15:00Z')).toMatchObject({
    time: '23:00 – 05:15',
    date: '28–29 November 2026',
    weekdayAndDoors: 'Saturday – Sunday',
  })
  expect(overnight('2026-11-30T22:00:00Z')?.date).toBe('28 November – 1 December 2026')
  expect(overnight('2027-01-01T01:00:00Z')?.date).toBe('28 November 2026 – 1 January 2027')
  const concert = printed.find(({ name }) => name === 'Test concert')
  expect(JSON.stringify(concert)).not.toContain('Carrier')
  // Each source defines how its tickets are used: a boat has no entrance, a concert no passengers.
  expect(journeys[0]?.rules).toContain('when tickets are checked')
  expect(concert?.rules).toContain('at the entrance')
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, ports)
  const [mail] = await received('journey@example.com')
  for (const text of [calendar.replaceAll('\\,', ','), mail?.text]) {
    for (const fact of facts) expect(text).toContain(fact)
    expect(text).toContain('Nino Beridze')
  }
})

test('a departure that does not run has no code in documents and wallets, whether or not that is recorded', async () => {
  const signer = ports.wallets.apple()
  invariant(signer, 'a wallet is set up')
  const seen = async () => {
    const [, journey] = await held()
    invariant(journey, 'a ticket')
    const pass = await savePass(shop.context.as(actor), journey.ticket, 'apple')
    const shown = await showPass(shop.context, ports, pass)
    const { voided, barcodes } = await applePassContent(shop.context, ports, signer, shown)
    const [printed] = printedDocument([journey], 'en').tickets
    return { voided, barcodes, printed, journey }
  }
  expect((await seen()).printed).toMatchObject({ code: expect.any(String), insteadOfCode: null })
  isOff = true
  const { voided, barcodes, printed, journey } = await seen()
  isOff = false
  expect({ voided, barcodes }).toEqual({ voided: true, barcodes: undefined })
  const insteadOfCode = 'Cancelled: this ticket has no code.'
  const seatFacts = [{ name: 'Seat', value: 'Any free seat', isLong: true }]
  expect(printed).toMatchObject({ code: null, insteadOfCode, seatFacts })
  const recorded = { ...journey, subject: { ...journey.subject, cancelledAt: planned } }
  expect(printedDocument([recorded], 'en').tickets).toMatchObject([{ insteadOfCode, seatFacts }])
})

test('tickets of an event are listed without those of a boat of its number', async () => {
  const query = { eventId: itemId }
  const list = await shop.send(actor, getTickets, { query })
  expect(list.ok && list.value.tickets.map(({ item }) => item.source)).toEqual(['event'])
})

test('wallets hold boarding passes and transit tickets for journeys, event tickets for events', async () => {
  const [concert, journey] = await held()
  invariant(concert && journey, 'there are tickets')
  const context = { ...shop.context.as(actor), locale: 'en' as const }
  const signer = ports.wallets.apple()
  const google = ports.wallets.google()
  invariant(signer && google, 'wallets are set up')
  const contentOf = async ({ ticket }: typeof concert) => {
    const pass = await savePass(context, ticket, 'apple')
    return applePassContent(context, ports, signer, await showPass(context, ports, pass))
  }
  const ofEvent = await contentOf(concert)
  expect(ofEvent).toMatchObject({ eventTicket: { primaryFields: [{ value: 'Test concert' }] } })
  expect(ofEvent.boardingPass).toBeUndefined()
  const before = await contentOf(journey)
  expect(before.eventTicket).toBeUndefined()
  expect(before).toMatchObject({
    relevantDate: '2026-12-31T08:00:00.000Z',
    boardingPass: {
      transitType: 'PKTransitTypeBoat',
      primaryFields: [
        { label: 'Pier 0 12:00', value: 'BUS' },
        { label: '13:00', value: 'Pier 2' },
      ],
      secondaryFields: [{ value: 'Nino Beridze' }, { key: 'starts' }],
      auxiliaryFields: [{ label: 'Vehicle', value: 'Kometa' }, { value: 'Any free seat' }],
    },
  })
  const payloadOf = async (one: typeof concert) => {
    const pass = await savePass(context, one.ticket, 'google')
    const url = await googleSaveLink(context, google, { pass, held: one })
    expect(url.length).toBeLessThanOrEqual(1_800)
    return decodeJwt(url.split('/').at(-1) ?? '').payload
  }
  expect(await payloadOf(concert)).toMatchObject({
    eventTicketClasses: [{ id: `3388.event-${itemId}-en` }],
  })
  expect(await payloadOf(journey)).toMatchObject({
    transitClasses: [{ transitType: 'FERRY', id: '3388.boat-ferry-en' }],
    transitObjects: [
      {
        passengerNames: 'Nino Beridze',
        ticketLeg: {
          originName: { defaultValue: { value: 'Pier 0' } },
          departureDateTime: '2026-12-31T12:00:00+04:00',
          arrivalDateTime: '2026-12-31T13:00:00+03:00',
          ticketSeat: { seatAssignment: { defaultValue: { value: 'Any free seat' } } },
        },
      },
    ],
  })
  // A device is notified of the late boat, and not of the event with the same number.
  late = 1
  expect(contentMark(await contentOf(journey))).not.toBe(contentMark(before))
  expect(contentMark(await contentOf(concert))).toBe(contentMark(ofEvent))
  late = 0
})

test('each stretch is reminded of by itself, a day before it begins', async () => {
  const { context } = shop
  const now = context.clock.now()
  try {
    // The first pier is within a day, the third is not yet; the event of the same number neither.
    context.clock.set(new Date(planned.getTime() - 23.5 * hour))
    const job = { orderId: order.id, source, itemId, startsAt: planned.toISOString() }
    const own = async () =>
      (await jobs<typeof job>('reminder-letter')).filter(({ orderId }) => orderId === order.id)
    await remindOfTomorrow(context, ports)
    expect(await own()).toEqual([job])
    context.clock.set(new Date(planned.getTime() - 21.5 * hour))
    await remindOfTomorrow(context, ports)
    await remindOfTomorrow(context, ports)
    const made = await own()
    const second = new Date(planned.getTime() + 2 * hour).toISOString()
    expect(made.map((one) => `${one.source} ${one.startsAt}`).toSorted()).toEqual([
      `boat ${planned.toISOString()}`,
      `boat ${second}`,
      `event ${second}`,
    ])
    const email = 'journey@example.com'
    const before = mailbox.list({ to: email }).length
    for (const one of made) await writeReminder(context, mailer, one, ports)
    const mails = (await received(email)).filter(({ subject }) => subject.startsWith('Tomorrow'))
    expect(mailbox.list({ to: email })).toHaveLength(before + 3)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
    const said = mails.map(({ subject, text }) => [
      subject.includes('Pier'),
      text.includes('when tickets are checked'),
      text.includes('at the entrance'),
    ])
    expect(said.toSorted()).toEqual([
      [false, false, true],
      [true, true, false],
      [true, true, false],
    ])
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Tomorrow: Pier 0 – Pier 2',
      'Tomorrow: Pier 2 – Pier 3',
      'Tomorrow: Test concert',
    ])
  } finally {
    context.clock.set(now)
  }
})

test('holders for some legs are notified once that the boat is late, by email and push', async () => {
  const email = 'late@example.com'
  const other = await buy(email, [
    [0, 1],
    [1, 3],
  ])
  late = 2
  const tell = (change: 'delayed' | 'cancelled') =>
    inTransaction(shop.context, async (inside) => {
      const legs = { from: 0, to: 1 }
      await notifyHolders(inside, ports, { source, itemId, offeringId, legs, change })
      return ok(null)
    })
  await tell('delayed')
  await tell('delayed')
  const { rows: notices } = await sql<{ kind: string; subject: object; customer: string }>`
    select kind, subject, customer_id as customer from notice where kind <> 'ticket-ready' order by id
  `.execute(shop.context.db)
  expect(notices).toEqual(
    ['Pier 0 – Pier 1', 'Pier 0 – Pier 2'].map((name) => ({
      kind: 'event-moved',
      customer: actor.customerId,
      subject: {
        isDelay: true,
        item: {
          name: { ka: expect.any(String), en: name },
          startsAt: '2026-12-31T10:00:00.000Z',
          timeZone: 'Asia/Tbilisi',
        },
      },
    })),
  )
  const [notice] = notices
  const words = await composeNotice(shop.context, notice as never, 'en')
  expect(words?.title).toBe('Delayed: Pier 0 – Pier 1')
  expect(words?.body).toContain('14:00')
  const told = await jobs<Parameters<typeof tellHolders>[1]>('event-moved')
  expect(told).toHaveLength(1)
  for (const job of told) await tellHolders(shop.context, job)
  const letters = (await jobs<Parameters<typeof writeNews>[2]>('moved-letter')).toSorted(
    (left, right) => left.orderId - right.orderId,
  )
  expect(letters).toEqual(
    [order.id, other.id].map((orderId) =>
      expect.objectContaining({ orderId, source, itemId, ticketIds: [expect.any(Number)] }),
    ),
  )
  const sms = { send: () => Promise.reject(new Error('nobody is told by SMS')) }
  for (const letter of letters) {
    // The boat of the first order is so late that it leaves the next day, and its holders have a choice.
    late = letter.orderId === order.id ? 14 : 2
    await writeNews(shop.context, { mailer, sms }, letter, ports)
  }
  const [mail, ...more] = await received(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Delayed: Pier 0 – Pier 1')
  expect(mail?.text).toMatch(/leaves on Thursday, 31 December 2026, 14:00 instead of 12:00\./)
  expect(mail?.text).not.toContain('return the tickets')
  const veryLate = (await received('journey@example.com')).find(({ subject }) =>
    subject.startsWith('Delayed'),
  )
  expect(veryLate?.text).toContain('on Friday, 1 January 2027, 02:00 instead of Thursday, 31 Dec')
  expect(veryLate?.text).toContain('take another departure at no charge or return the tickets')
  await tell('cancelled')
  for (const job of (await jobs<(typeof told)[number]>('event-moved')).slice(1))
    await tellHolders(shop.context, job)
  const before = mailbox.list({ to: email }).length
  for (const letter of (await jobs<(typeof letters)[number]>('moved-letter')).slice(2))
    await writeNews(shop.context, { mailer, sms }, letter, ports)
  expect(mailbox.list({ to: email }), 'that email comes with the money').toHaveLength(before)
  late = 0
})
