import { isSameSecret } from '#platform/same-secret.ts'
import { readCatalogue } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CampaignEdition } from '../../block-shapes.ts'
import type { CampaignPage } from '../../contract.ts'
import { isRunning, readContent } from '../content.ts'
import { shownEdition, type CampaignRecord } from '../editions.ts'
import { presentCampaign } from '../present-campaign.ts'
import type { FrontContext } from './front-page.ts'

/**
 * A campaign page with the menu of its campaign; null when none is shown now. With its preview key it is the draft, also
 * of an unpublished page.
 */
export async function campaignPageOf(
  context: Context,
  { content, reader }: FrontContext,
  { path, previewKey }: { readonly path: string; readonly previewKey?: string | undefined },
): Promise<CampaignPage | null> {
  const campaign = content.campaigns.get(path)
  if (!campaign) return null
  const isPreview = previewKey !== undefined && isKeyOf(campaign, previewKey)
  const edition = isPreview
    ? (campaign.draft ?? campaign.live)
    : runningEdition(campaign, reader.now)
  if (!edition) return null
  const root = path.split('/').slice(0, 2).join('/')
  const family = [...content.campaigns.values()].flatMap((other) => {
    if (other.path !== root && !other.path.startsWith(`${root}/`)) return []
    const shown = runningEdition(other, reader.now)
    return shown && !shown.isOutOfMenu ? [{ path: other.path, title: shown.title }] : []
  })
  const { faq } = await readCatalogue(context.db)
  const entries = faq.map(
    ({ id, question, answer }) =>
      [id, { question: question[reader.locale], answer: answer[reader.locale] }] as const,
  )
  return presentCampaign(
    { path, edition, menu: family.length > 1 ? family : [], faq: new Map(entries), isPreview },
    reader,
  )
}

function isKeyOf({ previewKey }: CampaignRecord, given: string): boolean {
  return isSameSecret(given.toLowerCase(), previewKey)
}

/** The published edition of a page; null outside its display period. */
function runningEdition(campaign: CampaignRecord, now: Date): CampaignEdition | null {
  const edition = shownEdition(campaign, now)
  if (!edition) return null
  const showsFrom = edition.showsFrom === null ? null : new Date(edition.showsFrom)
  const showsUntil = edition.showsUntil === null ? null : new Date(edition.showsUntil)
  return isRunning({ showsFrom, showsUntil }, now) ? edition : null
}

/** Campaign pages that are shown now, by path without a language; those reachable by a link only are left out. */
export async function readCampaigns(
  context: Context,
): Promise<{ readonly path: string; readonly changedAt: Date }[]> {
  const now = context.clock.now()
  const { campaigns } = await readContent(context)
  return [...campaigns.values()].filter(
    (campaign) => runningEdition(campaign, now)?.isOutOfMenu === false,
  )
}
