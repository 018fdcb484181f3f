import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { packFiles } from '../import/pack-files.ts'
import { planImport, type Progress } from '../import/plan.ts'
import { findImport, saveReport, saveProgress, readRequest } from '../import-store.ts'
import { importCatalogue } from './import-catalogue.ts'

/**
 * Job handler: checks a waiting import, applies a requested one, and ignores a finished one. Idempotent. A failure is
 * reported to the operator and changes nothing.
 */
export async function runImport(context: Context, importId: string): Promise<void> {
  const run = await findImport(context, importId)
  const request = await readRequest(context, importId)
  if (!run || !request) return
  const progress: Progress = (done, total) => saveProgress(context, importId, done, total)
  try {
    if (run.state === 'waiting' || run.state === 'checking') {
      await setState(context, importId, 'checking')
      const plan = await planImport(context, request, progress)
      await inTransaction(context, async (inside) => {
        await saveReport(inside, importId, plan)
        return ok(null)
      })
    } else if (run.state === 'applying') {
      const result = await importCatalogue(context, request, {
        expectedDigest: run.digest ?? '',
        subject: `import ${importId}`,
        operatorId: run.operator_id,
        progress,
        finish: (inside) => finish(inside, importId, run.name),
      })
      if (!result.ok) await setState(context, importId, 'failed', result.code)
    }
  } catch (error) {
    context.log.error({ err: error, importId }, 'import failed')
    await setState(context, importId, 'failed', 'ServerSide')
  }
}

async function setState(
  context: Context,
  id: string,
  state: 'checking' | 'failed',
  failure: string | null = null,
): Promise<void> {
  await context.db.updateTable('import_run').set({ state, failure }).where('id', '=', id).execute()
}

async function finish(context: Context, id: string, name: string): Promise<void> {
  await context.db
    .updateTable('import_run')
    .set({
      state: 'applied',
      applied_at: context.clock.now(),
      files: packFiles([{ name, content: '' }]),
    })
    .where('id', '=', id)
    .execute()
}
