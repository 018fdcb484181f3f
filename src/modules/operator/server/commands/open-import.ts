import type { z } from 'zod'
import { ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { createImport } from '../../contract.ts'
import { packFiles } from '../import-store.ts'
import { catalogueImportJob } from '../jobs.ts'

/** What nobody applied is forgotten after this. */
const retentionDays = 30

/** Takes files in and has them checked; answers the import's id. Nothing of the catalogue changes. */
export async function openImport(
  context: Context,
  options: z.output<typeof createImport.body>,
): Promise<Result<string, never>> {
  const id = context.random.uuid()
  const now = context.clock.now()
  return inTransaction(context, async (inside) => {
    await inside.db
      .deleteFrom('import_run')
      .where('state', '<>', 'applied')
      .where('created_at', '<', new Date(now.getTime() - retentionDays * 86_400_000))
      .execute()
    await inside.db
      .insertInto('import_run')
      .values({
        id,
        operator_id: inside.actor.kind === 'customer' ? inside.actor.customerId : null,
        created_at: now,
        name: options.files
          .map((file) => file.name)
          .join(', ')
          .slice(0, 300),
        source: options.source,
        files: packFiles(options.files),
        defaults: JSON.stringify({
          ...(options.organiser ? { organiser: options.organiser } : {}),
          ...(options.subcategory ? { subcategory: options.subcategory } : {}),
        }),
        state: 'waiting',
      })
      .execute()
    await enqueue(inside, catalogueImportJob, { importId: id }, { singletonKey: `${id} check` })
    return ok(id)
  })
}
