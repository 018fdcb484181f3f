import { invariant } from '#kernel/result.ts'
import type { Context } from './context.ts'

/**
 * Writes down what an operator changed, in the transaction of the change.
 *
 * @param entry.action module and verb: `catalogue.change-event`
 * @param entry.subject what was changed, kind and identifier: `event 101`
 * @param entry.operatorId for work that goes on after the operator's call, such as a job's
 * @param entry.detail what to know of it later; never a secret
 */
export async function logOperatorAction(
  context: Context,
  entry: {
    readonly action: string
    readonly subject: string
    readonly operatorId?: string | null
    readonly detail?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { actor } = context
  const caller = actor.kind === 'customer' && actor.isOperator ? actor.customerId : null
  const operatorId = caller ?? (actor.kind === 'system' ? (entry.operatorId ?? null) : null)
  invariant(operatorId !== null || actor.kind === 'system', 'Only an operator is written down')
  await context.db
    .insertInto('operator_log')
    .values({
      at: context.clock.now(),
      operator_id: operatorId,
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
}
