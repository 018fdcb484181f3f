import type { Context } from './context.ts'
import { createTtlCache } from './ttl-cache.ts'

const cached = createTtlCache<'all', ReadonlySet<string>>({ milliseconds: 1_000, most: 1, read })

/** The keys of all switches that are on, a second old at most. */
export function readSwitchesOn(context: Context): Promise<ReadonlySet<string>> {
  return cached(context, 'all')
}

async function read({ db }: Context): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('feature_switch')
    .select('key')
    .where('is_on', '=', true)
    .execute()
  return new Set(rows.map((row) => row.key))
}

/** Changes one switch; every process applies it within a second. */
export async function throwSwitch(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  options: { readonly key: string; readonly isOn: boolean },
): Promise<void> {
  await db
    .insertInto('feature_switch')
    .values({ key: options.key, is_on: options.isOn, changed_at: clock.now() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ is_on: options.isOn, changed_at: clock.now() }),
    )
    .execute()
}
