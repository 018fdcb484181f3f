/** Valid input for the calls about a balance, saved cards and bank accounts: a caller who has some of each. */
import { createHash } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { hashPin } from '#modules/membership/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { HostileShop } from './shop.ts'

export function isAboutWallet(call: Call): boolean {
  return /^(balance|wallet|own-balance|own-payment-card|auth-paymentcard)/.test(call.id)
}

/** Creates what these calls need to succeed once. */
export async function walletValues(
  shop: HostileShop,
  token: string,
): Promise<Record<string, unknown>> {
  const { db, clock, random } = shop.context
  const customerId = await customerOf(shop, token)
  await postTransfer(shop.context, {
    idempotencyKey: random.uuid(),
    kind: 'top-up',
    reference: customerId,
    postings: [
      { account: 'provider:tpay', currency: 'GEL', amountMinor: 900_000 },
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -900_000 },
    ],
  })
  await db
    .updateTable('customer')
    .set({
      phone: `+9955${customerId.replaceAll(/\D/g, '').slice(-8).padStart(8, '0')}`,
      phone_verified_at: clock.now(),
    })
    .where('id', '=', customerId)
    .execute()
  const iban = 'GE29NB0000000101904917'
  const account = await db
    .insertInto('bank_account')
    .values({ customer_id: customerId, iban, holder_name: 'Nino', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = random.uuid()
  await db
    .insertInto('saved_card')
    .values({
      id,
      customer_id: customerId,
      provider: 2,
      token: id,
      brand: 'visa',
      last_four: '1111',
      created_at: clock.now(),
    })
    .execute()
  const paymentId = random.uuid()
  await db
    .insertInto('payment')
    .values({
      id: paymentId,
      order_key: paymentId,
      purpose: 'top-up',
      customer_id: customerId,
      provider: 2,
      amount_minor: 50_000,
      currency: 'GEL',
      state: 'captured',
      external_id: paymentId,
      callback_key: paymentId,
      captured_minor: 50_000,
      captured_currency: 'GEL',
      created_at: clock.now(),
      expires_at: clock.now(),
    })
    .execute()
  const own = { iban, holderName: 'Nino', bankAccountId: account.id, paymentcardid: id, id }
  return { ...own, paymentId, amount: 500 }
}

async function customerOf(shop: HostileShop, token: string): Promise<string> {
  const session = await shop.context.db
    .selectFrom('session')
    .select('customer_id')
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
  return session.customer_id ?? ''
}

let cards = 0

/** A discount card with its PIN, owned by the caller unless the call adds it. */
export async function discountCard(
  shop: HostileShop,
  token: string,
  call: Pick<Call, 'id'>,
): Promise<Record<string, unknown>> {
  const { db, clock } = shop.context
  const customerId = await customerOf(shop, token)
  const words = JSON.stringify({ ka: 'ბარათი', en: 'Card' })
  const type = await db
    .insertInto('discount_card_type')
    .values({
      name: words,
      description: words,
      number_length: 10,
      pin_length: 4,
      basis_points: 1_000,
      discount_max_minor: 2_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  cards += 1
  const number = String(7_000_000_000 + cards)
  const salt = Buffer.alloc(16, cards)
  const isOwn = call.id !== 'auth-discountcards-add'
  await db
    .insertInto('discount_card')
    .values({
      type_id: type.id,
      number,
      pin_salt: salt,
      pin_hash: await hashPin('1234', salt),
      customer_id: isOwn ? customerId : null,
      added_at: isOwn ? clock.now() : null,
    })
    .execute()
  return {
    cardNumber: number,
    cardnumber: number,
    userid: customerId,
    discountCardType: type.id,
    pin: '1234',
  }
}
