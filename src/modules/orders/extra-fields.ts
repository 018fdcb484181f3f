/**
 * Fields of an offering besides the buyer's name: visitors' documents, the delivery address. Pure, and shared by the
 * browser's form and the server's validation.
 */
import { hasPhoneShape } from '#kernel/phone-shape.ts'
import { bareCode } from '#kernel/typed-code.ts'
import type { ExtraField, ExtraKind } from '#modules/sale-rules/contract.ts'

export const extraValueLengthMax = 200

export type ExtraProblem =
  | 'extraMissing'
  | 'extraWrong'
  | 'latinWrong'
  | 'personalNumberWrong'
  | 'passportWrong'
  | 'dateWrong'
  | 'extraPhoneWrong'

/** Why an answer is invalid; null when it is valid. Empty is valid for optional fields. */
export function problemOfExtra(
  field: Pick<ExtraField, 'kind' | 'isRequired'> & {
    readonly options?: readonly { readonly value: string }[]
  },
  given: string,
): ExtraProblem | null {
  const value = tidyExtra(field.kind, given)
  if (value === '') return field.isRequired ? 'extraMissing' : null
  if (value.length > extraValueLengthMax) return 'extraWrong'
  if (field.kind === 'select')
    return field.options?.some((option) => option.value === value) ? null : 'extraWrong'
  const { test, problem } = checks[field.kind]
  return test(value) ? null : problem
}

/** Normal form for storage: trimmed, document numbers without any blanks. */
export function tidyExtra(kind: ExtraKind, given: string): string {
  const value = given.normalize('NFC').trim()
  if (kind === 'personalNumber') return bareCode(value)
  return kind === 'passport' ? bareCode(value).toUpperCase() : value
}

const checks: Readonly<
  Record<
    Exclude<ExtraKind, 'select'>,
    { readonly test: (value: string) => boolean; readonly problem: ExtraProblem }
  >
> = {
  text: { test: (value) => !/\p{Cc}/u.test(value), problem: 'extraWrong' },
  latin: { test: (value) => /^[A-Za-z][A-Za-z .'-]*$/.test(value), problem: 'latinWrong' },
  personalNumber: { test: (value) => /^\d{11}$/.test(value), problem: 'personalNumberWrong' },
  passport: { test: (value) => /^[0-9A-Z]{6,12}$/.test(value), problem: 'passportWrong' },
  date: { test: isDay, problem: 'dateWrong' },
  phone: {
    test: hasPhoneShape,
    problem: 'extraPhoneWrong',
  },
}

/** `1990-02-28`, an existing day. */
function isDay(value: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Names one question of an order: `order.address`, or `812.0.name` for the first unit of line 812. */
export function extraId(key: string, lineId: number | null, unit: number): string {
  return lineId === null ? `order.${key}` : `${lineId}.${unit}.${key}`
}
