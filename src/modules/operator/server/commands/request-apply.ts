import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { findImport } from '../import-store.ts'
import { catalogueImportJob } from '../jobs.ts'

/** Enqueues applying a checked import, once; `digest` identifies the changes that the operator was shown. */
export async function requestApply(
  context: Context,
  importId: string,
  digest: string,
): Promise<
  Result<null, 'NotFound' | 'ImportHasProblems' | 'ImportOutdated' | 'ImportStateNotAllowed'>
> {
  return inTransaction(context, async (inside) => {
    const { numUpdatedRows } = await inside.db
      .updateTable('import_run')
      .set({ state: 'applying', steps_done: 0, steps_total: 0 })
      .where('id', '=', importId)
      .where('state', '=', 'checked')
      .where('digest', '=', digest)
      .where(sql<boolean>`counts ->> 'bad' = '0'`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return refusal(inside, importId, digest)
    await enqueue(inside, catalogueImportJob, { importId }, { singletonKey: `${importId} apply` })
    return ok(null)
  })
}

async function refusal(context: Context, importId: string, digest: string) {
  const row = await findImport(context, importId)
  if (!row) return fail('NotFound')
  if (row.state !== 'checked') return fail('ImportStateNotAllowed')
  return row.digest === digest ? fail('ImportHasProblems') : fail('ImportOutdated')
}
