import {
  readDirectory,
  readDatesOfLayouts,
  type Directory,
} from '#modules/catalogue/server/public-api.ts'
import { readOffering, readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { PlanDateView, PlanHeadView, PlanVersionView, PlanView } from '../contract.ts'
import type { PlanScope } from './scope.ts'
import {
  layoutName,
  readForeignKeys,
  readPlanHeads,
  readPlanRow,
  readVersionRows,
  type PlanRowHead,
} from './store.ts'

/** Versions of a plan, newest first; organisers see only their own dates. */
async function versionsOf(
  context: Context,
  { layouts }: Directory,
  planId: number,
  { merchantId }: PlanScope,
): Promise<PlanVersionView[]> {
  const byId = new Map(layouts.map((entry) => [entry.id, entry]))
  const rows = await readVersionRows(context, [planId])
  const layoutIds = rows.map(({ layoutId }) => layoutId)
  const dates = merchantId === null ? [] : await readDatesOfLayouts(context, layoutIds)
  const own = dates.filter((date) => date.merchantId === merchantId)
  return rows.flatMap(({ layoutId, version }) => {
    const entry = byId.get(layoutId)
    if (!entry) return []
    const { digest, capacity, eventCount } = entry
    const ownCount = own.filter((date) => date.layoutId === layoutId).length
    return [
      {
        layoutId,
        version,
        digest,
        capacity,
        dateCount: merchantId === null ? eventCount : ownCount,
      },
    ]
  })
}

function presentHead(directory: Directory, plan: PlanRowHead, version: number): PlanHeadView {
  const venue = directory.venues.find(({ id }) => id === plan.venueId)
  return {
    planId: plan.planId,
    name: plan.name,
    venueSlug: venue?.slug ?? '',
    venueName: venue?.name ?? { ka: '', en: '' },
    key: plan.key,
    seats: plan.seats,
    room: plan.room,
    updatedAt: plan.updatedAt.toISOString(),
    version,
    hasChanges: plan.publishedRevision !== plan.revision,
  }
}

export async function listSeatPlans(context: Context, scope: PlanScope) {
  const directory = await readDirectory(context)
  const foreign = await readForeignKeys(context, scope.merchantId)
  const plans = await readPlanHeads(context, scope)
  const newest = new Map<number, number>()
  for (const row of await readVersionRows(
    context,
    plans.map(({ planId }) => planId),
  ))
    newest.set(row.planId, Math.max(newest.get(row.planId) ?? 0, row.version))
  return {
    plans: plans.map((plan) => presentHead(directory, plan, newest.get(plan.planId) ?? 0)),
    venues: directory.venues.map(({ slug, name }) => ({ slug, name })),
    layouts: directory.layouts
      .filter((layout) => !foreign.has(layoutName(layout)))
      .map(({ id, name, venueName, version }) => ({ layoutId: id, name, venueName, version })),
  }
}

export async function showSeatPlan(
  context: Context,
  scope: PlanScope,
  planId: number,
): Promise<PlanView | null> {
  const plan = await readPlanRow(context, scope, planId)
  if (!plan) return null
  const directory = await readDirectory(context)
  const { revision, document } = plan
  const versions = await versionsOf(context, directory, planId, scope)
  return {
    ...presentHead(directory, plan, versions[0]?.version ?? 0),
    revision,
    document,
    versions,
  }
}

/** Upcoming dates that this caller may change; null when the plan does not exist. */
export async function listDatesOfPlan(
  context: Context,
  scope: PlanScope,
  planId: number,
): Promise<PlanDateView[] | null> {
  const plan = await readPlanRow(context, scope, planId)
  if (!plan) return null
  const versions = await readVersionRows(context, [planId])
  const byId = new Map(versions.map(({ layoutId, version }) => [layoutId, version]))
  const found = await readDatesOfLayouts(context, [...byId.keys()])
  const dates = found.filter(
    ({ merchantId }) => scope.merchantId === null || merchantId === scope.merchantId,
  )
  const use = await readUse(
    context,
    dates.map(({ offeringId }) => offeringId),
  )
  const views: PlanDateView[] = []
  for (const date of dates) {
    const { eventId, showName, startsAt, timeZone, offeringId } = date
    const used = use.get(offeringId)
    const pools = used?.pools.reduce((sum, { taken }) => sum + taken, 0) ?? 0
    views.push({
      eventId,
      showName,
      startsAt: startsAt.toISOString(),
      timeZone,
      version: byId.get(date.layoutId) ?? 0,
      isOnSale: (await readOffering(context, offeringId))?.isOnSale ?? false,
      sold: (used?.placesSold ?? 0) + pools,
      held: used?.placesHeld ?? 0,
    })
  }
  return views
}
