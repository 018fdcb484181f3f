import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { browserKeys } from './notices.ts'
import { type HostileShop } from './shop.ts'
import { person, victimEmail, victimEndpoint } from './victim.ts'
import { createPromoCode, createInvitations, putInWallet, shareTickets } from './victim-tickets.ts'

/** Data other than purchases and money: keys, devices, decisions, searches, requests. */
export async function createRecords(
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
      endpoint: victimEndpoint,
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
  const watched = {
    customer_id,
    source: 'cinema',
    subject_key: 'cinema-1',
    name: JSON.stringify({ ka: person, en: person }),
    path: '/movies',
  }
  const words = JSON.stringify({ ka: person, en: person })
  await db
    .insertInto('follow_watch')
    .values({ ...watched, subject: '{"cinemaId":1}', tells: words, created_at: now })
    .execute()
  await db
    .insertInto('follow_watch_news')
    .values({ ...watched, news: words, noted_at: now })
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
      email: victimEmail,
      phone: '+995599777666',
      quantity: 2,
      locale: 'en',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const shareId = await shareTickets(shop, customerId)
  const invitationId = await createInvitations(shop, customerId)
  const serial = await putInWallet(shop, customerId)
  await createPromoCode(shop, customerId)
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
