/** Invalidates cached pages when any process notifies of a change of the programme. */
import { recheckCatalogue } from '#modules/catalogue/server/public-api.ts'
import type { Database } from '#platform/database/database.ts'
import { Listener } from '#platform/database/change-listener.ts'
import type { PageCache } from './page-cache.ts'

/** Triggers notify this channel when shows, stories, campaigns, switches or rules change (migration 0075). */
const channel = 'programme'

/** Small tables are cached for one second, so pages rendered within it may still show the old data. */
const smallTablesMilliseconds = 1_200

export function dropPagesOnChange(
  db: Database,
  cache: PageCache,
  { againAfter = smallTablesMilliseconds }: { readonly againAfter?: number } = {},
): { close(): Promise<void> } {
  let again: NodeJS.Timeout | null = null
  const changed = (): void => {
    recheckCatalogue(db)
    cache.drop()
    again ??= setTimeout(() => {
      again = null
      cache.drop()
    }, againAfter).unref()
  }
  const listener = new Listener(db, { channel, onChange: changed, onGap: changed })
  return {
    async close() {
      if (again) clearTimeout(again)
      await listener.close()
    },
  }
}
