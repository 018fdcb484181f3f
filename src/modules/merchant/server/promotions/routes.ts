import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import {
  makeBatch,
  organiserOffice,
  savePromoCode,
  sheetOfCodes,
  switchBatch,
} from '#modules/promotions/server/public-api.ts'
import { saveAccessCode, saveRule, type ChangeLog } from '#modules/rules-admin/server/public-api.ts'
import { readAccessCode } from '#modules/sale-rules/server/public-api.ts'
import {
  findStaffEvent,
  logStaffChange,
  readStaffEvents,
} from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../../promotions-contract.ts'
import { findRestriction, readPromotionsOffice } from './read-office.ts'

type StaffContext = Context & { readonly actor: StaffActor }

/**
 * Codes of others make no difference to the answer. A refused one tells which codes the own organiser has, to holders of an
 * API key too: they may find out as seldom as anybody who guesses codes, whatever network or key they use.
 */
function asGuess<Value>(
  context: CallContext & { readonly actor: StaffActor },
  code: string | undefined,
  work: () => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  const wrong = ['PromoCodeTaken', 'AccessCodeTaken'] as const
  const organiser = `merchant ${context.actor.merchantId}`
  return limitGuesses(
    context,
    code,
    () => limitGuesses(context, code, work, wrong, organiser),
    wrong,
  )
}

/** Calls for an organiser's codes, using the same commands as operators; the organiser funds them. */
export const promotionRoutes = ({
  sources,
}: Pick<OrderPorts, 'sources'>): readonly Implementation[] => [
  implement(calls.readOwnPromotions, requireStaff, async (context) =>
    ok(await readPromotionsOffice(context, context.actor)),
  ),
  implement(calls.saveOwnPromoCode, requireStaff, async (context, { body }) => {
    const { actor } = context
    const { count, ...terms } = body
    const own = await areOwn(context, terms.eventIds ?? [])
    if (!own.ok) return own
    const request = { ...terms, merchantId: actor.merchantId, borneBy: 'merchant' as const }
    const office = organiserOffice(actor)
    const saved =
      count === undefined
        ? await asGuess(context, request.code, () =>
            savePromoCode(context, sources, request, office),
          )
        : await makeBatch(context, sources, { ...request, count }, office)
    return saved.ok ? ok(await readPromotionsOffice(context, actor)) : saved
  }),
  implement(calls.switchOwnBatch, requireStaff, async (context, { body }) => {
    const done = await switchBatch(context, body, organiserOffice(context.actor))
    return done.ok ? ok(await readPromotionsOffice(context, context.actor)) : done
  }),
  implement(calls.exportOwnCodes, requireStaff, async (context, { query: { batchId, format } }) => {
    const sheet = await sheetOfCodes(context, batchId, organiserOffice(context.actor))
    return sheet.ok ? ok(tableFile(format, `promo-codes-${batchId}`, [sheet.value])) : sheet
  }),
  implement(calls.saveOwnAccessCode, requireStaff, async (context, { body }) => {
    const { accessCodeId, ...terms } = body
    const own = await isOwnSubject(context, terms)
    if (!own.ok) return own
    const known = accessCodeId === undefined ? null : await readAccessCode(context, accessCodeId)
    if (accessCodeId !== undefined) {
      const before = known && (await isOwnSubject(context, known))
      if (!known || !before?.ok) return fail('NotFound')
    }
    // Restrictions set by an operator are preserved.
    const request = {
      ...terms,
      merchantId: context.actor.merchantId,
      ...(accessCodeId !== undefined && { codeId: accessCodeId }),
      ...(known?.ticketTypeIds && { ticketTypeIds: known.ticketTypeIds }),
      ...(known?.zones && { zones: known.zones }),
      ...(known?.sectionIds && { sectionIds: known.sectionIds }),
      ...(known?.placeIds && { placeIds: known.placeIds }),
    }
    const saved = await asGuess(context, request.code, () =>
      saveAccessCode(context, sources, request, logOf),
    )
    return saved.ok ? ok(await readPromotionsOffice(context, context.actor)) : saved
  }),
  implement(calls.restrictShow, requireStaff, async (context, { body: { showId, isKept } }) => {
    const own = await isOwnSubject(context, { showId })
    if (!own.ok) return own
    const rule = await findRestriction(context, showId)
    if (!rule && !isKept) return ok(await readPromotionsOffice(context, context.actor))
    const settings = { keeps: 'everything' }
    const request = {
      ...(rule && { ruleId: rule.id }),
      kind: 'access-code' as const,
      showId,
      settings,
      isActive: isKept,
    }
    const saved = await saveRule(context, sources, request, logOf)
    return saved.ok ? ok(await readPromotionsOffice(context, context.actor)) : saved
  }),
]

const logOf: ChangeLog = (context, { action, subject, detail }) =>
  logStaffChange(context, {
    action: action.replace('rulebook.', 'promotions.'),
    subject,
    ...(detail && { after: detail }),
  })

/** Whether all dates belong to the caller's organiser. */
async function areOwn(
  context: StaffContext,
  eventIds: readonly number[],
): Promise<Result<null, 'NotFound'>> {
  for (const eventId of eventIds) {
    const event = await findStaffEvent(context, context.actor, eventId)
    if (!event.ok) return event
  }
  return ok(null)
}

/** Whether exactly one show or date is given and it belongs to the caller's organiser. */
async function isOwnSubject(
  context: StaffContext,
  subject: { readonly showId?: number | null; readonly eventId?: number | null },
): Promise<Result<null, ErrorCode>> {
  const showId = subject.showId ?? null
  const eventId = subject.eventId ?? null
  if ((showId === null) === (eventId === null))
    return fail('BadRequest', { fields: [{ path: 'body.showId', message: 'A show or a date' }] })
  if (eventId !== null) return areOwn(context, [eventId])
  const events = await readStaffEvents(context, context.actor, { showId: showId ?? 0 })
  return events.length > 0 ? ok(null) : fail('NotFound')
}
