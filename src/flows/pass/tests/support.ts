/** A shop that sells passes, over HTTP. */
import { sql } from 'kysely'
import { createProduct, type NewPassProduct } from '#modules/multipass/server/public-api.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type HostileShop } from '../../../../tests/hostile/shop.ts'

const day = 86_400_000

/** A product of ten uses for everything, valid for a year. */
export function makeProduct(
  context: Context,
  merchantId: number,
  values: Partial<NewPassProduct> = {},
): Promise<number> {
  const now = context.clock.now().getTime()
  return createProduct(context, {
    cardsMax: 1_000,
    merchantId,
    name: { ka: 'თეატრის ბარათი', en: 'Theatre pass' },
    description: { ka: 'ათი საღამო', en: 'Ten evenings' },
    imageUrl: null,
    uses: 10,
    priceMinor: 20_000,
    topUpUses: 5,
    topUpPriceMinor: 9_000,
    validFrom: new Date(now - day),
    validUntil: new Date(now + 365 * day),
    validDays: null,
    validDaysFrom: null,
    timeZone: 'Asia/Tbilisi',
    sources: null,
    items: null,
    merchantIds: null,
    weekdays: null,
    hourFrom: null,
    hourUntil: null,
    valueMinorMax: null,
    usesPerOrderMax: 10,
    paysFees: true,
    isAtDoor: false,
    ...values,
  })
}

/** Buys the chosen passes by bank card; returns the number of the caller's newest pass. */
export async function buyPass(
  shop: HostileShop,
  token: string,
  choice: { readonly productId?: number; readonly cardNumber?: string },
): Promise<string> {
  const { orderKey } = await expectOk(shop.post('/v2/multipass/choose', choice, token))
  await pay(shop, orderKey, token)
  const { cards } = await expectOk(shop.get('/v2/multipass/show', token))
  return cards[0].cardNumber
}

/** Checks an order out and pays it by card. */
export async function pay(shop: HostileShop, orderKey: string, token: string): Promise<void> {
  const details = { orderKey, buyer, acceptTerms: true }
  const { isFree } = await expectOk(shop.post('/v2/orders/checkout', details, token))
  if (!isFree) {
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
  }
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
}

/** Inconsistencies of all passes: entries compared with the pools that count the uses. */
export async function faultsOf(context: Context): Promise<string[]> {
  const { rows } = await sql<{ ticketId: number; offeringId: number; sum: number; taken: number }>`
    select c.ticket_id as "ticketId", c.offering_id as "offeringId", sum(e.uses)::int as sum,
      sum(e.uses) filter (where e.kind not in ('issued', 'topped-up'))::int as taken
    from multipass_card c join multipass_entry e on e.ticket_id = c.ticket_id
    group by c.ticket_id, c.offering_id`.execute(context.db)
  const uses = await readPoolUse(
    context,
    rows.map(({ offeringId }) => offeringId),
    1,
  )
  return rows.flatMap(({ ticketId, offeringId, sum, taken }) => {
    const use = uses.get(offeringId)
    if (!use) return [`card ${ticketId} has no pool`]
    const isRight = use.capacity - use.sold === sum && use.sold === -(taken ?? 0) && sum >= 0
    return isRight
      ? []
      : [`card ${ticketId}: ${sum} left by its entries, ${use.capacity} − ${use.sold} by its pool`]
  })
}

/** Sum of an account of the ledger, in tetri. */
export async function balanceOf(context: Context, account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(p.amount_minor), 0)::int as sum from ledger_posting p
    join ledger_account a on a.id = p.account_id where a.code = ${account}`.execute(context.db)
  return rows[0]?.sum ?? 0
}
