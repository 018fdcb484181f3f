import {
  changeShowStatus,
  readDirectory,
  readLayouts,
  readShowSlug,
  replaceShowImages,
} from '#modules/catalogue/server/public-api.ts'
import { layoutName, readForeignKeys } from '#modules/designer/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readmitShow, withdrawShow } from '#modules/operator/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { unprintableLetters } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../shows-contract.ts'
import {
  findDraft,
  insertDraft,
  listDraftRows,
  markArchived,
  readPictureContent,
  writeContent,
  writePictures,
  type Draft,
} from './drafts.ts'
import { cutPictures, drawPictures } from './pictures.ts'
import { preparation } from './prepare-picture.ts'
import { asPublished, readPresentTimes, withPresentTimes } from './present-times.ts'
import { archivedStatus, checkDraft, colourOf, imageOf, publishShow } from './publish.ts'

/** Calls for shows that organisers create themselves. */
export const showRoutes: readonly Implementation[] = [
  implement(calls.listDrafts, requireStaff, async (context) => {
    const { merchantId } = context.actor
    const drafts = await listDraftRows(context, merchantId)
    const present = await readPresentTimes(context, merchantId, drafts)
    return ok({
      items: drafts.map((draft) =>
        presentLine({ ...draft, content: withPresentTimes(draft, present) }, context.locale),
      ),
    })
  }),
  implement(calls.showChoices, requireStaff, async (context) =>
    ok(await readChoices(context, context.actor)),
  ),
  implement(calls.openDraft, requireStaff, async (context, { body }) => {
    const original = body.copyOf === undefined ? null : await found(context, body.copyOf)
    if (original && !original.ok) return original
    const id = context.random.uuid()
    const content = calls.draftContent.parse(
      original ? { ...original.value.content, dates: [], salesOpenAt: '' } : {},
    )
    const previewKey = Buffer.from(context.random.bytes(18)).toString('base64url')
    return inTransaction(context, async (inside) => {
      const isAdded = await insertDraft(inside, context.actor, { id, content, previewKey })
      if (!isAdded) return fail('TooManyShowDrafts')
      await logStaffChange(inside, {
        action: 'shows.create',
        subject: `draft ${id}`,
        after: body.copyOf === undefined ? {} : { copyOf: body.copyOf },
      })
      return show(inside, context.actor, id)
    })
  }),
  implement(calls.readDraft, requireStaff, (context, { query }) =>
    show(context, context.actor, query.draftId),
  ),
  implement(calls.saveDraft, requireStaff, async (context, { body }) => {
    const draft = await found(context, body.draftId)
    if (!draft.ok) return draft
    const present = await readPresentTimes(context, draft.value.merchantId, [draft.value])
    const content = asPublished(draft.value, body.content, present)
    const version = await writeContent(context, context.actor, { ...body, content })
    if (version === null) return fail('ShowDraftChanged')
    return ok({
      version,
      problems: await checkDraft(context, draft.value, content),
      unprintable: await unprintableLetters(printedNames(content)),
    })
  }),
  implement(calls.publishDraft, requireStaff, async (context, { body }) => {
    const { actor } = context
    const done = await publishShow(context, { ...body, merchantId: actor.merchantId })
    if (!done.ok) return done
    const draft = await show(context, actor, body.draftId)
    return draft.ok ? ok({ problems: done.value, draft: draft.value }) : draft
  }),
  implement(calls.archiveDraft, requireStaff, (context, { body }) =>
    inTransaction(context, async (inside) => {
      const { actor } = context
      const draft = await findDraft(inside, actor.merchantId, body.draftId, { isLocked: true })
      if (!draft) return fail('NotFound')
      const { isArchived } = body
      if (draft.showId !== null) {
        if (isArchived) {
          const withdrawn = await withdrawShow(inside, draft.showId)
          if (!withdrawn.ok) return withdrawn
        } else if (draft.isPublic) await readmitShow(inside, draft.showId)
        await changeShowStatus(inside, draft.showId, archivedStatus(draft, isArchived))
      }
      await markArchived(inside, draft.id, isArchived ? inside.clock.now() : null)
      await logStaffChange(inside, {
        action: isArchived ? 'shows.archive' : 'shows.restore',
        subject: draft.showId === null ? `draft ${draft.id}` : `show ${draft.showId}`,
      })
      return show(inside, actor, draft.id)
    }),
  ),
  implementLarge(calls.setShowPicture, requireStaff, preparation, async (context, { body }) => {
    const draft = await found(context, body.draftId)
    if (!draft.ok) return draft
    const { id, content, showId } = draft.value
    const pictures =
      body.picture === null
        ? ok(await drawPictures(`${id} ${content.name.ka}`))
        : await cutPictures(context.actor, Buffer.from(body.picture), body.crop, body.focus)
    if (!pictures.ok) return pictures
    return inTransaction(context, async (inside) => {
      await writePictures(inside, id, pictures.value)
      if (showId !== null)
        await replaceShowImages(
          inside,
          showId,
          pictures.value.map(imageOf),
          colourOf(pictures.value),
        )
      await logStaffChange(inside, {
        action: 'shows.picture',
        subject: showId === null ? `draft ${id}` : `show ${showId}`,
        after: { isDrawn: body.picture === null },
      })
      const after = await findDraft(inside, context.actor.merchantId, id)
      return ok({ pictureUrl: (after && pictureUrlOf(after)) ?? '' })
    })
  }),
  implement(calls.showPicture, async (context, { params }) => {
    const content = await readPictureContent(context, params.digest)
    return content ? ok({ contentType: 'image/webp', content }) : fail('NotFound')
  }),
]

/** What tickets say of a show in its organiser's words. */
function printedNames({ name, prices, fields }: calls.DraftContent): string[] {
  const names = [name, ...prices.map((price) => price.name), ...fields.map(({ label }) => label)]
  return names.flatMap(({ ka, en }) => [ka, en])
}

async function found(
  context: Context & { readonly actor: StaffActor },
  draftId: string,
): Promise<Result<Draft, 'NotFound'>> {
  const draft = await findDraft(context, context.actor.merchantId, draftId)
  return draft ? ok(draft) : fail('NotFound')
}

async function show(
  context: Context,
  { merchantId }: StaffActor,
  draftId: string,
): Promise<Result<calls.DraftView, ErrorCode>> {
  const draft = await findDraft(context, merchantId, draftId)
  if (!draft) return fail('NotFound')
  const { showId, previewKey } = draft
  const present = await readPresentTimes(context, merchantId, [draft])
  const slug = showId === null ? null : await readShowSlug(context, showId)
  const path = `/shows/${slug ?? ''}`
  const isOpen = stateOf(draft) === 'public'
  return ok({
    draftId: draft.id,
    version: draft.version,
    state: stateOf(draft),
    // Parsing adds defaults for fields that did not exist when the content was stored.
    content: calls.draftContent.parse(withPresentTimes(draft, present)),
    hasChanges: draft.hasChanges,
    updatedAt: draft.updatedAt.toISOString(),
    showId,
    pagePath: slug === null ? null : isOpen ? path : `${path}?previewKey=${previewKey}`,
    pictureUrl: pictureUrlOf(draft),
  })
}

function presentLine(draft: Draft, locale: Locale): calls.DraftLine {
  const { content } = draft
  const starts = content.dates.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt !== '')
  return {
    draftId: draft.id,
    showId: draft.showId,
    name: content.name[locale] || content.name.ka || content.name.en,
    state: stateOf(draft),
    dateCount: content.dates.length,
    firstDate: starts.toSorted()[0] ?? '',
    hasChanges: draft.hasChanges,
    updatedAt: draft.updatedAt.toISOString(),
    pictureUrl: pictureUrlOf(draft),
  }
}

function stateOf({ archivedAt, isPublic, published }: Draft): calls.DraftLine['state'] {
  if (archivedAt) return 'archived'
  if (isPublic) return 'public'
  return published ? 'preview' : 'draft'
}

function pictureUrlOf({ picture }: Draft): string | null {
  return picture === null ? null : `/v2/show-pictures/${picture}`
}

async function readChoices(context: Context, { merchantId }: StaffActor) {
  const { locale } = context
  const foreign = await readForeignKeys(context, merchantId)
  const { subcategories, venues, layouts } = await readDirectory(context)
  // Only the newest version of each seat plan is offered.
  const newest = new Map<string, (typeof layouts)[number]>()
  for (const layout of layouts) {
    const name = layoutName(layout)
    if (layout.key === null || foreign.has(name)) continue
    if ((newest.get(name)?.version ?? 0) < layout.version) newest.set(name, layout)
  }
  const contents = await readLayouts(
    context,
    [...newest.values()].map(({ id }) => id),
  )
  return {
    subcategories: subcategories.map(({ slug, name, categoryName }) => ({
      slug,
      name: name[locale],
      category: categoryName[locale],
    })),
    venues: venues.map((venue) => ({
      slug: venue.slug,
      name: venue.name[locale],
      capacity: venue.capacity,
      layouts: [...newest.values()]
        .filter(({ venueId }) => venueId === venue.id)
        .map(({ id, key, name, capacity }) => ({
          key: key ?? '',
          name: name[locale],
          capacity,
          zones: (contents.get(id)?.zones ?? []).map((zone) => ({
            key: zone.key,
            name: zone.name[locale],
            names: zone.name,
          })),
        })),
    })),
  }
}
