/** SQL of draft shows, always restricted to one merchant. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { DraftContent } from '../../shows-contract.ts'

export interface Draft {
  readonly id: string
  readonly merchantId: number
  readonly showId: number | null
  readonly content: DraftContent
  readonly version: number
  readonly published: DraftContent | null
  readonly isPublic: boolean
  readonly previewKey: string
  readonly archivedAt: Date | null
  readonly hasChanges: boolean
  readonly updatedAt: Date
  /** Digest of its thumbnail. */
  readonly picture: string | null
}

const draftsMax = 2_000
const thumbnail = 3

const columns = sql`d.id, d.merchant_id as "merchantId", d.show_id as "showId", d.content, d.version, d.published,
  d.is_public as "isPublic", d.preview_key as "previewKey", d.archived_at as "archivedAt",
  d.content is distinct from d.published as "hasChanges", d.updated_at as "updatedAt",
  (select digest from show_draft_picture p where p.draft_id = d.id and p.kind = ${sql.lit(thumbnail)} limit 1) as picture`

/** Drafts of a merchant, last changed first. */
export async function listDraftRows(context: Context, merchantId: number): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select ${columns} from show_draft d where d.merchant_id = ${merchantId}
    order by d.archived_at is not null, d.updated_at desc limit 200`.execute(context.db)
  return rows
}

export async function findDraft(
  context: Context,
  merchantId: number,
  id: string,
  options: { readonly isLocked?: boolean } = {},
): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select ${columns} from show_draft d where d.id = ${id} and d.merchant_id = ${merchantId}
    ${options.isLocked ? sql`for update of d` : sql``}`.execute(context.db)
  return rows[0] ?? null
}

/** Inserts a draft unless the merchant already has the maximum number; returns whether it did. */
export async function insertDraft(
  context: Context,
  by: { readonly merchantId: number; readonly staffId: string },
  draft: { readonly id: string; readonly content: DraftContent; readonly previewKey: string },
): Promise<boolean> {
  const now = context.clock.now()
  const { rows } = await sql`
    insert into show_draft (id, merchant_id, content, preview_key, updated_by, created_at, updated_at)
    select ${draft.id}, ${by.merchantId}, ${JSON.stringify(draft.content)}::jsonb, ${draft.previewKey},
      ${by.staffId}, ${now}, ${now}
    where (select count(*) from show_draft where merchant_id = ${by.merchantId}) < ${draftsMax}
    returning id`.execute(context.db)
  return rows.length === 1
}

/** Saves the content if nobody else has saved since this version; returns the new version, or null. */
export async function writeContent(
  context: Context,
  by: { readonly merchantId: number; readonly staffId: string },
  given: { readonly draftId: string; readonly version: number; readonly content: DraftContent },
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    update show_draft set content = ${JSON.stringify(given.content)}::jsonb, version = version + 1,
      updated_by = ${by.staffId}, updated_at = ${context.clock.now()}
    where id = ${given.draftId} and merchant_id = ${by.merchantId} and version = ${given.version}
    returning version`.execute(context.db)
  return rows[0]?.version ?? null
}

/** Records that a content was published. */
export async function markPublished(
  context: Context,
  id: string,
  published: {
    readonly showId: number
    readonly content: DraftContent
    readonly isPublic: boolean
    readonly nextPriceAt: Date | null
  },
): Promise<void> {
  await sql`
    update show_draft set show_id = ${published.showId}, published = ${JSON.stringify(published.content)}::jsonb,
      is_public = ${published.isPublic}, next_price_at = ${published.nextPriceAt}, archived_at = null
    where id = ${id}`.execute(context.db)
}

export async function markArchived(context: Context, id: string, at: Date | null): Promise<void> {
  await sql`update show_draft set archived_at = ${at} where id = ${id}`.execute(context.db)
}

/** Drafts of which a price change is due. */
export async function listDuePrices(
  context: Context,
  most: number,
): Promise<{ readonly id: string; readonly merchantId: number }[]> {
  const { rows } = await sql<{ id: string; merchantId: number }>`
    select id, merchant_id as "merchantId" from show_draft
    where next_price_at <= ${context.clock.now()} order by next_price_at limit ${most}`.execute(
    context.db,
  )
  return rows
}

export async function setNextPriceAt(context: Context, id: string, until: Date | null) {
  await sql`update show_draft set next_price_at = ${until} where id = ${id}`.execute(context.db)
}

export interface StoredPicture {
  readonly digest: string
  readonly kind: number
  readonly width: number
  readonly height: number
  /** The dominant colour of the whole picture (`#a8123a`); null for greyscale. */
  readonly colour: string | null
}

/** Replaces the pictures of a show. */
export async function writePictures(
  context: Context,
  draftId: string,
  pictures: readonly (StoredPicture & { readonly content: Buffer })[],
): Promise<void> {
  await context.db.deleteFrom('show_draft_picture').where('draft_id', '=', draftId).execute()
  for (const picture of pictures)
    await context.db
      .insertInto('show_draft_picture')
      .values({ ...picture, draft_id: draftId })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute()
}

export async function listPictures(context: Context, draftId: string): Promise<StoredPicture[]> {
  return context.db
    .selectFrom('show_draft_picture')
    .select(['digest', 'kind', 'width', 'height', 'colour'])
    .where('draft_id', '=', draftId)
    .orderBy('kind')
    .execute()
}

export async function readPictureContent(context: Context, digest: string): Promise<Buffer | null> {
  const row = await context.db
    .selectFrom('show_draft_picture')
    .select('content')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.content ?? null
}
