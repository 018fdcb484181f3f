import { ok, type Result } from '#kernel/result.ts'
import { invalidField } from './subjects.ts'

/** ISO dates or instants, as received. */
export interface Window {
  readonly validFrom?: string
  readonly validUntil?: string
}

/** Validity period; `until` must be after `from`. */
export function windowOf({
  validFrom,
  validUntil,
}: Window): Result<{ validFrom: Date | null; validUntil: Date | null }, 'BadRequest'> {
  const from = validFrom ? new Date(validFrom) : null
  const until = validUntil ? new Date(validUntil) : null
  if (from && until && from >= until)
    return invalidField('body.validUntil', 'It must end after it begins')
  return ok({ validFrom: from, validUntil: until })
}
