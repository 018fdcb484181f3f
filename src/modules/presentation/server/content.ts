/** All content of this module, read in four small statements and cached in the process for one second. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { campaignOf, type CampaignRecord, type CampaignRow } from './editions.ts'

interface Target {
  readonly showId: number | null
  readonly categoryId: number | null
  readonly address: string | null
}

/** Display period. */
interface DisplayPeriod {
  readonly showsFrom: Date | null
  readonly showsUntil: Date | null
}

export interface StoryItemRecord extends Target {
  readonly id: number
  readonly storyId: number
  readonly imagePath: string
  readonly title: LocalizedText
  readonly text: LocalizedText
  readonly seconds: number
  readonly viewCount: number
}

export interface StoryRecord extends DisplayPeriod {
  readonly id: number
  readonly version: number
  readonly slug: string
  readonly title: LocalizedText
  readonly coverPath: string
  readonly position: number
  readonly items: readonly StoryItemRecord[]
}

export interface BillboardRecord extends Target, DisplayPeriod {
  readonly id: number
  readonly version: number
  readonly placement: 'main-banner' | 'home' | 'list' | 'gift'
  readonly advertiser: LocalizedText | null
  readonly title: LocalizedText
  readonly text: LocalizedText
  readonly images: Readonly<Record<string, { url: string; width: number; height: number }>>
  readonly theme: 'light' | 'dark' | 'partner' | null
  readonly weight: number
  readonly position: number
  readonly switchKey: string | null
}

export interface Content {
  readonly stories: readonly StoryRecord[]
  /** By position. */
  readonly billboards: readonly BillboardRecord[]
  readonly campaigns: ReadonlyMap<string, CampaignRecord>
}

const cacheMilliseconds = 1_000

const cached = createTtlCache<'all', Content>({ milliseconds: cacheMilliseconds, most: 1, read })

/** Content of the tables, at most one second old; callers check display periods themselves. */
export function readContent(context: Context): Promise<Content> {
  return cached(context, 'all')
}

export function isRunning({ showsFrom, showsUntil }: DisplayPeriod, now: Date): boolean {
  return (showsFrom === null || showsFrom <= now) && (showsUntil === null || showsUntil > now)
}

/** Open ends are read as null, since JavaScript has no infinite dates. */
const running = sql`
  case when isfinite(shows_from) then shows_from end as "showsFrom",
  case when isfinite(shows_until) then shows_until end as "showsUntil"`

/** Columns of a campaign page, as `campaignOf` expects them. */
export const campaignColumns = sql`id, path, is_published as "isPublished", title, summary, theme, hides_header as "hidesHeader",
  hides_footer as "hidesFooter", content, draft, publish_at as "publishAt", version, preview_key as "previewKey",
  changed_at as "changedAt", ${running}`

/** Uncached content, for editors. */
export function readContentNow(context: Context): Promise<Content> {
  return read(context)
}

async function read({ db }: Context): Promise<Content> {
  const [stories, items, billboards, campaigns] = await Promise.all([
    sql<StoryRecord>`select id, version, slug, title, cover_path as "coverPath", position, ${running}
      from story order by position, id`.execute(db),
    sql<StoryItemRecord>`select id, story_id as "storyId", image_path as "imagePath", title, text, seconds,
      show_id as "showId", category_id as "categoryId", address, view_count as "viewCount"
      from story_item order by position, id`.execute(db),
    sql<BillboardRecord>`select id, version, placement, category_id as "categoryId", advertiser, title, text, images,
      show_id as "showId", address, theme, weight, position, switch_key as "switchKey", ${running}
      from billboard order by position, id`.execute(db),
    sql<CampaignRow>`select ${campaignColumns} from campaign order by position, path`.execute(db),
  ])
  const itemsOf = Map.groupBy(items.rows, (item) => item.storyId)
  return {
    stories: stories.rows.map((story) => ({ ...story, items: itemsOf.get(story.id) ?? [] })),
    billboards: billboards.rows,
    campaigns: new Map(campaigns.rows.map((row) => [row.path, campaignOf(row)] as const)),
  }
}
