import { sql } from 'kysely'
import { type HostileShop } from './shop.ts'
import { person } from './victim.ts'

/** One of the victim's tickets in a wallet, and the device it is on. */
export async function putInWallet(shop: HostileShop, customerId: string): Promise<string> {
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

/** A link to a ticket, which is a credential. */
export async function shareTickets(shop: HostileShop, customerId: string): Promise<string> {
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

/** An accepted invitation to come along, and one for another payer. */
export async function createInvitations(shop: HostileShop, customerId: string): Promise<string> {
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

/** A promo code with uses reserved for the victim. */
export async function createPromoCode(shop: HostileShop, customerId: string): Promise<void> {
  const { db, clock } = shop.context
  const now = clock.now()
  // The code is not used here: any offering can hold its counter.
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
