import { sql } from 'kysely'
import type { z } from 'zod'
import {
  changeCategory,
  readCatalogue,
  removeQuestion,
  saveQuestion,
} from '#modules/catalogue/server/public-api.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { readSwitches } from '#platform/switches.ts'
import type {
  operatorBillboardSave,
  operatorCategorySave,
  operatorFrontRemove,
  operatorQuestionSave,
  operatorStorySave,
} from '../../front-contract.ts'

type Body<Call extends { readonly body: z.ZodType }> = z.output<Call['body']>

interface Target {
  readonly showId: number | null
  readonly categoryId?: number | null
  readonly address: string | null
}

/** Open ends are stored as infinity. */
function timesOf(given: { readonly showsFrom: string | null; readonly showsUntil: string | null }) {
  return {
    shows_from: given.showsFrom === null ? sql<Date>`'-infinity'` : new Date(given.showsFrom),
    shows_until: given.showsUntil === null ? sql<Date>`'infinity'` : new Date(given.showsUntil),
  }
}

function areInOrder(given: {
  readonly showsFrom: string | null
  readonly showsUntil: string | null
}): boolean {
  const { showsFrom, showsUntil } = given
  return showsFrom === null || showsUntil === null || new Date(showsFrom) < new Date(showsUntil)
}

const notAfterStart = 'Not after showsFrom'

function refuse(field: string, message: string) {
  return fail('BadRequest', { fields: [{ path: `body.${field}`, message }] })
}

const nextVersion = sql<number>`version + 1`

type Kind = 'billboard' | 'story' | 'faq_entry' | 'category'

/** Whether an existing entry may be saved: it has the version that was edited. Locks it. */
async function refusalOfVersion(
  { db }: Context,
  kind: Kind,
  id: number | undefined,
  version: number | undefined,
): Promise<Failure<'NotFound' | 'PageChanged' | 'BadRequest'> | null> {
  if (id === undefined) return null
  if (version === undefined) return refuse('version', 'The version that was edited')
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(kind)} where id = ${id} for update`.execute(db)
  if (!rows[0]) return fail('NotFound')
  return rows[0].version === version ? null : fail('PageChanged')
}

/** Whether the shows and categories that the targets refer to exist. */
async function targetsExist({ db }: Context, targets: readonly Target[]): Promise<boolean> {
  const { shows, categories } = await readCatalogue(db)
  return targets.every(
    ({ showId, categoryId = null }) =>
      (showId === null || shows.has(showId)) &&
      (categoryId === null || categories.some(({ id }) => id === categoryId)),
  )
}

function log(context: Context, subject: string, verb = 'save'): Promise<void> {
  return logOperatorAction(context, { action: `presentation.${verb}-front`, subject })
}

/** Updates a banner or an advertisement, or creates one. */
export function saveBillboard(
  context: Context,
  body: Body<typeof operatorBillboardSave>,
): Promise<Result<{ billboardId: number }, 'NotFound' | 'PageChanged' | 'BadRequest'>> {
  return inTransaction(context, async (inside) => {
    const { billboardId, picture, switchKey } = body
    const refusal = await refusalOfVersion(inside, 'billboard', billboardId, body.version)
    if (refusal) return refusal
    if ((body.showId === null) === (body.address === null))
      return refuse('address', 'Either a show or a page')
    if (!areInOrder(body)) return refuse('showsUntil', notAfterStart)
    if (!(await targetsExist(inside, [body]))) return fail('NotFound')
    if (switchKey !== null && !(await readSwitches(inside)).some(({ key }) => key === switchKey))
      return fail('NotFound')
    const row = {
      placement: body.placement,
      category_id: body.categoryId,
      advertiser: body.advertiser && JSON.stringify(body.advertiser),
      title: JSON.stringify(body.title),
      text: JSON.stringify(body.text),
      show_id: body.showId,
      address: body.address,
      theme: body.theme,
      weight: body.weight,
      position: body.position,
      switch_key: switchKey,
      ...timesOf(body),
    }
    const saved =
      billboardId === undefined
        ? await inside.db
            .insertInto('billboard')
            .values({ ...row, images: JSON.stringify(imagesOf(picture)) })
            .returning('id')
            .executeTakeFirst()
        : await inside.db
            .updateTable('billboard')
            .set({
              ...row,
              version: nextVersion,
              // A picture with several sizes keeps them until another picture is chosen.
              images: sql`case when images->'big'->>'url' is not distinct from ${picture?.url ?? null}
                then images else ${JSON.stringify(imagesOf(picture))}::jsonb end`,
            })
            .where('id', '=', billboardId)
            .returning('id')
            .executeTakeFirst()
    if (!saved) return fail('NotFound')
    await log(inside, `billboard ${saved.id}`)
    return ok({ billboardId: saved.id })
  })
}

function imagesOf(picture: Body<typeof operatorBillboardSave>['picture']) {
  return picture ? { big: picture, horizontal: picture } : {}
}

/** Updates a story with its items, or creates one. Existing items keep their views. */
export function saveStory(
  context: Context,
  body: Body<typeof operatorStorySave>,
): Promise<
  Result<{ storyId: number }, 'NotFound' | 'PageAddressTaken' | 'PageChanged' | 'BadRequest'>
> {
  return inTransaction(context, async (inside) => {
    const { db } = inside
    const refusal = await refusalOfVersion(inside, 'story', body.storyId, body.version)
    if (refusal) return refusal
    const leads = body.items.map(
      ({ showId, categoryId, address }) =>
        [showId, categoryId, address].filter((part) => part !== null).length,
    )
    const ambiguous = leads.findIndex((count) => count > 1)
    if (ambiguous !== -1)
      return refuse(`items.${ambiguous}.address`, 'A show, a category or a page, not several')
    if (!areInOrder(body)) return refuse('showsUntil', notAfterStart)
    if (!(await targetsExist(inside, body.items))) return fail('NotFound')
    const taken = await db
      .selectFrom('story')
      .select('id')
      .where('slug', '=', body.slug)
      .where('id', '<>', body.storyId ?? 0)
      .executeTakeFirst()
    if (taken) return fail('PageAddressTaken')
    const row = {
      slug: body.slug,
      title: JSON.stringify(body.title),
      cover_path: body.coverUrl,
      position: body.position,
      ...timesOf(body),
    }
    const story =
      body.storyId === undefined
        ? await db.insertInto('story').values(row).returning('id').executeTakeFirst()
        : await db
            .updateTable('story')
            .set({ ...row, version: nextVersion })
            .where('id', '=', body.storyId)
            .returning('id')
            .executeTakeFirst()
    if (!story) return fail('NotFound')
    if (!(await saveItems(inside, story.id, body.items))) return fail('NotFound')
    await log(inside, `story ${story.id}`)
    return ok({ storyId: story.id })
  })
}

/** Returns whether all given items belong to the story. */
async function saveItems(
  { db }: Context,
  storyId: number,
  items: Body<typeof operatorStorySave>['items'],
): Promise<boolean> {
  const remainingIds = items.flatMap(({ storyItemId }) => storyItemId ?? [])
  let deletion = db.deleteFrom('story_item').where('story_id', '=', storyId)
  if (remainingIds.length > 0) deletion = deletion.where('id', 'not in', remainingIds)
  await deletion.execute()
  for (const [index, item] of items.entries()) {
    const row = {
      position: index + 1,
      image_path: item.imageUrl,
      title: JSON.stringify(item.title),
      text: JSON.stringify(item.text),
      seconds: item.seconds,
      show_id: item.showId,
      category_id: item.categoryId,
      address: item.address,
    }
    if (item.storyItemId === undefined) {
      await db
        .insertInto('story_item')
        .values({ story_id: storyId, ...row })
        .execute()
      continue
    }
    const { numUpdatedRows } = await db
      .updateTable('story_item')
      .set(row)
      .where('id', '=', item.storyItemId)
      .where('story_id', '=', storyId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
  }
  return true
}

export function saveFaq(
  context: Context,
  body: Body<typeof operatorQuestionSave>,
): Promise<Result<{ faqId: number }, 'NotFound' | 'PageChanged' | 'BadRequest'>> {
  return inTransaction(context, async (inside) => {
    const refusal = await refusalOfVersion(inside, 'faq_entry', body.faqId, body.version)
    if (refusal) return refusal
    const faqId = await saveQuestion(inside, body)
    if (faqId === null) return fail('NotFound')
    await log(inside, `question ${faqId}`)
    return ok({ faqId })
  })
}

export function saveCategory(
  context: Context,
  body: Body<typeof operatorCategorySave>,
): Promise<Result<{ categoryId: number }, 'NotFound' | 'PageChanged' | 'BadRequest'>> {
  return inTransaction(context, async (inside) => {
    const refusal = await refusalOfVersion(inside, 'category', body.categoryId, body.version)
    if (refusal) return refusal
    if (!(await changeCategory(inside, body))) return fail('NotFound')
    await log(inside, `category ${body.categoryId}`)
    return ok({ categoryId: body.categoryId })
  })
}

/** Deletes a banner, a story with its items, or a question. */
export function removeFromFront(
  context: Context,
  { kind, id }: Body<typeof operatorFrontRemove>,
): Promise<Result<{ isRemoved: boolean }, 'NotFound'>> {
  return inTransaction(context, async (inside) => {
    const isRemoved =
      kind === 'question'
        ? await removeQuestion(inside, id)
        : (await inside.db.deleteFrom(kind).where('id', '=', id).executeTakeFirst())
            .numDeletedRows > 0n
    if (!isRemoved) return fail('NotFound')
    await log(inside, `${kind} ${id}`, 'remove')
    return ok({ isRemoved })
  })
}
