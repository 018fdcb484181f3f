import type { EvaluationContext } from '@openfeature/server-sdk'
import type { Context } from './context.ts'
import { switchClient, switchRows, type SwitchRow } from './switch-provider.ts'
import { isForEverybody, type SwitchTargeting } from './switch-targeting.ts'
import { createTtlCache } from './ttl-cache.ts'

/** A switch as an operator sees it. */
export interface SwitchRecord extends SwitchRow {
  readonly key: string
  readonly note: string
  readonly changedAt: Date
}

const cached = createTtlCache<'all', ReadonlyMap<string, SwitchRecord>>({
  milliseconds: 1_000,
  most: 1,
  read: async (context) => new Map((await readSwitches(context)).map((row) => [row.key, row])),
})

/** Switches that are on for shared pages, cached by the rows they were evaluated from and the language. */
const sharedSwitches = new WeakMap<object, Map<string, Promise<ReadonlySet<string>>>>()

/** The keys of all switches that are on for the caller, a second old at most. */
export async function readSwitchesOn(context: Context): Promise<ReadonlySet<string>> {
  const rows = await cached(context, 'all')
  const caller = callerOf(context)
  if (caller.targetingKey !== undefined) return evaluate(rows, [...rows.keys()], caller)
  let byLanguage = sharedSwitches.get(rows)
  if (!byLanguage) sharedSwitches.set(rows, (byLanguage = new Map()))
  let shared = byLanguage.get(context.locale)
  if (!shared) byLanguage.set(context.locale, (shared = evaluate(rows, [...rows.keys()], caller)))
  return shared
}

/** Whether one switch is on for the caller, a second old at most. One that does not exist is off. */
export async function isSwitchOn(context: Context, key: string): Promise<boolean> {
  return (await evaluate(await cached(context, 'all'), [key], callerOf(context))).has(key)
}

/** Switches that are on for the caller and not on the pages that everybody shares. */
export async function readOwnSwitches(context: Context): Promise<string[]> {
  const rows = await cached(context, 'all')
  const keys = [...rows.values()]
    .filter(({ isOn, targeting }) => isOn && !isForEverybody(targeting))
    .map(({ key }) => key)
  if (keys.length === 0) return []
  const own = await evaluate(rows, keys, callerOf(context))
  const shared = await evaluate(rows, keys, { language: context.locale })
  return keys.filter((key) => own.has(key) && !shared.has(key))
}

async function evaluate(
  rows: ReadonlyMap<string, SwitchRow>,
  keys: readonly string[],
  caller: EvaluationContext,
): Promise<ReadonlySet<string>> {
  const client = await switchClient()
  const answers = await switchRows.run(rows, () =>
    Promise.all(keys.map((key) => client.getBooleanValue(key, false, caller))),
  )
  return new Set(keys.filter((_, index) => answers[index]))
}

function callerOf({ actor, locale, ip, userAgent }: Context): EvaluationContext {
  const about = { language: locale }
  if (actor.kind === 'customer')
    return { ...about, targetingKey: `customer ${actor.customerId}`, isSignedIn: true }
  if (actor.kind === 'staff')
    return {
      ...about,
      targetingKey: `staff ${actor.staffId}`,
      isSignedIn: true,
      merchantId: actor.merchantId,
    }
  if (actor.kind === 'guest') return { ...about, targetingKey: `guest ${actor.sessionId}` }
  // Neither is stored: they are only hashed.
  return ip ? { ...about, targetingKey: `visitor ${ip} ${userAgent ?? ''}` } : about
}

/** All switches as they are now. */
export async function readSwitches({ db }: Pick<Context, 'db'>): Promise<SwitchRecord[]> {
  const rows = await db
    .selectFrom('feature_switch')
    .select(['key', 'is_on', 'note', 'targeting', 'changed_at'])
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    isOn: row.is_on,
    note: row.note,
    targeting: row.targeting as SwitchTargeting,
    changedAt: row.changed_at,
  }))
}

/** Changes a switch, or creates it; omitted fields stay unchanged. Every process applies it within a second. */
export async function throwSwitch(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  options: {
    readonly key: string
    readonly isOn: boolean
    readonly note?: string | undefined
    readonly targeting?: SwitchTargeting | undefined
  },
): Promise<void> {
  const changed = {
    is_on: options.isOn,
    changed_at: clock.now(),
    ...(options.note === undefined ? {} : { note: options.note }),
    ...(options.targeting && { targeting: JSON.stringify(options.targeting) }),
  }
  await db
    .insertInto('feature_switch')
    .values({ key: options.key, ...changed })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
    .execute()
}
