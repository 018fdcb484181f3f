/** Editions of campaign pages: the published one, the draft, and the switch between them. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { CampaignBlock, CampaignEdition } from '../block-shapes.ts'

/** JSON of `campaign.content`. Pages older than blocks store their parts by kind. */
export interface CampaignContent {
  readonly blocks?: readonly CampaignBlock[]
  /** Reachable by a link only, such as the page shown after a purchase. */
  readonly isOutOfMenu?: boolean
  readonly sections?: readonly {
    readonly title: LocalizedText
    readonly paragraphs?: readonly LocalizedText[]
    readonly points?: readonly LocalizedText[]
    readonly link?: { readonly path: string; readonly text: LocalizedText }
  }[]
  /** Slugs of shows, in display order. */
  readonly shows?: readonly string[]
  readonly questions?: readonly {
    readonly question: LocalizedText
    readonly answer: LocalizedText
  }[]
}

export interface CampaignRecord {
  readonly id: number
  readonly path: string
  readonly isPublished: boolean
  readonly live: CampaignEdition
  readonly draft: CampaignEdition | null
  readonly publishAt: Date | null
  readonly version: number
  readonly previewKey: string
  readonly changedAt: Date
}

export interface CampaignRow {
  readonly id: number
  readonly path: string
  readonly isPublished: boolean
  readonly title: LocalizedText
  readonly summary: LocalizedText
  readonly theme: CampaignEdition['theme']
  readonly hidesHeader: boolean
  readonly hidesFooter: boolean
  readonly content: CampaignContent
  readonly showsFrom: Date | null
  readonly showsUntil: Date | null
  readonly draft: CampaignEdition | null
  readonly publishAt: Date | null
  readonly version: number
  readonly previewKey: string
  readonly changedAt: Date
}

export function campaignOf(row: CampaignRow): CampaignRecord {
  const { id, path, isPublished, draft, publishAt, version, previewKey, changedAt } = row
  const live: CampaignEdition = {
    title: row.title,
    summary: row.summary,
    theme: row.theme,
    hidesHeader: row.hidesHeader,
    hidesFooter: row.hidesFooter,
    isOutOfMenu: row.content.isOutOfMenu ?? false,
    showsFrom: row.showsFrom?.toISOString() ?? null,
    showsUntil: row.showsUntil?.toISOString() ?? null,
    blocks: blocksOf(row),
  }
  return { id, path, isPublished, live, draft, publishAt, version, previewKey, changedAt }
}

const nothing: LocalizedText = { ka: '', en: '' }

/** Blocks of a page; parts stored by kind are converted: head, shows, sections, questions. */
function blocksOf({ content, title, summary }: CampaignRow): CampaignBlock[] {
  if (content.blocks) return [...content.blocks]
  const { shows = [], sections = [], questions = [] } = content
  return [
    { id: 'head', type: 'hero', title, text: summary, image: null, way: null },
    ...(shows.length > 0
      ? [{ id: 'shows', type: 'shows' as const, title: nothing, slugs: [...shows] }]
      : []),
    ...sections.map(({ title: heading, paragraphs = [], points = [], link }, index) => ({
      id: `part-${index + 1}`,
      type: 'text' as const,
      title: heading,
      paragraphs: [...paragraphs],
      points: [...points],
      way: link ?? null,
    })),
    ...(questions.length > 0
      ? [{ id: 'questions', type: 'questions' as const, title: nothing, items: [...questions] }]
      : []),
  ]
}

/** Whether the draft's publication time has come. */
export function isDraftDue(
  { draft, publishAt }: Pick<CampaignRecord, 'draft' | 'publishAt'>,
  now: Date,
): boolean {
  return draft !== null && publishAt !== null && publishAt <= now
}

/** The published edition; null when the page was never published. */
export function shownEdition(campaign: CampaignRecord, now: Date): CampaignEdition | null {
  if (isDraftDue(campaign, now)) return campaign.draft
  return campaign.isPublished ? campaign.live : null
}

export type PageState = 'draft' | 'planned' | 'live' | 'over'

export function stateOf(campaign: CampaignRecord, now: Date): PageState {
  const shown = shownEdition(campaign, now)
  if (!shown) return campaign.publishAt ? 'planned' : 'draft'
  if (shown.showsUntil !== null && new Date(shown.showsUntil) <= now) return 'over'
  return shown.showsFrom !== null && new Date(shown.showsFrom) > now ? 'planned' : 'live'
}
