import { sql } from 'kysely'
import { ruleSettings, type RuleKind } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import { databaseOf } from '#platform/database/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { refusalOfCode, type AccessCode } from './access-code.ts'
import { rulesFor, type EventRules, type ItemSubject, type Rule, type RuleScope } from './rules.ts'

/** How long a changed rule or code may go unnoticed by a process. */
const cacheMilliseconds = 1_000
const codeCacheMax = 5_000

/** A rule as its table has it, whether or not it fits its kind. */
export interface RuleRow extends RuleScope {
  readonly id: number
  readonly kind: string
  readonly settings: unknown
  readonly isActive: boolean
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly note: string
  readonly updatedAt: Date
}

export async function readRuleRows(context: Pick<Context, 'db'>): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, kind, show_id as "showId", event_id as "eventId", category_id as "categoryId",
      source, group_id as "groupId", item_id as "itemId", settings, is_active as "isActive", valid_from as "validFrom", valid_until as "validUntil",
      note, updated_at as "updatedAt"
    from special_rule order by id`.execute(context.db)
  return rows
}

const cachedRules = createTtlCache<'all', readonly Rule[]>({
  milliseconds: cacheMilliseconds,
  most: 1,
  read: readRulesNow,
})

async function readRulesNow(context: Context): Promise<readonly Rule[]> {
  const rows = await readRuleRows(context)
  return rows.filter((row) => row.isActive).flatMap((row) => fitting(context, row))
}

const rulesOfVersion = new WeakMap<object, { version: string; rules: readonly Rule[] }>()

/**
 * All active rules as of a version (`readSaleVersion`) that the caller has just read. Reads inside a transaction are
 * not cached: they may see uncommitted data.
 */
export async function readRulesOfVersion(
  context: Context,
  version: string,
): Promise<readonly Rule[]> {
  const database = databaseOf(context.db)
  const known = rulesOfVersion.get(database)
  if (known?.version === version) return known.rules
  const rules = await readRulesNow(context)
  if (!context.db.isTransaction) rulesOfVersion.set(database, { version, rules })
  return rules
}

/** Every rule that is switched on, at most a second old. */
export function readRules(context: Context): Promise<readonly Rule[]> {
  return cachedRules(context, 'all')
}

/** What rules come to now for an item of another source than shows; at most a second old. */
export async function readItemRules(context: Context, item: ItemSubject): Promise<EventRules> {
  return rulesFor(await readRules(context), item, context.clock.now())
}

/** Settings that are invalid for their kind (written by a newer or older version) are ignored and logged. */
function fitting(context: Context, row: RuleRow): Rule[] {
  const schema = isRuleKind(row.kind) ? ruleSettings[row.kind] : undefined
  const settings = schema?.safeParse(row.settings)
  if (!settings?.success) {
    context.log.warn({ ruleId: row.id, kind: row.kind }, 'a special rule does not fit its kind')
    return []
  }
  return [{ ...row, settings: settings.data } as Rule]
}

/** Whether a row rules anything at all. */
export function fitsItsKind(row: RuleRow): boolean {
  return isRuleKind(row.kind) && ruleSettings[row.kind].safeParse(row.settings).success
}

function isRuleKind(kind: string): kind is RuleKind {
  return Object.hasOwn(ruleSettings, kind)
}

const codeColumns =
  sql.raw(`id, code, merchant_id as "merchantId", show_id as "showId", event_id as "eventId",
  source, group_id as "groupId", item_id as "itemId", ticket_type_ids as "ticketTypeIds", zones, section_ids as "sectionIds", place_ids as "placeIds",
  is_active as "isActive", valid_from as "validFrom", valid_until as "validUntil", quantity,
  per_order_max as "perOrderMax", offering_id as "offeringId", note`)

const cachedCodes = createTtlCache<string, readonly AccessCode[]>({
  milliseconds: cacheMilliseconds,
  most: codeCacheMax,
  read: async (context, code) => {
    const { rows } = await sql<AccessCode>`
      select ${codeColumns} from access_code where code = ${code}
      order by merchant_id nulls last`.execute(context.db)
    return rows
  },
})

/**
 * The code of these letters (folded), at most a second old, of those that fit the subject: one that is valid now if there
 * is any, an organiser's before the operators'; null when there is none.
 */
export async function findAccessCode(
  context: Context,
  code: string,
  fits: (code: AccessCode) => boolean | Promise<boolean> = () => true,
): Promise<AccessCode | null> {
  const now = context.clock.now()
  let refused: AccessCode | null = null
  for (const one of await cachedCodes(context, code)) {
    if (!(await fits(one))) continue
    if (refusalOfCode(one, now) === null) return one
    refused ??= one
  }
  return refused
}

export async function readAccessCode(
  context: Pick<Context, 'db'>,
  id: number,
): Promise<AccessCode | null> {
  const { rows } = await sql<AccessCode>`
    select ${codeColumns} from access_code where id = ${id}`.execute(context.db)
  return rows[0] ?? null
}

/** The newest codes: all of them, or those for these shows and dates. */
export async function listAccessCodes(
  context: Pick<Context, 'db'>,
  most: number,
  about?: { readonly showIds: readonly number[]; readonly eventIds: readonly number[] },
): Promise<AccessCode[]> {
  const isAbout = about
    ? sql`show_id = any(${[...about.showIds]}::integer[]) or event_id = any(${[...about.eventIds]}::integer[])`
    : sql`true`
  const { rows } = await sql<AccessCode>`
    select ${codeColumns} from access_code where ${isAbout} order by id desc limit ${most}`.execute(
    context.db,
  )
  return rows
}
