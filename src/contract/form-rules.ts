/** What a field of a call's body must be like, as far as a form can say it before the call is sent. */
export interface FieldRule {
  readonly isRequired?: boolean
  /** Letters of a text, at least and at most. */
  readonly minLength?: number
  readonly maxLength?: number
  /** Bounds of a number. */
  readonly min?: number
  readonly max?: number
  readonly isEmail?: boolean
}

/** Rules by the field's name. */
export type FormRules = Readonly<Record<string, FieldRule>>

/** Why a field is invalid, with the limit that was exceeded. */
export interface FieldProblem {
  readonly kind: 'missing' | 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'wrong'
  readonly count: number
}

/** As strict as a form should be about an address: the server's email is what proves it. */
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** Validates the value typed into one field; null when it is valid. */
export function problemOfField(rule: FieldRule, typed: unknown): FieldProblem | null {
  const text = typeof typed === 'string' ? typed.trim() : typed
  if (text === '' || text === null || text === undefined || text === false)
    return rule.isRequired ? { kind: 'missing', count: 1 } : null
  if (typeof text === 'string') {
    const { minLength = 0, maxLength = Infinity } = rule
    if (text.length < minLength) return { kind: 'tooShort', count: minLength }
    if (text.length > maxLength) return { kind: 'tooLong', count: maxLength }
    if (rule.isEmail && !emailLike.test(text)) return { kind: 'wrong', count: 0 }
  }
  return problemOfNumber(rule, text)
}

function problemOfNumber({ min, max }: FieldRule, value: unknown): FieldProblem | null {
  if (min === undefined && max === undefined) return null
  // As people type it, with a comma or a point.
  const number = Number(typeof value === 'string' ? value.replace(',', '.') : value)
  if (Number.isNaN(number)) return { kind: 'wrong', count: 0 }
  if (min !== undefined && number < min) return { kind: 'tooSmall', count: min }
  if (max !== undefined && number > max) return { kind: 'tooLarge', count: max }
  return null
}
