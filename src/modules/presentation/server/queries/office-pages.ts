import { sql } from 'kysely'
import { readCatalogue } from '#modules/catalogue/server/public-api.ts'
import { showStatus } from '#contract/enumerations.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { operatorPage, PageRow } from '../../pages-contract.ts'
import { campaignColumns } from '../content.ts'
import { campaignOf, isDraftDue, stateOf, type CampaignRow } from '../editions.ts'
import { localDay } from '../rules.ts'

const figureDays = 30
const dayMilliseconds = 86_400_000

interface Figure {
  readonly campaignId: number
  readonly day: string
  readonly place: string
  readonly count: number
}

async function readFigures({ db, clock }: Context, pageId: number | null): Promise<Figure[]> {
  const since = localDay(new Date(clock.now().getTime() - figureDays * dayMilliseconds))
  const { rows } = await sql<Figure>`
    select campaign_id as "campaignId", to_char(day, 'YYYY-MM-DD') as day, place, count::int as count
    from campaign_figure
    where day > ${since}::date and (${pageId}::integer is null or campaign_id = ${pageId})
    order by day, place`.execute(db)
  return rows
}

const sumOf = (figures: readonly Figure[]): number =>
  figures.reduce((sum, { count }) => sum + count, 0)

export async function listPages(context: Context): Promise<PageRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from campaign order by path`.execute(context.db)
  const figures = Map.groupBy(await readFigures(context, null), ({ campaignId }) => campaignId)
  const now = context.clock.now()
  return rows.map((row) => {
    const campaign = campaignOf(row)
    const isDue = isDraftDue(campaign, now)
    const own = figures.get(row.id) ?? []
    return {
      pageId: row.id,
      path: row.path,
      title: (campaign.draft ?? campaign.live).title,
      state: stateOf(campaign, now),
      hasDraft: campaign.draft !== null && !isDue,
      publishAt: isDue ? null : (campaign.publishAt?.toISOString() ?? null),
      changedAt: campaign.changedAt.toISOString(),
      views: sumOf(own.filter(({ place }) => place === '')),
      clicks: sumOf(own.filter(({ place }) => place !== '')),
    }
  })
}

export async function readPage(
  context: Context,
  pageId: number,
): Promise<ReplyOf<typeof operatorPage> | null> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from campaign where id = ${pageId}`.execute(context.db)
  const [row] = rows
  if (!row) return null
  const campaign = campaignOf(row)
  const now = context.clock.now()
  const isDue = isDraftDue(campaign, now)
  const figures = await readFigures(context, pageId)
  const { shows, faq } = await readCatalogue(context.db)
  const { locale } = context
  return {
    pageId,
    path: row.path,
    state: stateOf(campaign, now),
    version: row.version,
    previewKey: row.previewKey,
    publishAt: isDue ? null : (campaign.publishAt?.toISOString() ?? null),
    hasDraft: campaign.draft !== null && !isDue,
    edition: campaign.draft ?? campaign.live,
    days: [...Map.groupBy(figures, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      views: sumOf(ofDay.filter(({ place }) => place === '')),
      clicks: sumOf(ofDay.filter(({ place }) => place !== '')),
    })),
    pressed: [
      ...Map.groupBy(
        figures.filter(({ place }) => place !== ''),
        ({ place }) => place,
      ),
    ].map(([blockId, pressed]) => ({ blockId, clicks: sumOf(pressed) })),
    shows: [...shows.values()]
      .filter(({ status }) => status === showStatus.Active)
      .map(({ slug, name }) => ({ slug, name: name[locale] })),
    faq: faq.map(({ id, question }) => ({ faqId: id, question: question[locale] })),
  }
}
