import type { Context } from '#platform/context.ts'
import { insertRows } from './rows.ts'

/** Card terminals of the demo's organisers, by the organiser's slug. */
const terminals = {
  kulisa: ['V400-1', 'V400-2'],
  'bgera-live': ['V400-3'],
  moedani: ['V400-4'],
} as const

/** Gives the demo's organisers their card terminals. */
export async function writeTerminals(context: Context): Promise<void> {
  const merchants = await context.db
    .selectFrom('merchant')
    .select(['id', 'slug'])
    .where('slug', 'in', Object.keys(terminals))
    .execute()
  await insertRows(
    context.db,
    'card_terminal',
    merchants.flatMap(({ id, slug }) =>
      terminals[slug as keyof typeof terminals].map((number) => ({
        key: number.replace('-', ''),
        number,
        merchant_id: id,
        given_at: context.clock.now(),
      })),
    ),
  )
}
