import type { Context } from '#platform/context.ts'
import { showStatus } from '#contract/enumerations.ts'

/** Sets the preview key and the trailer of a show and, when given, the time at which it became public. */
export async function changeShowPage(
  context: Context,
  showId: number,
  page: {
    readonly previewKey: string
    readonly trailerUrl: string | null
    readonly publishedAt: Date | null
  },
): Promise<void> {
  await context.db
    .updateTable('show')
    .set({
      preview_key: page.previewKey,
      trailer_url: page.trailerUrl,
      ...(page.publishedAt ? { published_at: page.publishedAt } : {}),
    })
    .where('id', '=', showId)
    .execute()
}

/** Changes whether a show is listed and sold; a deleted one stays deleted. */
export async function changeShowStatus(
  context: Context,
  showId: number,
  status: number,
): Promise<void> {
  await context.db
    .updateTable('show')
    .set({ status })
    .where('id', '=', showId)
    .where('status', '<>', showStatus.Deleted)
    .execute()
}

/** Replaces the pictures of a show and their dominant colour. */
export async function replaceShowImages(
  context: Context,
  showId: number,
  images: readonly {
    /** Number of the specification's kind. */
    readonly kind: number
    readonly path: string
    readonly width: number
    readonly height: number
  }[],
  colour: string | null,
): Promise<void> {
  await context.db.deleteFrom('show_image').where('show_id', '=', showId).execute()
  for (const image of images)
    await context.db
      .insertInto('show_image')
      .values({ show_id: showId, ...image })
      .execute()
  await context.db.updateTable('show').set({ colour }).where('id', '=', showId).execute()
}

/** The slug of a show; null when it does not exist. */
export async function readShowSlug(context: Context, showId: number): Promise<string | null> {
  const row = await context.db
    .selectFrom('show')
    .select('slug')
    .where('id', '=', showId)
    .executeTakeFirst()
  return row?.slug ?? null
}
