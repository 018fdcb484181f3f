import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnOrder } from '#modules/orders/server/public-api.ts'
import { logStaffChange, recordStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../widget-contract.ts'
import type { WidgetView } from '../../widget-contract.ts'
import { originOf, readWidgetOrigins, type WidgetSettings } from './origins.ts'
import { listWidgetShows, readWidgetShow } from './shows.ts'

/** Maximum number of sites per organiser: each is in a header of every framed page. */
const originsMax = 20

/** Calls for the widget: which sites may embed it, and the return from the bank. */
export const widgetRoutes = (settings: WidgetSettings): readonly Implementation[] => [
  implement(calls.readWidget, requireStaff, async (context) => ok(await view(context))),
  implement(calls.addWidgetOrigin, requireStaff, async (context, { body }) => {
    const origin = originOf(body.origin, settings)
    if (origin === null) return fail('WidgetOriginNotAllowed')
    return inTransaction(context, ({ db }) => addOrigin({ ...context, db }, origin))
  }),
  implement(calls.removeWidgetOrigin, requireStaff, (context, { body }) =>
    inTransaction(context, ({ db }) => removeOrigin({ ...context, db }, body.origin)),
  ),
  implement(calls.widgetFrame, async (context, { query }) => {
    const show = await readWidgetShow(context, query.slug)
    if (!show) return fail('NotFound')
    const { slug, name, merchantName, origins } = show
    const { locale } = context
    return ok({
      slug,
      name: name[locale],
      merchantName: merchantName[locale],
      origins: [...origins],
    })
  }),
  implement(calls.recordWidgetPage, async (context, { body }) => recordPage(context, body)),
  implement(calls.widgetPage, async (context, { query }) =>
    ok({ page: await readPage(context, query.orderKey) }),
  ),
]

type StaffContext = Context & { readonly actor: StaffActor }

async function view(context: StaffContext): Promise<WidgetView> {
  const { merchantId } = context.actor
  const origins = await readWidgetOrigins(context, merchantId)
  return {
    origins: origins.map(({ origin, addedAt }) => ({ origin, addedAt: addedAt.toISOString() })),
    shows: await listWidgetShows(context, merchantId),
  }
}

/** Adds a site; repeating it changes nothing. */
async function addOrigin(
  context: StaffContext,
  origin: string,
): Promise<Result<WidgetView, ErrorCode>> {
  const { merchantId, staffId } = context.actor
  // Serialises insertions per organiser; otherwise concurrent calls could exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtext('merchant_widget_origin'), ${merchantId})`.execute(
    context.db,
  )
  const known = await readWidgetOrigins(context, merchantId)
  if (known.some((one) => one.origin === origin)) return ok(await view(context))
  if (known.length >= originsMax) return fail('TooManyWidgetOrigins')
  await context.db
    .insertInto('merchant_widget_origin')
    .values({
      merchant_id: merchantId,
      origin,
      created_by: staffId,
      created_at: context.clock.now(),
    })
    .execute()
  await logStaffChange(context, {
    action: 'widget.add',
    subject: `origin ${origin}`,
    after: { origin },
  })
  await recordStaffChange(context, {
    merchantId,
    kind: 'site-added',
    changedBy: staffId,
    detail: { host: new URL(origin).host },
  })
  return ok(await view(context))
}

async function removeOrigin(
  context: StaffContext,
  origin: string,
): Promise<Result<WidgetView, ErrorCode>> {
  const removed = await context.db
    .deleteFrom('merchant_widget_origin')
    .where('merchant_id', '=', context.actor.merchantId)
    .where('origin', '=', origin)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return fail('NotFound')
  await logStaffChange(context, {
    action: 'widget.remove',
    subject: `origin ${origin}`,
    before: { origin },
  })
  return ok(await view(context))
}

interface RecordedPage {
  readonly orderKey: string
  readonly slug: string
  readonly page: string
}

/**
 * Stores the page only if its site is one of the show's organiser, so that the return from the bank is no open
 * redirect.
 */
async function recordPage(
  context: Context,
  { orderKey, slug, page }: RecordedPage,
): Promise<Result<{ isNoted: true }, ErrorCode>> {
  const order = await findOwnOrder(context, { orderKey })
  if (!order.ok) return order
  const show = await readWidgetShow(context, slug)
  const address = URL.parse(page)
  if (!show || !address || !show.origins.includes(address.origin))
    return fail('WidgetPageNotAllowed')
  address.hash = ''
  const noted = { slug, page: address.href, noted_at: context.clock.now() }
  await context.db
    .insertInto('order_widget')
    .values({ order_key: orderKey, order_id: order.value.id, ...noted })
    .onConflict((conflict) => conflict.column('order_key').doUpdateSet(noted))
    .execute()
  return ok({ isNoted: true })
}

/** The page with the fragment that its script reads (`#bileti=show.order`), if its site is still listed. */
async function readPage(context: Context, orderKey: string): Promise<string | null> {
  const noted = await context.db
    .selectFrom('order_widget')
    .select(['slug', 'page'])
    .where('order_key', '=', orderKey)
    .executeTakeFirst()
  if (!noted) return null
  const show = await readWidgetShow(context, noted.slug)
  const isListed = show?.origins.includes(new URL(noted.page).origin) === true
  return isListed ? `${noted.page}#bileti=${encodeURIComponent(noted.slug)}.${orderKey}` : null
}
