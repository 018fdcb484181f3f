/** A customer with data of every kind that a customer can have, and its identifiers. */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { hashPassword } from '#modules/accounts/server/public-api.ts'
import { multipassCard } from './multipass.ts'
import { flightOf } from './flights.ts'
import { browserEndpoint, browserKeys } from './notices.ts'
import { purchase, type Purchase } from './purchases.ts'
import { buyer, type HostileShop } from './shop.ts'
import { person, victimEmail } from './victim.ts'
import { saveMoney } from './victim-money.ts'
import { createRecords } from './victim-records.ts'

export interface Belongings {
  readonly customerId: string
  readonly token: string
  /** Texts that no other caller may read. */
  readonly secrets: readonly string[]
  /** Ids that mark rows as this customer's, together with all rows that reference them. */
  readonly ids: readonly string[]
  /** Identifiers of the customer's data by field name, one record for each order. */
  readonly names: readonly Readonly<Record<string, unknown>>[]
}

/** Buys, saves, consents and connects, so that every table about customers has at least one row. */
export async function createBelongings(shop: HostileShop, event: MadeEvent): Promise<Belongings> {
  const { db, clock, random } = shop.context
  const customerId = random.uuid()
  const now = clock.now()
  await db
    .insertInto('customer')
    .values({
      id: customerId,
      email: victimEmail,
      full_name: person,
      phone: '+995599777666',
      phone_verified_at: now,
      student_email: 'salome@secret.tsu.ge',
      student_institution: person,
      password_hash: await hashPassword('a horse on the hill'),
      activated_at: now,
      loyalty_enabled_at: now,
    })
    .execute()
  const opened = await shop.ports.sessions.openCustomer(shop.context, customerId, person)
  const { token } = opened
  const sessionId = 'sessionId' in opened.actor ? opened.actor.sessionId : ''
  const orders: Purchase[] = []
  for (const [index, station] of (['paid', 'checkout'] as const).entries())
    orders.push(await purchase(shop, { token, station, request: { event, placeIds: [index + 1] } }))
  const pass = await multipassCard(shop, { token, event })
  const flight = await flightOf(shop, token)
  const money: Record<string, unknown> = await saveMoney(shop, customerId, token)
  const kept = await createRecords(shop, { customerId, sessionId }, event)
  const { bankAccountId, paymentcardid, cardNumber, cardnumber } = money
  const shared = {
    ...kept,
    bankAccountId,
    paymentcardid,
    cardId: paymentcardid,
    cardNumber,
    cardnumber,
    /** The customer's multi-pass; numbers of other card types have other formats. */
    passNumber: pass.cardNumber,
    /** The payment of a top-up; orders have their own. */
    topUpId: money['paymentId'],
    sessionId,
    priceDetailId: flight['priceDetailId'],
    tktOrderNumber: flight['tktOrderNumber'],
    pseudoKey: flight['pseudoKey'],
    changeId: flight['changeId'],
    userId: customerId,
    userid: customerId,
  }
  return {
    customerId,
    token,
    secrets: [
      person,
      victimEmail,
      'salome@secret.tsu.ge',
      ...orders.flatMap(({ linkToken, ticketIdentifiers }) => [linkToken, ...ticketIdentifiers]),
      ...orders.map(({ orderNumber }) => orderNumber),
    ],
    ids: [customerId, sessionId, ...orders.map(({ orderKey }) => orderKey)],
    names: [
      ...orders.map((order) => ({ ...shared, ...namesOfOrder(order, orders) })),
      {
        ...shared,
        ...namesOfOrder(orders[0] as Purchase, orders),
        orderKey: flight['orderKey'],
        orderNumber: flight['orderNumber'],
        lineIds: flight['lineIds'],
        lineId: (flight['lineIds'] as readonly number[])[0],
      },
    ],
  }
}

/** Identifiers that an open order does not have are those of the paid one. */
function namesOfOrder(order: Purchase, all: readonly Purchase[]): Record<string, unknown> {
  const [paid = order] = all
  const { orderKey, orderNumber, lineIds } = order
  const [ticketIdentifier] = paid.ticketIdentifiers
  return {
    orderKey,
    orderNumber,
    lineIds,
    lineId: lineIds[0],
    ticketIdentifier,
    'request.ticketId': ticketIdentifier,
    integrationTicketId: ticketIdentifier,
    paymentId: paid.paymentId,
    transactionId: paid.paymentId,
    PaymentId: paid.payId,
  }
}

/** Values for fields that do not identify anything. */
export const plainValues: Readonly<Record<string, unknown>> = {
  buyer,
  acceptTerms: true,
  phone: '+995555000111',
  endpoint: browserEndpoint,
  ...browserKeys,
  email: 'mallory@example.com',
  eMail: victimEmail,
  studentEmail: 'mallory@tsu.ge',
  code: '000000',
  iban: 'GE29NB0000000101904917',
  token: 'mallory-device-token',
  password: 'another hill, another horse',
  confirmPassword: 'another hill, another horse',
  path: '/nowhere',
  digest: 'a'.repeat(64),
  amount: 500,
  pin: '4321',
  action: 'remove',
  device: 'e'.repeat(32),
  passType: 'pass.example.bileti',
  subjectKind: 'show',
  name: 'mallory',
  fromAirport: 'TBS',
  toAirport: 'IST',
  fromDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  sessionId: 1,
  caveaSessionId: 1,
  movieId: 1,
  placeId: 1,
  comment: 'Nothing',
  givenName: 'Mallory',
  familyName: 'Stranger',
  followKey: `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.AAAA`,
  hasEmails: true,
  letterKey: '7.AAAA.AAAA',
  hasNews: true,
  swoopIdentifer: 'M-1',
  ticketTypeId: 2_000_000_000,
}
