/** A customer who has something of everything that one can have here, with the names by which it is called. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { hashPassword } from '#modules/accounts/server/public-api.ts'
import { customerAccount, takeHold } from '#modules/wallet/server/public-api.ts'
import { multipassCard } from './multipass.ts'
import { flightOf } from './flights.ts'
import { browserEndpoint, browserKeys } from './notices.ts'
import { purchase, type Purchase } from './purchases.ts'
import { buyer, type HostileShop } from './shop.ts'
import { discountCard, walletValues } from './wallet.ts'

export interface Belongings {
  readonly customerId: string
  readonly token: string
  /** Texts that nobody else may ever read. */
  readonly secrets: readonly string[]
  /** Ids by which rows are this customer's; whatever refers to such a row is theirs, too. */
  readonly ids: readonly string[]
  /** Names of what is theirs, by the field of a call that takes them; once for each order they have. */
  readonly names: readonly Readonly<Record<string, unknown>>[]
}

const person = 'Salome Tsereteli-Nobodyelse'
export const herEmail = 'salome@private.example'
/** Where her browser takes notifications. */
export const herEndpoint = 'https://updates.push.services.mozilla.com/wpush/v2/salome'

/** Buys, saves, agrees, connects: one row at least in every table that knows customers. */
export async function furnish(shop: HostileShop, event: MadeEvent): Promise<Belongings> {
  const { db, clock, random } = shop.context
  const customerId = random.uuid()
  const now = clock.now()
  await db
    .insertInto('customer')
    .values({
      id: customerId,
      email: herEmail,
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
  const money: Record<string, unknown> = await save(shop, customerId, token)
  const kept = await keep(shop, { customerId, sessionId }, event)
  const { bankAccountId, paymentcardid, cardNumber, cardnumber } = money
  const shared = {
    ...kept,
    bankAccountId,
    paymentcardid,
    cardId: paymentcardid,
    cardNumber,
    cardnumber,
    /** Her multi-pass; other cards have numbers of their own kinds. */
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
      herEmail,
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

/** What an open order does not have yet is called by the name that the paid one has. */
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

/** What is neither bought nor money: keys, devices, decisions, searches, requests. */
async function keep(
  shop: HostileShop,
  { customerId, sessionId }: { readonly customerId: string; readonly sessionId: string },
  event: MadeEvent,
): Promise<Record<string, unknown>> {
  const { db, clock, random } = shop.context
  const now = clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  const customer_id = customerId
  const [codeId, challengeId, key] = [random.uuid(), random.uuid(), random.uuid()]
  const credentialId = 'passkey-of-salome'
  const hash = (text: string) => createHash('sha256').update(text).digest()
  await db
    .insertInto('account_key')
    .values({ key_hash: hash(key), purpose: 'deletion', email: '', customer_id, expires_at: later })
    .execute()
  await db
    .insertInto('one_time_code')
    .values({
      id: codeId,
      purpose: 'change-phone',
      customer_id,
      phone: '+995599777666',
      code_hash: hash('000000'),
      expires_at: later,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('consent')
    .values({
      customer_id,
      kind: 'sign-in',
      version: 1,
      is_given: true,
      given_at: now,
      network: '',
      user_agent: person,
    })
    .execute()
  await db
    .insertInto('external_account')
    .values({ provider: 'fb', subject: person, customer_id, connected_at: now })
    .execute()
  await db
    .insertInto('passkey')
    .values({
      credential_id: credentialId,
      customer_id,
      public_key: Buffer.alloc(32, 1),
      name: person,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('passkey_challenge')
    .values({
      id: challengeId,
      purpose: 'register',
      customer_id,
      challenge: 'c',
      expires_at: later,
    })
    .execute()
  await db
    .insertInto('step_up_proof')
    .values({
      proof_hash: hash(`${key} proof`),
      session_id: sessionId,
      customer_id,
      purpose: 'phone',
      method: 'password',
      created_at: now,
      expires_at: later,
    })
    .execute()
  await db
    .insertInto('oauth_state')
    .values({
      state_hash: hash(key),
      purpose: 'connect',
      customer_id,
      continue_path: '/',
      expires_at: later,
    })
    .execute()
  await db
    .insertInto('mobile_token')
    .values({ token: 'salome-device-token', customer_id, platform: 'ios', updated_at: now })
    .execute()
  await db
    .insertInto('push_subscription')
    .values({
      id: random.uuid(),
      customer_id,
      endpoint: herEndpoint,
      ...browserKeys,
      locale: 'ka',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('notification_choice')
    .values({
      customer_id,
      kind: 'sale-opens',
      is_allowed: true,
      chosen_at: now,
      network: '',
      user_agent: person,
    })
    .execute()
  await db
    .insertInto('sale_alert')
    .values({ customer_id, show_id: event.showId, created_at: now })
    .execute()
  await db
    .insertInto('follow')
    .values({
      customer_id,
      subject_kind: 'person',
      subject_id: 1,
      name: JSON.stringify({ ka: person, en: person }),
      created_at: now,
    })
    .execute()
  await db
    .insertInto('follow_news')
    .values({ customer_id, cause: 'listed', show_id: event.showId, event_id: 0, noted_at: now })
    .execute()
  await db.insertInto('follow_email').values({ customer_id, day: now }).execute()
  await db.insertInto('follow_email_refusal').values({ customer_id, refused_at: now }).execute()
  await db
    .insertInto('customer_picture')
    .values({ customer_id, content: Buffer.from(person), updated_at: now })
    .execute()
  await db
    .insertInto('customer_loyalty')
    .values({ customer_id, spent_minor: 12_345, kept_at: now })
    .execute()
  const templateId = random.uuid()
  await db
    .insertInto('saved_passenger')
    .values({
      id: templateId,
      customer_id,
      given_name: person,
      family_name: person,
      name_ka: person,
      kind: 0,
      needs_wheelchair: false,
      documents: '[]',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const search = await db
    .insertInto('saved_search')
    .values({
      keyword: person,
      text_key: person,
      customer_id,
      browser: 'test',
      day: now,
      saved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('purchase_request')
    .values({
      source: 'event',
      item_id: event.eventId,
      leg_from: 0,
      leg_to: 1,
      merchant_id: event.merchantId,
      customer_id,
      name: person,
      email: herEmail,
      phone: '+995599777666',
      quantity: 2,
      locale: 'en',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const shareId = await shareTickets(shop, customerId)
  const invitationId = await inviteSomebody(shop, customerId)
  const serial = await putInWallet(shop, customerId)
  await givePromoCode(shop, customerId)
  await sql`update ticket set holder_customer_id = ${customerId} where order_id in
    (select id from orders where customer_id = ${customerId})`.execute(db)
  return {
    codeId,
    challengeId,
    key,
    credentialId,
    savedSearchId: Number(search.id),
    templateId,
    shareId,
    invitationId,
    serial,
  }
}

/** A ticket of hers in a wallet, and the device it is on. */
async function putInWallet(shop: HostileShop, customerId: string): Promise<string> {
  const { db, clock, random } = shop.context
  const ticket = await db
    .selectFrom('ticket')
    .innerJoin('orders', 'orders.id', 'ticket.order_id')
    .select(['ticket.id', 'issue_number'])
    .where('orders.customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const id = random.uuid()
  const { id: ticket_id, issue_number } = ticket
  const made = { ticket_id, issue_number, kind: 'apple', locale: 'en', created_at: clock.now() }
  await db
    .insertInto('wallet_pass')
    .values({ id, ...made })
    .execute()
  await db
    .insertInto('wallet_registration')
    .values({ device: 'd'.repeat(32), pass_id: id, registered_at: clock.now() })
    .execute()
  return id
}

/** A link to a ticket that anybody who has it may open. */
async function shareTickets(shop: HostileShop, customerId: string): Promise<string> {
  const { db, clock, random } = shop.context
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const id = random.uuid()
  await db
    .insertInto('ticket_share')
    .values({
      id,
      token_hash: Buffer.from(random.bytes(32)),
      order_id: order.id,
      giver_customer_id: customerId,
      hands_over: false,
      channel: 'link',
      recipient_hint: person,
      created_at: clock.now(),
    })
    .execute()
  return id
}

/** Somebody was invited to come along, accepted, and another pays. */
async function inviteSomebody(shop: HostileShop, customerId: string): Promise<string> {
  const { db, clock, random } = shop.context
  const order = await db
    .selectFrom('orders')
    .select(['id', 'order_key'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const [id, now] = [random.uuid(), clock.now()]
  await db
    .insertInto('order_invitation')
    .values({
      id,
      token_hash: Buffer.from(random.bytes(32)),
      order_id: order.id,
      purpose: 'join',
      giver_customer_id: customerId,
      taker_customer_id: customerId,
      channel: 'link',
      created_at: now,
      accepted_at: now,
      accepted_name: person,
    })
    .execute()
  await sql`
    insert into invited_payment (payment_id, invitation_id, payer_customer_id, payer_name)
    select id, ${id}, ${customerId}, ${person} from payment where order_key = ${order.order_key}
    limit 1`.execute(db)
  return id
}

/** A promo code of which she has some uses of her own. */
async function givePromoCode(shop: HostileShop, customerId: string): Promise<void> {
  const { db, clock } = shop.context
  const now = clock.now()
  // Nobody uses it here: any offering will do for its count.
  const offering = await db.selectFrom('offering').select('id').executeTakeFirstOrThrow()
  const code = await db
    .insertInto('promo_code')
    .values({
      code: 'SALOMEONLY',
      basis_points: 1_000,
      borne_by: 'house',
      offering_id: offering.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('promo_code_customer')
    .values({ code_id: code.id, customer_id: customerId, uses_max: 1 })
    .execute()
}

/** Money of every kind: a balance with something held back, an account of a bank, cards, a withdrawal. */
async function save(shop: HostileShop, customerId: string, token: string) {
  const { context } = shop
  const { db, clock, random } = context
  const wallet = await walletValues(shop, token)
  const card = await discountCard(shop, token, { id: '' })
  const hold = await takeHold(context, {
    account: customerAccount(customerId),
    currency: 'GEL',
    amountMinor: 500,
    reference: person,
  })
  if (!hold.ok) throw new Error('there is money on the balance')
  const row = { customer_id: customerId, amount_minor: 500, currency: 'GEL', kind: 'account' }
  await db
    .insertInto('withdrawal')
    .values({
      ...row,
      id: random.uuid(),
      state: 'held',
      bank_account_id: Number(wallet['bankAccountId']),
      hold_id: hold.value.id,
      created_at: clock.now(),
    })
    .execute()
  await db
    .insertInto('balance_log')
    .values({ ...row, at: clock.now(), reference: person })
    .execute()
  return { ...wallet, ...card }
}

/** What a stranger would fill into the fields that are nobody's name. */
export const plainValues: Readonly<Record<string, unknown>> = {
  buyer,
  acceptTerms: true,
  phone: '+995555000111',
  endpoint: browserEndpoint,
  ...browserKeys,
  email: 'mallory@example.com',
  eMail: herEmail,
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
