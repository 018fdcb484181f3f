/** Kept pages follow the programme: they are dropped as soon as a change of it is told, by whichever process. */
import { recheckCatalogue } from '#modules/catalogue/server/public-api.ts'
import type { Database } from '#platform/database/database.ts'
import { Listener } from '#platform/database/change-listener.ts'
import type { PageCache } from './page-cache.ts'

/** Triggers tell it with the commit of what changes shows, stories, campaigns, switches or rules (migration 0075). */
const channel = 'programme'

/** Small tables are kept for a second by whoever reads them: what was rendered within it may be of before. */
const smallTablesMilliseconds = 1_200

export function dropPagesOnNews(db: Database, cache: PageCache): { close(): Promise<void> } {
  let again: NodeJS.Timeout | null = null
  const changed = (): void => {
    recheckCatalogue(db)
    cache.drop()
    again ??= setTimeout(() => {
      again = null
      cache.drop()
    }, smallTablesMilliseconds).unref()
  }
  const listener = new Listener(db, { channel, onChange: changed, onGap: changed })
  return {
    async close() {
      if (again) clearTimeout(again)
      await listener.close()
    },
  }
}
