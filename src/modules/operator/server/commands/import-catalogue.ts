import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { applyPlan } from '../import/apply.ts'
import { planImport, type ImportPlan, type ImportRequest, type Progress } from '../import/plan.ts'

/** One import at a time: a concurrent one would plan on data that is about to change. */
const importLock = 6_410_220_877

/** Blocks other changes of the programme, by file or by hand, until the transaction ends. */
export async function lockImports(context: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(context.db)
}

export interface ApplyOptions {
  /** Digest of the changes that the operator was shown; any other changes are refused. */
  readonly expectedDigest: string
  /** Subject of the log entry: `import <id>` or the file. */
  readonly subject: string
  readonly progress?: Progress
  /** The operator who approved, when the work runs outside their request. */
  readonly operatorId?: string | null
  /** Runs at the end of the same transaction. */
  readonly finish?: (context: Context) => Promise<void>
}

/**
 * Imports a programme: completely, or not at all. Plans again inside the transaction and refuses with `ImportOutdated`
 * when the plan has changed, and with `ImportHasProblems` when any item is invalid.
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
      detail: { source: plan.source, ...plan.counts, merchantIds: merchantsOf(plan) },
    })
    await options.finish?.(inside)
    return ok(plan)
  })
}

/** The organisers of what a plan adds or changes. */
function merchantsOf({ shows, events, prices, snapshot }: ImportPlan): number[] {
  const ofShows = shows.flatMap(({ known, changes, write }) =>
    known && changes.length === 0 ? [] : [write.merchantId, ...(known ? [known.merchantId] : [])],
  )
  const changed = [
    ...events.filter(({ known, changes }) => !known || changes.length > 0),
    ...prices.flatMap(({ known, changes, event }) => (known && changes.length === 0 ? [] : event)),
  ]
  const ofEvents = changed.flatMap(
    ({ facts }) =>
      snapshot?.shows.get(facts.showKey)?.merchantId ??
      shows.find(({ item }) => item.key === facts.showKey)?.write.merchantId ??
      [],
  )
  return [...new Set([...ofShows, ...ofEvents])].toSorted((one, other) => one - other)
}
