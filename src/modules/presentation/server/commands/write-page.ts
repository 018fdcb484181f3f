import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { CampaignEdition } from '../../block-shapes.ts'
import { campaignColumns } from '../content.ts'
import {
  campaignOf,
  isDraftDue,
  stateOf,
  type CampaignRecord,
  type CampaignRow,
  type PageState,
} from '../editions.ts'

/** Paths of the shop's own pages, which take precedence over campaign pages. */
const reservedPaths =
  /^\/(?:account|assets|auth|calendar|category|checkout|citybus|dev|en|events|faq|fly|follows|georgianbus|groot|integrations|invite|letters|media|merchant|metrogeorgia|movies|multipass|omnibus|operator|ortachala|queue|railway|requests|s|scan|search|shows|standard-terms-and-conditions|stories|theatres|tickets|transport|v2|venues|widget)(?:\/|$)/i

export function isReservedPath(path: string): boolean {
  return reservedPaths.test(path)
}

/**
 * Creates an unpublished page.
 * | @returns its id, or `PageAddressTaken`
 */
export function makePage(
  context: Context,
  options: { readonly path: string; readonly titleKa: string; readonly titleEn: string },
): Promise<Result<{ pageId: number }, 'PageAddressTaken'>> {
  const { path } = options
  return inTransaction(context, async (inside) => {
    if (isReservedPath(path)) return fail('PageAddressTaken')
    const title = { ka: options.titleKa, en: options.titleEn }
    const head = {
      id: 'head',
      type: 'hero',
      title,
      text: { ka: '', en: '' },
      image: null,
      way: null,
    }
    const made = await inside.db
      .insertInto('campaign')
      .values({
        path,
        title: JSON.stringify(title),
        summary: JSON.stringify({ ka: '', en: '' }),
        content: JSON.stringify({ blocks: [head] }),
        is_published: false,
        preview_key: inside.random.uuid(),
        changed_at: inside.clock.now(),
      })
      .onConflict((conflict) => conflict.column('path').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return fail('PageAddressTaken')
    await log(inside, 'make', path, {})
    return ok({ pageId: made.id })
  })
}

interface Versioned {
  readonly pageId: number
  /** The version that the operator edited; any other current version is refused with `PageChanged`. */
  readonly version: number
}

type Written<Value> = Promise<Result<Value, 'NotFound' | 'PageChanged'>>

/** Saves the draft; cancels its scheduled publication. Its display period must not end before it begins. */
export function savePage(
  context: Context,
  options: Versioned & { readonly edition: CampaignEdition },
): Promise<Result<{ version: number }, 'NotFound' | 'PageChanged' | 'BadRequest'>> {
  const { showsFrom, showsUntil } = options.edition
  if (showsFrom !== null && showsUntil !== null && new Date(showsFrom) >= new Date(showsUntil))
    return Promise.resolve(
      fail('BadRequest', {
        fields: [{ path: 'body.edition.showsUntil', message: 'Not after showsFrom' }],
      }),
    )
  return change(context, options, async (inside, campaign) => {
    const version = await write(inside, campaign, {
      draft: JSON.stringify(options.edition),
      publish_at: null,
    })
    await log(inside, 'save', campaign.path, { blocks: options.edition.blocks.length })
    return { version }
  })
}

/** Publishes the draft at a time, or immediately without one. */
export function publishPage(
  context: Context,
  options: Versioned & { readonly at: Date | null },
): Written<{ version: number; state: PageState }> {
  return change(context, options, async (inside, campaign) => {
    const now = inside.clock.now()
    const edition = campaign.draft ?? campaign.live
    const isNow = options.at === null || options.at <= now
    const version = await write(
      inside,
      campaign,
      isNow
        ? { ...liveColumns(edition), draft: null, publish_at: null }
        : { draft: JSON.stringify(edition), publish_at: options.at },
    )
    await log(inside, 'publish', campaign.path, { at: options.at?.toISOString() ?? null })
    const after: CampaignRecord = isNow
      ? { ...campaign, live: edition, isPublished: true, draft: null, publishAt: null }
      : { ...campaign, draft: edition, publishAt: options.at }
    return { version, state: stateOf(after, now) }
  })
}

/** Discards the draft. */
export function discardDraft(context: Context, options: Versioned): Written<{ version: number }> {
  return change(context, options, async (inside, campaign) => {
    const version = await write(inside, campaign, { draft: null, publish_at: null })
    await log(inside, 'discard', campaign.path, {})
    return { version }
  })
}

/** Applies a change to a page; a due draft is made the published edition first. */
function change<Value>(
  context: Context,
  { pageId, version }: Versioned,
  work: (inside: Context, campaign: CampaignRecord) => Promise<Value>,
): Written<Value> {
  return inTransaction(context, async (inside) => {
    const { rows } = await sql<CampaignRow>`
      select ${campaignColumns} from campaign where id = ${pageId} for update`.execute(inside.db)
    const [row] = rows
    if (!row) return fail('NotFound')
    if (row.version !== version) return fail('PageChanged')
    const campaign = campaignOf(row)
    if (!campaign.draft || !isDraftDue(campaign, inside.clock.now()))
      return ok(await work(inside, campaign))
    await inside.db
      .updateTable('campaign')
      .set({ ...liveColumns(campaign.draft), draft: null, publish_at: null })
      .where('id', '=', pageId)
      .execute()
    const settled = { live: campaign.draft, isPublished: true, draft: null, publishAt: null }
    return ok(await work(inside, { ...campaign, ...settled }))
  })
}

/** Columns of the published edition. */
function liveColumns(edition: CampaignEdition) {
  const { blocks, isOutOfMenu } = edition
  return {
    title: JSON.stringify(edition.title),
    summary: JSON.stringify(edition.summary),
    theme: edition.theme,
    hides_header: edition.hidesHeader,
    hides_footer: edition.hidesFooter,
    content: JSON.stringify({ blocks, isOutOfMenu }),
    shows_from: edition.showsFrom === null ? sql<Date>`'-infinity'` : new Date(edition.showsFrom),
    shows_until: edition.showsUntil === null ? sql<Date>`'infinity'` : new Date(edition.showsUntil),
    is_published: true,
  }
}

async function write(
  { db, clock }: Context,
  { id }: CampaignRecord,
  columns: Partial<ReturnType<typeof liveColumns>> & {
    readonly draft: string | null
    readonly publish_at: Date | null
  },
): Promise<number> {
  const { version } = await db
    .updateTable('campaign')
    .set({ ...columns, changed_at: clock.now(), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

function log(
  context: Context,
  verb: string,
  path: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return logOperatorAction(context, {
    action: `presentation.${verb}-page`,
    subject: `page ${path}`,
    detail,
  })
}
