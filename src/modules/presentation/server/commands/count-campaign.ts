import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { readContent } from '../content.ts'
import { shownEdition } from '../editions.ts'
import { localDay } from '../rules.ts'

/** Counts a page view or a click on a block; unknown pages and blocks are ignored. */
export async function countCampaign(
  context: Context,
  { path, place }: { readonly path: string; readonly place: string },
): Promise<boolean> {
  const now = context.clock.now()
  const campaign = (await readContent(context)).campaigns.get(path)
  const edition = campaign && shownEdition(campaign, now)
  if (!edition || (place !== '' && !edition.blocks.some(({ id }) => id === place))) return false
  await sql`insert into campaign_figure as old (campaign_id, day, place, count)
    values (${campaign.id}, ${localDay(now)}::date, ${place}, 1)
    on conflict (campaign_id, day, place) do update set count = old.count + 1`.execute(context.db)
  return true
}
