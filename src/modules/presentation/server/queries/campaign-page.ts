import type { CampaignPage } from '../../contract.ts'
import type { Context } from '#platform/context.ts'
import { isRunning, readContent } from '../content.ts'
import { presentCampaign } from '../present.ts'
import type { Stage } from './front-page.ts'

/** A campaign page with the menu of the pages beside and below it; null when there is none now. */
export function campaignPageOf({ content, reader }: Stage, path: string): CampaignPage | null {
  const campaign = content.campaigns.get(path)
  if (!campaign || !isRunning(campaign, reader.now)) return null
  const root = path.split('/').slice(0, 2).join('/')
  const family = [...content.campaigns.values()].filter(
    (other) =>
      (other.path === root || other.path.startsWith(`${root}/`)) &&
      !other.content.isOutOfMenu &&
      isRunning(other, reader.now),
  )
  return presentCampaign(campaign, family.length > 1 ? family : [], reader)
}

/** Paths without a language of the campaign pages that run now, those reached by a link only left out. */
export async function readCampaignPaths(context: Context): Promise<string[]> {
  const now = context.clock.now()
  const { campaigns } = await readContent(context)
  return [...campaigns.values()]
    .filter((campaign) => isRunning(campaign, now) && !campaign.content.isOutOfMenu)
    .map((campaign) => campaign.path)
}
