import { expectOk } from './purchases.ts'
import { customerAccount, takeHold } from '#modules/wallet/server/public-api.ts'
import { type HostileShop } from './shop.ts'
import { discountCard, walletValues } from './wallet.ts'
import { person } from './victim.ts'

/** Money of every kind: a balance with a reserved part, a bank account, cards, a withdrawal. */
export async function saveMoney(shop: HostileShop, customerId: string, token: string) {
  const { context } = shop
  const { db, clock, random } = context
  const wallet = await walletValues(shop, token)
  const card = await discountCard(shop, token, { id: '' })
  await expectOk(shop.post('/v2/balance/counter-code', {}, token))
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
