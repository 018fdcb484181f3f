import type { ErrorCode } from '#contract/errors.ts'
import { showStatus } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  changeShowPage,
  readDirectory,
  replaceShowImages,
  stopTicketTypes,
} from '#modules/catalogue/server/public-api.ts'
import { layoutName, readForeignKeys } from '#modules/designer/server/public-api.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import {
  applyPlan,
  describeProblem,
  lockImports,
  planImport,
  readImported,
  type ImportPlan,
} from '#modules/operator/server/public-api.ts'
import { policyFor, readPolicies, writePolicy } from '#modules/returns/server/public-api.ts'
import { readRuleRows, writeRule } from '#modules/sale-rules/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { DraftContent, DraftProblem } from '../../shows-contract.ts'
import {
  catalogueFileOf,
  dateKeyOf,
  fieldOf,
  nextPriceAt,
  problemsOfFigures,
  showKeyOf,
  type DraftFile,
} from './catalogue-of.ts'
import {
  findDraft,
  listDuePrices,
  listPictures,
  markPublished,
  setNextPriceAt,
  writePictures,
  type Draft,
  type StoredPicture,
} from './drafts.ts'
import { drawPictures } from './pictures.ts'
import { unchangedDates } from './present-times.ts'
import { figureMessages } from './figure-messages.ts'

const defaultTimeZone = 'Asia/Tbilisi'
const batchMax = 20
const retryMilliseconds = 3_600_000

/** The import plan of a draft, and its problems. Writes nothing. */
async function planDraft(context: Context, draft: Draft, content: DraftContent, isPublic: boolean) {
  const { merchants, venues } = await readDirectory(context)
  const venue = venues.find(({ slug }) => slug === content.venue)
  const organiser = merchants.find(({ id }) => id === draft.merchantId)?.slug ?? ''
  const timeZone = venue?.timeZone ?? defaultTimeZone
  // The platform may have stopped it since.
  const isKept = draft.published !== null && draft.isPublic === isPublic && !draft.archivedAt
  const remaining = new Set(content.dates.map(({ key }) => key))
  const file: DraftFile = {
    draftId: draft.id,
    content,
    organiser,
    timeZone,
    ...(!isKept && { status: isPublic ? 'Active' : 'Inactive' }),
    published: draft.published,
    unchangedDates: unchangedDates(content, draft.published),
    removedDates: (draft.published?.dates ?? [])
      .map(({ key }) => key)
      .filter((key) => !remaining.has(key)),
    now: context.clock.now(),
  }
  const text = JSON.stringify(catalogueFileOf(file))
  const source = `merchant-${draft.merchantId}`
  const files = [{ name: 'show', content: text }]
  const plan = await planImport(context, { files, source, defaults: {} })
  return { plan, source, timeZone }
}

/** All problems that prevent a draft's publication, with their fields. */
export async function checkDraft(
  context: Context,
  draft: Draft,
  content: DraftContent,
): Promise<DraftProblem[]> {
  const { plan, timeZone } = await planDraft(context, draft, content, draft.isPublic)
  const figures = problemsOfFigures(content, timeZone, figureMessages(context.locale))
  const reportedPaths = new Set(figures.map(({ path }) => path))
  const found = problemsOf(context.locale, plan).filter(({ path }) => !reportedPaths.has(path))
  return [...figures, ...found, ...(await problemsOfLayout(context, draft, content))]
}

/** Refuses seat plans drawn by another organiser, whatever key is used. */
async function problemsOfLayout(
  context: Context,
  { merchantId }: Draft,
  { layout }: DraftContent,
): Promise<DraftProblem[]> {
  if (layout === '') return []
  const foreign = await readForeignKeys(context, merchantId)
  if (foreign.size === 0) return []
  const { layouts } = await readDirectory(context)
  const isForeign = layouts.some(
    (entry) =>
      foreign.has(layoutName(entry)) &&
      [entry.key, `${entry.key}@${entry.version}`, entry.digest].includes(layout),
  )
  if (!isForeign) return []
  const values = { value: layout }
  const problem = { code: 'unknown-layout', column: 'layout', values } as const
  return [{ path: 'layout', message: describeProblem(context.locale, problem) }]
}

function problemsOf(locale: Locale, plan: ImportPlan): DraftProblem[] {
  const byKey = new Map<string, DraftProblem>()
  for (const { problems, place } of plan.report)
    for (const problem of problems) {
      const path = fieldOf(place.at, problem.column)
      const message = describeProblem(locale, problem)
      byKey.set(`${path} ${message}`, { path, message })
    }
  return [...byKey.values()]
}

export interface PublishRequest {
  readonly merchantId: number
  readonly draftId: string
  readonly version: number
  readonly isPublic: boolean
}

/**
 * Publishes a draft to the catalogue in one transaction, through the import engine, so that a show made by hand equals
 * an imported one. Returns the problems; with any, nothing is written.
 */
export async function publishShow(
  context: Context,
  request: PublishRequest,
): Promise<Result<DraftProblem[], ErrorCode>> {
  const { merchantId, draftId } = request
  return inTransaction<Result<DraftProblem[], ErrorCode>>(context, async (inside) => {
    await lockImports(inside)
    const draft = await findDraft(inside, merchantId, draftId, { isLocked: true })
    if (!draft) return fail('NotFound')
    if (draft.version !== request.version) return fail('ShowDraftChanged')
    const problems = await checkDraft(inside, draft, draft.content)
    if (problems.length > 0) return ok(problems)
    const isPublic = request.isPublic || draft.isPublic
    const applied = await applyContent(inside, draft, draft.content, isPublic)
    if (!applied.ok) return applied
    await logStaffChange(inside, {
      action: isPublic ? 'shows.publish' : 'shows.preview',
      subject: `show ${applied.value}`,
      ...changesOf(draft.published, draft.content),
    })
    return ok([])
  })
}

/** The parts of a show that differ from the content published last. */
function changesOf(before: DraftContent | null, after: DraftContent) {
  const names = (Object.keys(after) as (keyof DraftContent)[]).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]),
  )
  const pick = (content: DraftContent | null) =>
    Object.fromEntries(content ? names.map((name) => [name, content[name]]) : [])
  return { before: pick(before), after: pick(after) }
}

/** Applies the plan and returns the show's id. */
async function applyContent(
  context: Context,
  draft: Draft,
  content: DraftContent,
  isPublic: boolean,
): Promise<Result<number, ErrorCode>> {
  const { plan, source, timeZone } = await planDraft(context, draft, content, isPublic)
  const applied = await applyPlan(context, plan, async () => {})
  if (!applied.ok) return applied
  const shows = await readImported(context, source, 'show', [showKeyOf(draft.id)])
  const showId = shows.get(showKeyOf(draft.id))
  if (showId === undefined) throw new Error(`The show of draft ${draft.id} was not written`)
  const dateKeys = content.dates.map(({ key }) => dateKeyOf(draft.id, key))
  const events = await readImported(context, source, 'event', dateKeys)
  await stopRemovedPrices(context, plan)
  const now = context.clock.now()
  await changeShowPage(context, showId, {
    previewKey: draft.previewKey,
    trailerUrl: content.trailerUrl.trim() || null,
    publishedAt: isPublic && !draft.isPublic ? now : null,
  })
  await writePosters(context, draft, content, showId)
  await writeFields(context, content, showId)
  await writeRefunds(context, draft, content, [...events.values()])
  await markPublished(context, draft.id, {
    showId,
    content,
    isPublic,
    nextPriceAt: nextPriceAt(content, timeZone, now),
  })
  return ok(showId)
}

/** Takes ticket types off sale that the draft no longer contains. */
async function stopRemovedPrices(context: Context, plan: ImportPlan): Promise<void> {
  const remaining = new Set(plan.prices.map(({ known }) => known?.id))
  const removed = plan.events.flatMap(({ known }) =>
    known
      ? (plan.snapshot?.typesOfEvent.get(known.id) ?? []).filter(({ id }) => !remaining.has(id))
      : [],
  )
  await stopTicketTypes(
    context,
    removed.map(({ id }) => id),
  )
}

async function writePosters(
  context: Context,
  draft: Draft,
  content: DraftContent,
  showId: number,
): Promise<void> {
  let pictures = await listPictures(context, draft.id)
  if (pictures.length === 0) {
    const drawn = await drawPictures(`${draft.id} ${content.name.ka}`)
    await writePictures(context, draft.id, drawn)
    pictures = drawn
  }
  await replaceShowImages(context, showId, pictures.map(imageOf), colourOf(pictures))
}

/** All sizes are cut from one picture, so the first one's colour is that of all. */
export function colourOf([picture]: readonly StoredPicture[]): string | null {
  return picture?.colour ?? null
}

export function imageOf({
  kind,
  digest,
  width,
  height,
}: {
  readonly kind: number
  readonly digest: string
  readonly width: number
  readonly height: number
}) {
  return { kind, path: `/v2/show-pictures/${digest}`, width, height }
}

const ruleNote = 'made in the back office of its organiser'

/** The fields asked at checkout, as one rule of the show. */
async function writeFields(context: Context, content: DraftContent, showId: number): Promise<void> {
  const rows = await readRuleRows(context)
  const known = rows.find(
    (row) => row.kind === 'extra-fields' && row.showId === showId && row.note === ruleNote,
  )
  if (content.fields.length === 0 && !known) return
  const fields = content.fields.map(({ key, label, per, kind, isRequired, isOnTicket }) => ({
    key: `f${key}`,
    label,
    per,
    kind,
    isRequired,
    isOnTicket,
  }))
  const rule = {
    kind: 'extra-fields' as const,
    settings: fields.length > 0 ? { fields } : known?.settings,
    isActive: fields.length > 0,
    validFrom: null,
    validUntil: null,
    note: ruleNote,
    showId,
    eventId: null,
    categoryId: null,
    source: null,
    groupId: null,
    itemId: null,
  }
  const written = await writeRule(context, rule, known?.id)
  if (!written.ok) throw new Error(`The fields of show ${showId} are invalid: ${written.code}`)
}

/** The return policy, by date; the platform's terms apply unless others were chosen before. */
async function writeRefunds(
  context: Context,
  draft: Draft,
  { refund }: DraftContent,
  eventIds: readonly number[],
): Promise<void> {
  const before = draft.published?.refund.kind ?? 'usual'
  if (refund.kind === 'usual' && before === 'usual') return
  const policies = await readPolicies(context)
  const { merchantId } = draft
  const base = policyFor(
    policies.filter(({ itemId }) => itemId === null),
    { source: sourceName, itemId: 0, merchantId, categoryKind: null },
  )
  const tiers = {
    usual: base.tiers,
    none: [],
    tiers: refund.tiers.map(({ hoursBefore, percentBack }) => ({
      hoursBefore: Number(hoursBefore),
      deductionBasisPoints: 10_000 - Number(percentBack) * 100,
    })),
  }[refund.kind]
  for (const itemId of eventIds)
    await writePolicy(context, {
      ...base,
      source: sourceName,
      itemId,
      merchantId: null,
      categoryKind: null,
      tiers: tiers.toSorted((one, other) => other.hoursBefore - one.hoursBefore),
    })
}

/** The status of a show that is archived or restored; its tickets stay valid. */
export function archivedStatus(draft: Draft, isArchived: boolean): number {
  if (isArchived) return draft.isPublic ? showStatus.Stopped : showStatus.Inactive
  return draft.isPublic ? showStatus.Active : showStatus.Inactive
}

/**
 * Job: applies due price changes by publishing the last published content again. Repeating it changes nothing. Returns
 * the number of shows processed.
 */
export async function applyDuePrices(context: Context): Promise<number> {
  const due = await listDuePrices(context, batchMax)
  for (const { id, merchantId } of due) {
    const done = await inTransaction<Result<number | null, ErrorCode>>(context, async (inside) => {
      await lockImports(inside)
      const draft = await findDraft(inside, merchantId, id, { isLocked: true })
      if (!draft?.published || draft.archivedAt) {
        await setNextPriceAt(inside, id, null)
        return ok(null)
      }
      const applied = await applyContent(inside, draft, draft.published, draft.isPublic)
      if (!applied.ok) return applied
      await logStaffChange(inside, {
        action: 'shows.price-phase',
        subject: `show ${applied.value}`,
        by: { merchantId, staffId: null },
      })
      return applied
    })
    if (done.ok) continue
    context.log.error({ draftId: id, code: done.code }, 'scheduled prices were not changed')
    await setNextPriceAt(context, id, new Date(context.clock.now().getTime() + retryMilliseconds))
  }
  return due.length
}
