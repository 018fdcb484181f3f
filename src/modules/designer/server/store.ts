import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { PlanDocument } from '../plan/document.ts'
import type { PlanScope } from './scope.ts'

export interface PlanRowHead {
  readonly planId: number
  readonly venueId: number
  readonly key: string
  readonly merchantId: number | null
  readonly name: LocalizedText
  readonly revision: number
  readonly publishedRevision: number | null
  readonly seats: number
  readonly room: number
  readonly updatedAt: Date
}

const head = sql`id as "planId", venue_id as "venueId", key, merchant_id as "merchantId", name, revision,
  published_revision as "publishedRevision", seats, room, updated_at as "updatedAt"`

/** Restricts a query to the caller's plans; other organisers' are not found. */
function isVisible({ merchantId }: PlanScope) {
  return merchantId === null ? sql`true` : sql`merchant_id = ${merchantId}`
}

export async function readPlanHeads(context: Context, scope: PlanScope): Promise<PlanRowHead[]> {
  const { rows } = await sql<PlanRowHead>`
    select ${head} from seat_plan where ${isVisible(scope)} order by updated_at desc, id desc limit 500`.execute(
    context.db,
  )
  return rows
}

/** `isLocked`: locks the row until the transaction ends. */
export async function readPlanRow(
  context: Context,
  scope: PlanScope,
  planId: number,
  isLocked = false,
): Promise<(PlanRowHead & { readonly document: PlanDocument }) | null> {
  const { rows } = await sql<PlanRowHead & { readonly document: PlanDocument }>`
    select ${head}, document from seat_plan where id = ${planId} and ${isVisible(scope)}
    ${isLocked ? sql`for update` : sql``}`.execute(context.db)
  return rows[0] ?? null
}

/**
 * Layouts by venue and key that this caller may not sell by or copy, since other organisers have drawn them. Operators
 * may use all.
 */
export async function readForeignKeys(
  context: Context,
  merchantId: number | null,
): Promise<ReadonlySet<string>> {
  if (merchantId === null) return new Set()
  const { rows } = await sql<{ name: string }>`
    select venue_id || ' ' || key as name from seat_plan where merchant_id <> ${merchantId}`.execute(
    context.db,
  )
  return new Set(rows.map(({ name }) => name))
}

/** The name of a layout in `readForeignKeys`. */
export function layoutName(layout: {
  readonly venueId: number
  readonly key: string | null
}): string {
  return `${layout.venueId} ${layout.key}`
}

export interface PlanContent {
  readonly document: PlanDocument
  readonly seats: number
  readonly room: number
}

/** Returns null when the venue already has a plan with that key. */
export async function insertPlan(
  context: Context,
  scope: PlanScope,
  plan: PlanContent & { readonly venueId: number; readonly key: string },
): Promise<number | null> {
  const now = context.clock.now()
  const { document, venueId, key, seats, room } = plan
  const { rows } = await sql<{ id: number }>`
    insert into seat_plan (venue_id, key, merchant_id, name, document, seats, room, created_at, updated_at)
    values (${venueId}, ${key}, ${scope.merchantId}, ${JSON.stringify(document.head.name)}::jsonb,
      ${JSON.stringify(document)}::jsonb, ${seats}, ${room}, ${now}, ${now})
    on conflict (venue_id, key) do nothing returning id`.execute(context.db)
  return rows[0]?.id ?? null
}

/** Checks the revision and saves in one statement; returns null when the plan does not exist at that revision. */
export async function updatePlan(
  context: Context,
  scope: PlanScope,
  plan: PlanContent & { readonly planId: number; readonly revision: number },
): Promise<{ readonly revision: number; readonly updatedAt: Date } | null> {
  const { document, planId, revision, seats, room } = plan
  const { rows } = await sql<{ revision: number; updatedAt: Date }>`
    update seat_plan set document = ${JSON.stringify(document)}::jsonb, name = ${JSON.stringify(document.head.name)}::jsonb,
      seats = ${seats}, room = ${room}, revision = revision + 1, updated_at = ${context.clock.now()}
    where id = ${planId} and revision = ${revision} and ${isVisible(scope)}
    returning revision, updated_at as "updatedAt"`.execute(context.db)
  return rows[0] ?? null
}

export async function markPublished(context: Context, planId: number, revision: number) {
  await sql`update seat_plan set published_revision = ${revision} where id = ${planId}`.execute(
    context.db,
  )
}

/** A layout that was published from a plan. */
export interface PlanVersionRow {
  readonly planId: number
  readonly layoutId: number
  readonly version: number
}

/** Versions of these plans, newest first. */
export async function readVersionRows(
  context: Context,
  planIds: readonly number[],
): Promise<PlanVersionRow[]> {
  const { rows } = await sql<PlanVersionRow>`
    select plan_id as "planId", layout_id as "layoutId", version from seat_plan_version
    where plan_id = any(${`{${planIds.join()}}`}::int[]) order by plan_id, version desc`.execute(
    context.db,
  )
  return rows
}

/** Version number of a layout within a plan: the existing one, or the next. The plan must be locked. */
export async function insertVersion(
  context: Context,
  planId: number,
  layoutId: number,
): Promise<{ readonly version: number; readonly isKnown: boolean }> {
  const [known] = (await readVersionRows(context, [planId])).filter(
    (row) => row.layoutId === layoutId,
  )
  if (known) return { version: known.version, isKnown: true }
  const { rows } = await sql<{ version: number }>`
    insert into seat_plan_version (plan_id, layout_id, version, published_at)
    select ${planId}, ${layoutId}, coalesce(max(version), 0) + 1, ${context.clock.now()}
    from seat_plan_version where plan_id = ${planId}
    returning version`.execute(context.db)
  return { version: rows[0]?.version ?? 0, isKnown: false }
}

/** Maximum number of pictures per plan; older ones are deleted. */
const picturesMax = 5

export async function insertPicture(
  context: Context,
  picture: {
    readonly planId: number
    readonly digest: string
    readonly contentType: string
    readonly content: Uint8Array
  },
): Promise<void> {
  const { planId, digest, contentType, content } = picture
  await sql`
    insert into seat_plan_picture (plan_id, digest, content_type, content, created_at)
    values (${planId}, ${digest}, ${contentType}, ${Buffer.from(content)}, ${context.clock.now()})
    on conflict (plan_id, digest) do update set created_at = excluded.created_at`.execute(
    context.db,
  )
  await sql`
    delete from seat_plan_picture where plan_id = ${planId} and digest not in (
      select digest from seat_plan_picture where plan_id = ${planId}
      order by created_at desc, digest limit ${picturesMax})`.execute(context.db)
}

export async function readPictureRow(
  context: Context,
  planId: number,
  digest: string,
): Promise<{ readonly contentType: string; readonly content: Buffer } | null> {
  const { rows } = await sql<{ contentType: string; content: Buffer }>`
    select content_type as "contentType", content from seat_plan_picture
    where plan_id = ${planId} and digest = ${digest}`.execute(context.db)
  return rows[0] ?? null
}
