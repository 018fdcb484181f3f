/** Handlers of calls whose credentials and input are already checked. */
import { fail, ok } from '#kernel/result.ts'
import { presentationBannersMain } from '#modules/catalogue/contract.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  ownAdvertisement,
  ownCampaignPage,
  ownCampaignSeen,
  ownFrontPage,
  presentationAds,
  storiesList,
  storiesViewCount,
  type FrontRow,
} from '../contract.ts'
import { countCampaign } from './commands/count-campaign.ts'
import { countView } from './commands/count-view.ts'
import { campaignPageOf } from './queries/campaign-page.ts'
import {
  advertisementsOf,
  mainBannersOf,
  noticesOf,
  pickAdvertisement,
  readFrontContext,
  storiesOf,
} from './queries/front-page.ts'
import { frontRoutes } from './front-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { pixelRoutes } from './pixel-routes.ts'
import { switchRoutes } from './switch-routes.ts'

/** A vertical that contributes a row to the home page. */
export interface FrontSource {
  readonly name: string
  /** Today's offers in the language of the request; null without any. Called for each rendering. */
  readRow(context: Context): Promise<FrontRow | null>
}

export interface PresentationPorts {
  readonly front: readonly FrontSource[]
}

export const presentationRoutes = ({ front }: PresentationPorts): readonly Implementation[] => [
  implement(storiesList, async (context) =>
    ok({ items: storiesOf(await readFrontContext(context)) }),
  ),
  implement(storiesViewCount, async (context, { params }) => {
    const counted = await countView(context, { itemId: params.id })
    return counted.ok ? ok({ id: params.id, viewCount: counted.value.viewCount }) : counted
  }),
  implement(presentationAds, async (context) =>
    ok({ items: advertisementsOf(await readFrontContext(context)) }),
  ),
  implement(presentationBannersMain, async (context) =>
    ok({ items: await mainBannersOf(await readFrontContext(context)) }),
  ),
  implement(ownAdvertisement, async (context, { query }) => {
    const content = await readFrontContext(context)
    return ok({ item: pickAdvertisement(content, query, context.random) })
  }),
  implement(ownFrontPage, async (context) => {
    const content = await readFrontContext(context)
    const rows = await Promise.all(front.map((source) => source.readRow(context)))
    return ok({
      stories: storiesOf(content).map(({ storyId, slug, title, coverUrl, items }) => ({
        storyId,
        slug,
        title,
        coverUrl,
        itemIds: items.map((item) => item.id),
      })),
      banners: noticesOf(content, 'main-banner'),
      advertisement: pickAdvertisement(content, { placement: 'home' }, context.random),
      gift: noticesOf(content, 'gift')[0] ?? null,
      rows: rows.filter((row) => row !== null),
    })
  }),
  implement(ownCampaignPage, async (context, { query }) => {
    const page = await campaignPageOf(context, await readFrontContext(context), query)
    return page ? ok(page) : fail('NotFound')
  }),
  implement(ownCampaignSeen, async (context, { body }) =>
    ok({ isCounted: await countCampaign(context, body) }),
  ),
  ...pageRoutes,
  ...frontRoutes,
  ...switchRoutes,
  ...pixelRoutes,
]
