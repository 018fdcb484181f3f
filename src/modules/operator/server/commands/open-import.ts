import { ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { PreparedImport } from '../import/prepare-import.ts'
import { catalogueImportJob } from '../jobs.ts'

/** Imports that were not applied are deleted after so many days. */
const retentionDays = 30

/** Stores files and enqueues their check; returns the import's id. The catalogue is not changed. */
export async function openImport(
  context: Context,
  options: PreparedImport,
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
        name: options.name,
        source: options.source,
        files: Buffer.from(options.packed),
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
