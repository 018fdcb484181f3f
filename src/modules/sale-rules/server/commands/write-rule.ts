import { fail, ok, type Result } from '#kernel/result.ts'
import { ruleSettings, type RuleKind } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type { RuleScope } from '../rules.ts'

export interface RuleToWrite extends RuleScope {
  readonly kind: RuleKind
  /** Checked against the schema of the kind. */
  readonly settings: unknown
  readonly isActive: boolean
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly note: string
}

/**
 * Creates a rule, or updates the one with this id. `BadRequest` names the settings that are invalid for its kind, by
 * path. The caller has checked that the rule's subject exists. Returns the rule's id.
 */
export async function writeRule(
  context: Context,
  rule: RuleToWrite,
  id?: number,
): Promise<Result<number, 'BadRequest' | 'NotFound'>> {
  const settings = ruleSettings[rule.kind].safeParse(rule.settings)
  if (!settings.success) {
    const fields = settings.error.issues.map((issue) => ({
      path: ['body', 'settings', ...issue.path.map(String)].join('.'),
      message: issue.message,
    }))
    return fail('BadRequest', { fields: fields.slice(0, 20) })
  }
  const now = context.clock.now()
  const values = {
    kind: rule.kind,
    show_id: rule.showId,
    event_id: rule.eventId,
    category_id: rule.categoryId,
    source: rule.source,
    group_id: rule.groupId,
    item_id: rule.itemId,
    settings: JSON.stringify(settings.data),
    is_active: rule.isActive,
    valid_from: rule.validFrom,
    valid_until: rule.validUntil,
    note: rule.note,
    updated_at: now,
  }
  const written =
    id === undefined
      ? await context.db
          .insertInto('special_rule')
          .values({ ...values, created_at: now })
          .returning('id')
          .executeTakeFirst()
      : await context.db
          .updateTable('special_rule')
          .set(values)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
  return written ? ok(written.id) : fail('NotFound')
}
