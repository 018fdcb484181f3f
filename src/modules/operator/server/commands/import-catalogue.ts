import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { applyPlan } from '../import/apply.ts'
import { planImport, type ImportPlan, type ImportRequest, type Progress } from '../import/plan.ts'

/** One import at a time: two of them would plan on what the other is about to change. */
const importLock = 6_410_220_877

/** Until the transaction ends nobody else changes the programme by a file or by hand. */
export async function lockImports(context: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(context.db)
}

export interface ApplyOptions {
  /** What was shown when the operator agreed; anything else is not done. */
  readonly expectedDigest: string
  /** Named in the log: `import <id>` or the file. */
  readonly subject: string
  readonly progress?: Progress
  /** Who agreed, where the work goes on without them. */
  readonly operatorId?: string | null
  /** Runs at the end of the same transaction. */
  readonly finish?: (context: Context) => Promise<void>
}

/**
 * Imports a programme: all of it, or nothing. Plans again inside the transaction and refuses
 * (`ImportOutdated`) when that is no longer what was agreed to, or (`ImportHasProblems`) when anything is bad.
 */
export async function importCatalogue(
  context: Context,
  request: ImportRequest,
  options: ApplyOptions,
): Promise<Result<ImportPlan, 'ImportOutdated' | 'ImportHasProblems'>> {
  return inTransaction(context, async (inside) => {
    await lockImports(inside)
    const plan = await planImport(inside, request)
    if (plan.counts.bad > 0) return fail('ImportHasProblems')
    if (plan.digest !== options.expectedDigest) return fail('ImportOutdated')
    const applied = await applyPlan(inside, plan, options.progress ?? (async () => {}))
    if (!applied.ok) return applied
    await logOperatorAction(inside, {
      action: 'operator.import',
      subject: options.subject,
      operatorId: options.operatorId ?? null,
      detail: { source: plan.source, ...plan.counts },
    })
    await options.finish?.(inside)
    return ok(plan)
  })
}
