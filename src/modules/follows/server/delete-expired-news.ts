import type { Context } from '#platform/context.ts'
import { deleteOldNews } from './store.ts'

export async function deleteExpiredNews(context: Context): Promise<void> {
  await deleteOldNews(context.db, context.clock.now())
}
