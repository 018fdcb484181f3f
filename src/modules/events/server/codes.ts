import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isKeyOf, type EventForSale } from '#modules/catalogue/server/public-api.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import {
  coversEvent,
  findAccessCode,
  refusalOfCode,
  usesPoolId,
  type AccessCode,
} from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { AccessCodeView } from '../contract.ts'
import { findSale } from './sale.ts'

type Subject = Pick<EventForSale, 'eventId' | 'showId' | 'audience' | 'previewKey'>

/**
 * The access code given for an event: undefined when none was given, null when it currently opens nothing of the
 * event. Remaining uses are only checked by taking one.
 */
export async function codeFor(
  context: Context,
  given: string | undefined,
  event: Subject,
): Promise<AccessCode | null | undefined> {
  const normalized = given === undefined ? '' : normalizeAccessCode(given)
  if (normalized === '') return undefined
  // The key of a show is sent in the same parameter.
  if (isKeyOf(event, given)) return undefined
  const code = await findAccessCode(context, normalized, (one) => coversEvent(one, event))
  return code && refusalOfCode(code, context.clock.now()) === null ? code : null
}

export interface CodeQuestion {
  readonly accessCode: string
  readonly eventId?: number
  readonly showId?: number
  readonly quantity?: number
}

/**
 * Returns whether a code would open something now, in the specification's terms: `None` means valid. A code of another
 * event or show is `NotFound`; uses that are held and not paid yet count as used.
 */
export async function checkCode(
  context: Context,
  question: CodeQuestion,
): Promise<Result<AccessCodeView, ErrorCode>> {
  const { quantity = 1 } = question
  const code = await findAccessCode(context, normalizeAccessCode(question.accessCode), (one) =>
    isAbout(context, one, question),
  )
  if (!code) return ok({ result: 'NotFound' })
  const refusal = refusalOfCode(code, context.clock.now())
  if (refusal) return ok({ result: refusal })
  const { perOrderMax } = code
  if (perOrderMax !== null && quantity > perOrderMax)
    return fail('TotalCountIsInvalid', { max: perOrderMax })
  const uses = (await readPoolUse(context, [code.offeringId], usesPoolId)).get(code.offeringId)
  const left = uses ? uses.capacity - uses.sold - uses.held : 0
  return ok({ result: left < quantity ? 'QuantityOut' : 'None' })
}

async function isAbout(
  context: Context,
  code: AccessCode,
  { eventId, showId }: CodeQuestion,
): Promise<boolean> {
  if (eventId !== undefined) {
    const sale = await findSale(context, eventId)
    const isOfShow = showId === undefined || sale?.event.showId === showId
    return sale !== null && isOfShow && coversEvent(code, sale.event)
  }
  if (showId === undefined || code.showId === showId) return true
  const event = code.eventId === null ? null : await findSale(context, code.eventId)
  return event?.event.showId === showId
}
