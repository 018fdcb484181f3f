/** Checks of answers that need more than a browser has: the plans of phone numbers. */
import { internationalPhone } from '#kernel/phone.ts'
import type { ExtraKind } from '#modules/sale-rules/contract.ts'
import { problemOfExtra, tidyExtra, type ExtraProblem } from '../extra-fields.ts'

export function problemOfAnswer(
  field: Parameters<typeof problemOfExtra>[0],
  given: string,
): ExtraProblem | null {
  const problem = problemOfExtra(field, given)
  if (problem !== null || field.kind !== 'phone' || given.trim() === '') return problem
  return internationalPhone(given) === null ? 'extraPhoneWrong' : null
}

/** A checked answer as it is stored. */
export function storedAnswer(kind: ExtraKind, given: string): string {
  const value = tidyExtra(kind, given)
  return kind === 'phone' ? (internationalPhone(value) ?? value) : value
}
