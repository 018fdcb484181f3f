import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import type { RuleKind } from '#modules/sale-rules/contract.ts'
import { writeRule } from '#modules/sale-rules/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { keyOf, subjectOf, type DescribingSource } from '../subjects.ts'
import type { ChangeLog } from './save-access-code.ts'
import { windowOf, type Window } from '../window.ts'

export interface RuleToSave extends Window {
  readonly ruleId?: number
  readonly kind: RuleKind
  readonly showId?: number
  readonly eventId?: number
  readonly categoryId?: number
  readonly source?: string
  readonly groupId?: number
  readonly itemId?: number
  readonly settings: unknown
  readonly isActive: boolean
  readonly note?: string
}

/** Saves a rule and logs the change. */
export function saveRule(
  context: Context,
  sources: readonly DescribingSource[],
  rule: RuleToSave,
  log: ChangeLog = logOperatorAction,
): Promise<Result<{ id: number }, ErrorCode>> {
  return inTransaction<Result<{ id: number }, ErrorCode>>(context, async (inside) => {
    const subject = await subjectOf(inside, sources, rule)
    if (!subject.ok) return subject
    const window = windowOf(rule)
    if (!window.ok) return window
    const { kind, settings, isActive, note = '' } = rule
    const values = { ...subject.value, ...window.value, kind, settings, isActive, note }
    const written = await writeRule(inside, values, rule.ruleId)
    if (!written.ok) return written
    await log(inside, {
      action: rule.ruleId === undefined ? 'rulebook.add-rule' : 'rulebook.change-rule',
      subject: `rule ${written.value}`,
      detail: { kind, about: keyOf(subject.value), isActive, settings },
    })
    return ok({ id: written.value })
  })
}
