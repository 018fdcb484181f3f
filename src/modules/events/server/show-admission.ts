/** What an access code and a queue token open of a show, without using them. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  firstListed,
  isKeyOf,
  listedDetail,
  listedItem,
  listedItems,
  readNewShows,
  readShowDetail,
  readShowItem,
  readUpcomingEventIds,
  showsOfKeys,
  viewOf,
  type CataloguePorts,
} from '#modules/catalogue/server/public-api.ts'
import type { ListItem, ShowDetail } from '#modules/catalogue/contract.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import {
  findAccessCode,
  usesPoolId,
  type AccessCode,
} from '#modules/sale-rules/server/public-api.ts'
import {
  readStanding,
  showOf,
  subjectOfShow,
  subjectOfToken,
  type Standing,
} from '#modules/queue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ShowAdmission } from '../shows-contract.ts'
import { reservesEverything } from './access.ts'
import { codeFor } from './codes.ts'
import { isTypeOpen } from './open-map.ts'
import { isOnSale } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'
import { ticketTypeViews } from './ticket-type-views.ts'

/** Maximum number of dates of a long run. */
const eventsMax = 50
/** Maximum number of newest shows. */
const newestMax = 50

export interface ShowRequest {
  readonly category?: number
  readonly previewKey?: string
  readonly waitingRoomToken?: string
  readonly accessCode?: string
}

interface Admission {
  readonly admission?: ShowAdmission
}

/** One show, with what the code and the token open. */
export async function readShow(
  context: Context,
  ports: CataloguePorts,
  showId: number,
  request: ShowRequest,
): Promise<Result<ShowDetail & Admission, ErrorCode>> {
  const { category } = request
  const show = await readShowDetail(context, showId, { category, keys: keysOf(request) })
  if (!show) {
    const listed = await findListed(context, ports, showId, category)
    return listed ? ok(listed.detail) : fail('NotFound')
  }
  const admitted = await admissionTo(context, showId, request)
  return admitted.ok ? ok({ ...show, ...admitted.value }) : admitted
}

/** The newest shows or one of them, with what the code and the token open. */
export async function readNewest(
  context: Context,
  ports: CataloguePorts,
  request: ShowRequest & { readonly itemId?: number },
): Promise<Result<{ items: ListItem[] } & Admission, ErrorCode>> {
  const { itemId, category } = request
  const question = { category, keys: keysOf(request) }
  if (itemId !== undefined) {
    const items = await readShowItem(context, itemId, question)
    if (items.length === 0) {
      const listed = await findListed(context, ports, itemId, category)
      return ok({ items: listed && listed.item.eventCount > 0 ? [listed.item] : [] })
    }
    const admitted = await admissionTo(context, itemId, request)
    return admitted.ok ? ok({ items, ...admitted.value }) : admitted
  }
  const subject = await subjectOf(context, request)
  if (!subject.ok) return subject
  const items = await newestOf(context, ports, question)
  if (subject.value === null) return ok({ items })
  const admitted = await admissionTo(context, subject.value, request)
  return admitted.ok ? ok({ items, ...admitted.value }) : admitted
}

/** A show of a vertical, which no code or token opens; null when it is of another category. */
async function findListed(
  context: Context,
  ports: CataloguePorts,
  showId: number,
  category: number | undefined,
): Promise<{ readonly item: ListItem; readonly detail: ShowDetail } | null> {
  const listed = await firstListed(ports, (source) => source.findShow(context, showId))
  if (!listed || (category !== undefined && category !== listed.source.category)) return null
  const view = await viewOf(context)
  return {
    item: listedItem(view, listed.source, listed.found.item),
    detail: listedDetail(view, listed.source, listed.found),
  }
}

/** The catalogue's newest shows, followed by those of verticals, the newest first. */
async function newestOf(
  context: Context,
  ports: CataloguePorts,
  question: { readonly category: number | undefined; readonly keys: readonly string[] },
): Promise<ListItem[]> {
  const own = await readNewShows(context, question)
  const { category } = question
  const listed = await listedItems(context, await viewOf(context), ports, { category })
  const newest = listed.toSorted((one, other) =>
    other.show.detail.publishedAt.localeCompare(one.show.detail.publishedAt),
  )
  return [...own, ...newest.map(({ item }) => item)].slice(0, newestMax)
}

/**
 * Whether one of the keys in a request for the newest shows is wrong: no show has it, or not the hidden one that is asked for.
 * An access code without a show is checked where it is used.
 */
export async function opensNothing(
  context: Context,
  { itemId, previewKey, accessCode }: ShowRequest & { readonly itemId?: number },
): Promise<boolean> {
  if (itemId !== undefined && (await readShowItem(context, itemId, { keys: [] })).length > 0)
    return false
  const tried = itemId === undefined ? [previewKey] : [previewKey, accessCode]
  const opened = await Promise.all(
    tried.map(async (key) => {
      if (!key) return true
      const shows = await showsOfKeys(context, [key])
      return shows.some(({ id }) => itemId === undefined || id === itemId)
    }),
  )
  return opened.includes(false)
}

function keysOf({ previewKey, accessCode }: ShowRequest): string[] {
  return [previewKey, accessCode].filter((key) => key !== undefined && key !== '') as string[]
}

/** The show of a code or a token; null when neither was given. */
async function subjectOf(
  context: Context,
  { accessCode = '', waitingRoomToken }: ShowRequest,
): Promise<Result<number | null, ErrorCode>> {
  if (normalizeAccessCode(accessCode) !== '') {
    const code = await findAccessCode(context, normalizeAccessCode(accessCode))
    const ofEvent = code?.eventId == null ? null : await findSale(context, code.eventId)
    const showId = code?.showId ?? ofEvent?.event.showId
    if (showId !== undefined) return ok(showId)
    const [opened] = await showsOfKeys(context, [accessCode])
    return opened ? ok(opened.id) : fail('InvalidAccessCode')
  }
  if (waitingRoomToken === undefined) return ok(null)
  const subject = await subjectOfToken(context, waitingRoomToken)
  if (!subject) return fail('QueueTokenNotFound')
  const showId = showOf(subject)
  // A token of another source is ignored.
  return showId === null ? fail('QueueTokenInvalid') : ok(showId)
}

async function admissionTo(
  context: Context,
  showId: number,
  { accessCode, waitingRoomToken }: ShowRequest,
): Promise<Result<Admission, ErrorCode>> {
  const hasCode = normalizeAccessCode(accessCode ?? '') !== ''
  if (!hasCode && waitingRoomToken === undefined) return ok({})
  const standing = await readStanding(context, subjectOfShow(showId), waitingRoomToken)
  if (!standing.ok) return standing
  const sales = await salesOf(context, showId)
  const codes = await Promise.all(sales.map(({ event }) => codeFor(context, accessCode, event)))
  const code = codes.find((one) => one !== null && one !== undefined)
  // The key of a show is sent in the same parameter as an access code.
  const isKey = hasCode && sales.some(({ event }) => isKeyOf(event, accessCode))
  if (hasCode && !code && !isKey) return fail('InvalidAccessCode')
  if (code && !(await hasUsesLeft(context, code))) return fail('UsedAccessCode')
  const described = await Promise.all(
    sales.map((sale, index) => describe(context, sale, codes[index] ?? undefined, standing.value)),
  )
  return ok({
    admission: {
      showId,
      isOpenedByCode: hasCode,
      waitingRoom: {
        state: standing.value.state,
        admittedUntil: standing.value.admittedUntil?.toISOString() ?? null,
      },
      events: described,
    },
  })
}

async function salesOf(context: Context, showId: number): Promise<EventSale[]> {
  const eventIds = await readUpcomingEventIds(context, showId)
  const sales = await Promise.all(
    eventIds.slice(0, eventsMax).map((eventId) => findSale(context, eventId)),
  )
  return sales.filter((sale) => sale !== null)
}

async function hasUsesLeft(context: Context, code: AccessCode): Promise<boolean> {
  const use = (await readPoolUse(context, [code.offeringId], usesPoolId)).get(code.offeringId)
  return use !== undefined && use.capacity - use.sold - use.held > 0
}

async function describe(
  context: Context,
  sale: EventSale,
  code: AccessCode | undefined,
  standing: Standing,
): Promise<ShowAdmission['events'][number]> {
  const needs: ShowAdmission['events'][number]['needs'] = []
  if (reservesEverything(sale) && !code) needs.push('AccessCode')
  if (standing.state !== 'Open' && standing.state !== 'Admitted') needs.push('WaitingRoomToken')
  const open = sale.event.ticketTypes.filter(
    (type) => type.status === 'Active' && isTypeOpen(sale, type, code),
  )
  const ticketTypes = await ticketTypeViews(context, sale, open)
  const prices = ticketTypes.map((type) => type.total).toSorted((a, b) => a.amount - b.amount)
  const onSale = isOnSale(sale, context.clock.now())
  return {
    eventId: sale.event.eventId,
    isOnSale: onSale,
    needs,
    canChoose: onSale && needs.length === 0,
    ticketTypes,
    priceFrom: prices[0] ?? null,
    priceTo: prices.at(-1) ?? null,
  }
}
