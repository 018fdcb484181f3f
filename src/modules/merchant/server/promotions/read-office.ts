import { readOrganisersCodes } from '#modules/promotions/server/public-api.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import {
  listAccessCodes,
  readRuleRows,
  usesPoolId,
  type AccessCode,
} from '#modules/sale-rules/server/public-api.ts'
import { isOver, readStaffEvents, type StaffEvent } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { OwnAccessCode, PromotionsView } from '../../promotions-contract.ts'

const codesMax = 500

/** The rule that reserves a show for holders of a code, active or not; null without one. */
export async function findRestriction(context: Context, showId: number) {
  const rules = await readRuleRows(context)
  return rules.find((rule) => rule.showId === showId && restrictsShow(rule)) ?? null
}

function restrictsShow(rule: { readonly kind: string; readonly settings: unknown }): boolean {
  const { keeps } = (rule.settings ?? {}) as { readonly keeps?: string }
  return rule.kind === 'access-code' && keeps === 'everything'
}

/** Codes of the caller's organiser, and the shows they can be created for. */
export async function readPromotionsOffice(
  context: Context,
  actor: StaffActor,
): Promise<PromotionsView> {
  const { locale, clock } = context
  const now = clock.now()
  const events = await readStaffEvents(context, actor)
  const { codes, batches } = await readOrganisersCodes(context, actor.merchantId)
  const rules = await readRuleRows(context)
  const restricted = new Set(
    rules.flatMap((rule) => (rule.isActive && restrictsShow(rule) ? (rule.showId ?? []) : [])),
  )
  const ahead = events.filter((event) => !isOver(event, now))
  return {
    codes,
    batches,
    accessCodes: await readOwnAccessCodes(context, events),
    shows: [...Map.groupBy(ahead, ({ showId }) => showId)].map(([showId, dates]) => ({
      showId,
      name: dates[0]?.name[locale] ?? '',
      isKept: restricted.has(showId),
      dates: dates.map(({ eventId, startsAt, timeZone }) => ({
        eventId,
        startsAt: startsAt.toISOString(),
        timeZone,
      })),
    })),
  }
}

async function readOwnAccessCodes(
  context: Context,
  events: readonly StaffEvent[],
): Promise<OwnAccessCode[]> {
  const byEvent = new Map(events.map((event) => [event.eventId, event]))
  const byShow = new Map(events.map((event) => [event.showId, event]))
  const own = await listAccessCodes(context, codesMax, {
    showIds: [...byShow.keys()],
    eventIds: [...byEvent.keys()],
  })
  const offeringIds = own.map(({ offeringId }) => offeringId)
  const use = await readPoolUse(context, offeringIds, usesPoolId)
  return own.map((code) => {
    const { sold = 0, held = 0 } = use.get(code.offeringId) ?? {}
    const event = byEvent.get(code.eventId ?? 0) ?? byShow.get(code.showId ?? 0)
    return present(code, event?.name[context.locale] ?? '', sold + held)
  })
}

function present(code: AccessCode, name: string, usedCount: number): OwnAccessCode {
  const { id, quantity, perOrderMax, validFrom, validUntil, isActive, note } = code
  return {
    accessCodeId: id,
    code: code.code,
    showId: code.showId,
    eventId: code.eventId,
    name,
    quantity,
    usedCount,
    perOrderMax,
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    isActive,
    note,
  }
}
