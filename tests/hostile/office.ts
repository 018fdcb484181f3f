/** Valid input for the operator's calls. */
import { randomBytes } from 'node:crypto'
import { runFeedImport } from '#modules/timetable/server/public-api.ts'
import { googleSample, packed } from '#modules/timetable/tests/feeds.ts'
import { runImport } from '#modules/operator/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import { dateAfter } from '../support/dates.ts'
import { soldFile } from './counter.ts'
import { orderValues, requestOf } from './entrance.ts'
import { passTerms } from './multipass.ts'
import { settlementValues } from './settlements.ts'
import { promotionValues } from './sums.ts'
import type { HostileShop } from './shop.ts'

let number = 0

export async function operatorValues(
  shop: HostileShop,
  callId: string,
  event: MadeEvent,
): Promise<Record<string, unknown>> {
  number += 1
  const prefix = `walk-${number}`
  const now = shop.context.clock.now()
  const files = [{ name: 'programme.csv', content: programme(prefix, event, now) }]
  const { showId, eventId } = event
  if (callId === 'own-operator-rule-save')
    return { kind: 'hidden-weekdays', eventId, settings: { weekdays: [1] }, isActive: false }
  if (callId === 'own-operator-access-code-save') return { eventId, isActive: false }
  if (callId === 'own-operator-waiting-room-save')
    return { showId, isOn: false, admittedMax: 1, admittedMinutes: 5, idleSeconds: 60 }
  if (callId === 'own-operator-pass-save') return passTerms(shop, event)
  if (callId === 'own-operator-queue-dial') return { ratePerMinute: 60, isPaused: true }
  if (callId === 'own-operator-request-decide')
    return { requestId: await requestOf(shop, event), status: 'Accepted' }
  if (callId === 'own-operator-queue-bypass') return { quantity: 1, minutes: 60 }
  if (callId === 'own-operator-promotion-groups') return { source: 'transport', query: 'town' }
  if (callId === 'own-operator-subjects') return { kinds: 'show,event', text: 'show' }
  if (callId === 'own-operator-promotion-items') return { source: 'event', query: 'show' }
  if (/promo|order-option/.test(callId)) return promotionValues(shop, callId)
  if (callId.startsWith('own-operator-switch')) return { key: 'rugby-gift', isOn: false }
  if (callId.startsWith('own-operator-page')) return pageValues(shop, prefix)
  if (/^own-operator-(billboard|story|question|category|front)-(save|remove)$/.test(callId))
    return frontValues(shop, callId, event)
  if (callId === 'own-operator-front-picture') return { picture: onePixel }
  if (callId === 'own-operator-pixel-save') return { type: 'FbPixelGeneral', code: '12345' }
  if (callId === 'own-operator-search-word-decide') return { text: `word ${prefix}`, isShown: true }
  if (callId === 'own-operator-partner-key-make')
    return { name: 'Travel club', channel: `club-${event.eventId}` }
  if (callId === 'own-operator-partner-key-change')
    return { keyId: await partnerKey(shop), requestsPerMinute: 60 }
  if (callId === 'own-operator-terminal-assign')
    return { number: `V400-${event.eventId}`, merchantId: event.merchantId }
  if (callId === 'own-operator-orders-import')
    return { ...soldFile(event), merchantId: event.merchantId }
  if (callId === 'own-operator-resend') return { ids: [shop.context.random.uuid()] }
  if (callId.startsWith('own-operator-payments')) return { day: dateAfter(now, -9) }
  if (callId === 'own-operator-confirmation-refund')
    return { confirmationId: shop.context.random.uuid(), note: 'Asked by phone' }
  if (callId.startsWith('own-operator-cinema')) return cinemaOfficeValues(shop, callId)
  if (callId.startsWith('own-operator-feed'))
    return feedValues(shop, callId, `merchant-${event.merchantId}`)
  if (callId.startsWith('own-operator-plan')) {
    const token = await shop.operator()
    return planValues(shop, event, { path: '/v2/operator/plans', token })
  }
  if (/statement|payout|claim|terms/.test(callId)) return settlementValues(shop, callId, event)
  if (callId === 'own-operator-order-refund') return orderValues(shop, event)
  if (callId === 'own-operator-order-refund-quote') return orderValues(shop, event, true)
  if (callId === 'own-operator-event-cancel')
    return { eventId, reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
  if (callId === 'own-operator-event-move')
    return { eventId, startsAt: `${dateAfter(now, 96)}T20:00:00+04:00` }
  const base = {
    files,
    source: 'walk',
    status: 'Active',
    isOnSale: true,
    placesPerOrderMax: 5,
    isPinned: false,
    isMainBanner: false,
    popularity: 5,
    showId,
    eventId,
    venue: `venue-${event.showId}`,
    key: prefix,
    nameKa: 'გეგმა',
    nameEn: 'Plan',
    isKept: false,
    content: `<svg><path data-section="${prefix}" data-capacity="9" d="M0 0h90v90h-90z"/></svg>`,
  }
  if (!callId.startsWith('own-operator-import')) return base
  const token = await shop.operator()
  const { body } = await shop.post('/v2/operator/imports', { files, source: 'walk' }, token)
  await runImport(shop.context, body.importId)
  const checked = await shop.get(`/v2/operator/imports/${body.importId}`, token)
  return { ...base, importId: body.importId, digest: checked.body.digest }
}

/** A show with one date, in the venue of an existing event. */
function programme(prefix: string, event: MadeEvent, now: Date): string {
  return [
    'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ticket_type,capacity,price',
    `${prefix},შოუ,subcategory-${event.showId},merchant-${event.merchantId},${prefix}-1,venue-${event.showId},${dateAfter(now, 1_000)} 20:00,a,10,20`,
  ].join('\n')
}

/** A timetable feed in progress, as required by the call. */
async function feedValues(
  shop: HostileShop,
  callId: string,
  organiser: string,
): Promise<Record<string, unknown>> {
  const token = await shop.operator()
  const content = Buffer.concat(packed(googleSample()))
  const name = `walk ${shop.context.random.uuid().slice(0, 8)}`
  const asked = { name, brand: 'omnibus', organiser, fileName: 'feed.zip', bytes: content.length }
  const { body } = await shop.post('/v2/operator/feeds/imports', asked, token)
  const { importId } = body
  const part = { number: 0, content: content.toString('base64') }
  if (/check|apply/.test(callId))
    await shop.post(`/v2/operator/feeds/imports/${importId}/parts`, part, token)
  if (callId.includes('apply')) {
    await shop.post(`/v2/operator/feeds/imports/${importId}/check`, {}, token)
    await runFeedImport(shop.context, importId)
  }
  const answers = { missing: 'keep', unsure: 'move', runs: [{ runId: 1, answer: 'keep' }] }
  return { ...asked, ...part, ...answers, importId }
}

/** A screening and another hall of its cinema; of a new organiser unless one is given. */
export async function cinemaOfficeValues(
  shop: HostileShop,
  callId: string,
  merchantId?: number,
): Promise<Record<string, unknown>> {
  const cinema = await makeCinema(shop.context, {
    halls: 2,
    ...(merchantId !== undefined && { merchantId }),
  })
  const screeningId = await makeScreening(shop.context, cinema)
  const now = shop.context.clock.now()
  return {
    cinemaId: cinema.cinemaId,
    date: dateAfter(now, -7),
    screeningId,
    hallId: cinema.hallIds[1],
    placeIds: [1, 2],
    isKept: true,
    reason: { ka: 'პროექტორი გაფუჭდა', en: 'The projector broke' },
    format: callId.endsWith('add') ? '2D' : 'json',
    content: '[]',
    filmId: cinema.filmId,
    startsAt: new Date(now.getTime() + 54 * 3_600_000).toISOString(),
    language: 'ka',
    from: dateAfter(now, -9),
    to: dateAfter(now, -4),
  }
}

/** A hall plan with a version, whose older version is used by a date. */
export async function planValues(
  shop: HostileShop,
  event: MadeEvent,
  { path, token }: { readonly path: string; readonly token: string },
): Promise<Record<string, unknown>> {
  number += 1
  const venue = `venue-${event.showId}`
  const begun = { venue, key: `plan-${number}`, nameKa: 'გეგმა', nameEn: `Plan ${number}` }
  const { body: made } = await shop.post(path, { ...begun, layoutId: event.layoutId }, token)
  const { body: plan } = await shop.get(`${path}/${made.planId}`, token)
  await shop.post(`${path}/${made.planId}/publish`, { revision: plan.revision }, token)
  const { body: published } = await shop.get(`${path}/${made.planId}`, token)
  const png = Buffer.concat([Buffer.from(onePixel, 'base64'), randomBytes(4)]).toString('base64')
  const { body: picture } = await shop.post(
    `${path}/${made.planId}/pictures`,
    { content: png },
    token,
  )
  return {
    ...begun,
    key: `next-${number}`,
    planId: made.planId,
    eventId: event.eventId,
    revision: published.revision,
    document: published.document,
    content: png,
    digest: picture.digest,
    layoutId: published.versions[0].layoutId,
  }
}

/** The smallest PNG. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A campaign page as in its editor. */
async function pageValues(shop: HostileShop, prefix: string): Promise<Record<string, unknown>> {
  const token = await shop.operator()
  const make = { path: `/${prefix}-made`, titleKa: 'გვერდი', titleEn: 'Page' }
  const { body } = await shop.post('/v2/operator/pages', make, token)
  const { edition, version } = (await shop.get(`/v2/operator/pages/${body.pageId}`, token)).body
  return { ...make, path: `/${prefix}-new`, pageId: body.pageId, edition, version }
}

/** An element of the home page to change or delete. */
async function frontValues(
  shop: HostileShop,
  callId: string,
  event: MadeEvent,
): Promise<Record<string, unknown>> {
  const { db } = shop.context
  const words = { ka: 'სიტყვა', en: 'Word' }
  const nowhere = { showId: null, address: null, categoryId: null }
  const times = { showsFrom: null, showsUntil: null, position: 1 }
  if (callId === 'own-operator-billboard-save')
    return {
      ...nowhere,
      ...times,
      placement: 'home',
      advertiser: null,
      title: words,
      text: words,
      picture: null,
      address: '/faq',
      theme: null,
      weight: 1,
      switchKey: null,
    }
  if (callId === 'own-operator-story-save')
    return {
      ...times,
      slug: `story-${number}`,
      title: words,
      coverUrl: '/media/a.webp',
      items: [{ imageUrl: '/media/a.webp', title: words, text: words, seconds: 6, ...nowhere }],
    }
  if (callId === 'own-operator-question-save')
    return { question: words, answer: words, position: 1 }
  if (callId === 'own-operator-category-save') {
    const category = await db
      .selectFrom('category')
      .select('id')
      .where('slug', '=', `category-${event.showId}`)
      .executeTakeFirstOrThrow()
    return { categoryId: category.id, version: 1, name: words, position: 1, status: 'Active' }
  }
  const token = await shop.operator()
  const question = { question: words, answer: words, position: 1 }
  const { body } = await shop.post('/v2/operator/front/questions', question, token)
  return { kind: 'question', id: body.faqId }
}

/** A partner's key of its own, which may be revoked. */
async function partnerKey(shop: HostileShop): Promise<string> {
  const { db, random } = shop.context
  const [id, key_hash] = [random.uuid(), randomBytes(32)]
  const name = 'Travel club'
  await db
    .insertInto('api_key')
    .values({ id, key_hash, name, channel: `club-${number}`, is_secret: true })
    .execute()
  return id
}
