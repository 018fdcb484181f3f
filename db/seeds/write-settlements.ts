import type { Context } from '#platform/context.ts'
import { insertRows } from './rows.ts'

const day = 86_400_000

/** Terms and bank accounts of the demo's organisers, dated a year ago. */
export async function writeSettlements(context: Context): Promise<void> {
  const now = context.clock.now().getTime()
  const merchants = await context.db
    .selectFrom('merchant')
    .select(['id', 'slug'])
    .where('slug', 'in', ['kulisa', 'bgera-live', 'moedani'])
    .orderBy('id')
    .execute()
  const agreedAt = new Date(now - 366 * day)
  await insertRows(
    context.db,
    'merchant_terms',
    merchants.map(({ id, slug }) => ({
      merchant_id: id,
      valid_from: new Date(now - 365 * day),
      commission_basis_points: slug === 'kulisa' ? 500 : 600,
      commission_minor: slug === 'moedani' ? 0 : 20,
      is_commission_returned: slug === 'kulisa',
      reserve_basis_points: slug === 'moedani' ? 5_000 : 10_000,
      period: slug === 'bgera-live' ? 'month' : 'week',
      payout_minor_min: 1_000,
      created_at: agreedAt,
    })),
  )
  await insertRows(
    context.db,
    'merchant_bank_account',
    merchants.map(({ id, slug }) => ({
      merchant_id: id,
      iban: 'GE29NB0000000101904917',
      holder_name: slug,
      created_at: agreedAt,
      usable_from: agreedAt,
    })),
  )
}
