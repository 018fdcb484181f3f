/** Valid input for the calls of organisers' staff. */
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeInvitation, makeKey, makeReversal, makeStaff } from '#modules/staff/tests/factories.ts'
import { dateAfter } from '../support/dates.ts'
import { openStaffSession } from '../../src/modules/staff/server/sessions.ts'
import { namesOf, type ValidInput } from './inputs.ts'
import { carrierValues, isCarrierCall } from './carrier.ts'
import { cinemaOfficeValues, planValues } from './office.ts'
import { purchase } from './purchases.ts'
import { allotmentValues, counterValues, soldFile } from './counter.ts'
import { statementOf } from './settlements.ts'
import type { HostileShop } from './shop.ts'

const password = 'a heron on the Mtkvari'
const newPassword = 'two herons on the Mtkvari'

/** Calls for becoming staff, and one that shows their content; they require no token. */
const withoutBearer: Readonly<Record<string, true>> = {
  'merchant-token': true,
  'own-staff-invitation': true,
  'own-staff-invitation-accept': true,
  'own-staff-passkey-sign-in': true,
  'own-staff-reversal': true,
  'own-staff-reverse': true,
  'own-show-picture': true,
}

/** Whether a call is made by staff, or creates one of them. */
export function isAtDoor(call: Call): boolean {
  return call.credential === 'merchant' || call.id in withoutBearer
}

/** The input of a call with the newer of two ways to name an item. */
export function doorInput(call: Call, values: Readonly<Record<string, unknown>>): ValidInput {
  const part = call.method === 'GET' ? 'query' : 'body'
  if (call.id === 'own-merchant-mailing-save') return { body: { eventIds: values['eventIds'] } }
  if (call.id === 'own-counter-return')
    return { body: { ticketIdentifiers: values['ticketIdentifiers'] } }
  const isOfItem =
    namesOf(call).has('eventId') && /^\/v2\/(entrance|merchantusers\/attendees)/.test(call.path)
  return isOfItem ? { [part]: { itemId: values['itemId'] } } : {}
}

/** Valid input of a member of the event's organiser. */
export async function doorValues(
  shop: HostileShop,
  call: Call,
  event: MadeEvent,
): Promise<{ readonly token: string | null; readonly values: Record<string, unknown> }> {
  // Hashing a password is slow by design.
  const takesPassword = namesOf(call).has('password')
  const { merchantId } = event
  const staff = await makeStaff(shop.context, { merchantId, ...(takesPassword && { password }) })
  const { token } = await openStaffSession(shop.context, staff.staffId, 'test')
  const isChange = call.id === 'merchant-password'
  return {
    // Signing in requires no token, and a token of another kind is refused.
    token: call.credential === 'merchant' ? token : null,
    values: {
      email: staff.email,
      password: isChange ? newPassword : password,
      oldPassword: password,
      confirmPassword: newPassword,
      ...(call.id === 'own-staff-step-up' && { purpose: 'refunds' }),
      ...(await teamValues(shop, call, event)),
      ...(/merchantusers\/(orders|attendees)/.test(call.path)
        ? await orderValues(shop, event, call.method === 'GET')
        : {}),
      ...(/\/shows|show-pictures/.test(call.path) ? await draftValues(shop, token) : {}),
      eventId: event.eventId,
      itemId: event.eventId,
      ...(call.path.startsWith('/v2/entrance') ? await scanValues(shop, event, token) : {}),
      ...(call.id === 'merchant-purchase-requests-change-status'
        ? { requestId: await requestOf(shop, event), status: 'Accepted' }
        : {}),
      ...(call.id === 'own-merchant-statistics-export' ? { format: 'xlsx' } : {}),
      ...(call.id === 'own-merchant-items' ? { day: dateAfter(shop.context.clock.now(), 32) } : {}),
      ...(call.path.startsWith('/v2/merchantusers/messages')
        ? await mailingValues(shop, event, token, call.id === 'own-merchant-mailing-cancel')
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/promotions')
        ? await codeValues(shop, event, token)
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/dates') ? dateValues() : {}),
      ...(call.path.startsWith('/v2/merchantusers/plans')
        ? await ownPlanValues(shop, event, token)
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/cinema')
        ? await cinemaOfficeValues(shop, call.id, event.merchantId)
        : {}),
      ...(isCarrierCall(call) ? await carrierValues(shop, event.merchantId) : {}),
      ...(call.id === 'own-merchant-statement-file'
        ? { statementId: await statementOf(shop, event.merchantId), format: 'csv' }
        : {}),
      ...(call.id === 'own-merchant-bank-account'
        ? { iban: 'GE29NB0000000101904917', holderName: 'Kulisa' }
        : {}),
      ...(call.id === 'own-merchant-fees-change'
        ? {
            validFrom: dateAfter(shop.context.clock.now(), 1_614),
            isCommissionAdded: true,
            ownBasisPoints: 200,
            ownMinor: 10,
            ownMinorMin: 0,
            isOwnReturned: true,
          }
        : {}),
      ...(call.id === 'own-merchant-orders-import' ? soldFile(event) : {}),
      ...(call.path.startsWith('/v2/merchantusers/dates/allotments')
        ? await allotmentValues(shop, call.id, event, token)
        : {}),
      ...(call.id.startsWith('own-counter')
        ? await counterValues(shop, call.id, event, token)
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/webhooks')
        ? await webhookValues(shop, event, token)
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/widget')
        ? { origin: await widgetOrigin(shop, token, call.path.endsWith('/remove')) }
        : {}),
      ...(call.path.startsWith('/v2/merchantusers/api-keys')
        ? { ...(await makeKey(shop.context, staff, ['figures'])), ...newKey }
        : {}),
    },
  }
}

/** A site of the organiser, already listed if the call removes it. */
async function widgetOrigin(shop: HostileShop, token: string, isListed = true): Promise<string> {
  const origin = 'https://www.example.ge'
  if (isListed) await shop.post('/v2/merchantusers/widget/origins', { origin }, token)
  return origin
}

/** A page on a listed site of the organiser, where the widget may be used. */
export async function widgetPageOf(shop: HostileShop, { merchantId }: MadeEvent): Promise<string> {
  return `${await widgetOrigin(shop, await shop.staff(merchantId))}/evening`
}

/** An API key with permission to read statistics. */
const newKey = { name: 'A till', permissions: ['figures'] }

/** A paid order with tickets of the event. */
export async function orderValues(shop: HostileShop, event: MadeEvent, isQuery = false) {
  const request = { event, placeIds: [11, 12] }
  const buyer = await shop.customer()
  const made = await purchase(shop, { token: buyer, station: 'paid', request })
  const { orderNumber } = made
  const ticketIdentifiers = isQuery ? made.ticketIdentifiers.join(',') : made.ticketIdentifiers
  return { orderNumber, ticketIdentifiers, note: 'Comes late', reason: 'Fell ill' }
}

/** A draft of a show, with a picture. */
export async function draftValues(shop: HostileShop, token: string) {
  const { body } = await shop.post('/v2/merchantusers/shows', {}, token)
  const { draftId, version } = body
  const drawn = await shop.post('/v2/merchantusers/shows/picture', { draftId }, token)
  const digest = String(drawn.body.pictureUrl).split('/').at(-1)
  return { draftId, version, content: {}, isPublic: false, isArchived: true, digest }
}

/** A mailing that has not been sent; for cancelling, a scheduled one. */
export async function mailingValues(
  shop: HostileShop,
  { eventId }: MadeEvent,
  token: string,
  isScheduled = false,
) {
  const words = { kind: 'news', subjectKa: 'სათაური', bodyKa: 'ტექსტი', subjectEn: '', bodyEn: '' }
  const { body } = await shop.post(
    '/v2/merchantusers/messages',
    { ...words, eventIds: [eventId] },
    token,
  )
  const { mailingId } = body
  const sendAt = new Date(shop.context.clock.now().getTime() + 86_400_000).toISOString()
  if (isScheduled)
    await shop.post('/v2/merchantusers/messages/schedule', { mailingId, sendAt }, token)
  return { ...words, eventIds: [eventId], mailingId }
}

/** A promo code, a batch and an access code of the organiser. */
export async function codeValues(shop: HostileShop, { showId }: MadeEvent, token: string) {
  const base = '/v2/merchantusers/promotions'
  const terms = { isActive: true, isCombined: false, percent: 10 }
  await shop.post(`${base}/codes`, terms, token)
  await shop.post(`${base}/codes`, { ...terms, count: 2 }, token)
  const { body } = await shop.post(`${base}/access-codes`, { showId, isActive: true }, token)
  return {
    percent: 5,
    isActive: true,
    isCombined: false,
    isKept: false,
    codeId: body.codes[0]?.codeId,
    batchId: body.batches[0]?.batchId,
    accessCodeId: body.accessCodes[0]?.accessCodeId,
    showId,
  }
}

/** Free seats, and the settings for selling a date. */
export function dateValues() {
  return {
    sectionId: 1,
    placeIds: [21, 22],
    isKept: true,
    isOnSale: false,
    poolId: 1,
    capacity: 500,
  }
}

/** A hall plan of the organiser, whose older version is used by a date of theirs. */
export function ownPlanValues(shop: HostileShop, event: MadeEvent, token: string) {
  return planValues(shop, event, { path: '/v2/merchantusers/plans', token })
}

/** A member of the team, an invitation to it, and ids of passkeys that do not exist. */
async function teamValues(
  shop: HostileShop,
  call: Call,
  { merchantId }: MadeEvent,
): Promise<Record<string, unknown>> {
  if (!call.id.startsWith('own-staff-')) return {}
  const invitation = await makeInvitation(shop.context, merchantId)
  const isJoining = call.id === 'own-staff-invitation-accept'
  return {
    ...(call.id === 'own-staff-invite' ? { email: 'a.new.one@example.com' } : {}),
    ...(isJoining ? { password: newPassword, fullName: 'Nino Tester' } : {}),
    key: call.id.startsWith('own-staff-revers')
      ? await makeReversal(shop.context, merchantId)
      : invitation.key,
    invitationId: invitation.invitationId,
    staffId: (await makeStaff(shop.context, { merchantId, role: 'scanner' })).staffId,
    role: 'manager',
    challengeId: shop.context.random.uuid(),
    credential: { id: 'nobody-has-this' },
    credentialId: 'nobody-has-this',
    name: 'A key',
  }
}

/** A request for tickets that has not been answered. */
export async function requestOf(
  shop: HostileShop,
  { eventId }: MadeEvent,
  name = 'Nino',
): Promise<number> {
  const request = { eventId, quantity: 2, name, email: 'nino@example.com', message: name }
  return (await shop.post('/v2/events/request', request, await shop.customer())).body.requestId
}

/** A webhook address, and a message that was sent to it. */
export async function webhookValues(
  shop: HostileShop,
  event: MadeEvent,
  token: string,
): Promise<{ url: string; endpointId: number; messageId: string; isActive: boolean }> {
  const url = 'https://example.com/hook'
  const { body } = await shop.postProven('/v2/merchantusers/webhooks', { url }, token, 'webhooks')
  const request = { event, placeIds: [5] }
  const buyer = await shop.customer()
  const { orderKey } = await purchase(shop, { token: buyer, station: 'draft', request })
  const messageId = shop.context.random.uuid()
  await sql`
    insert into webhook_message (message_id, endpoint_id, order_id, type, payload, state, next_attempt_at, created_at)
    select ${messageId}, ${body.endpointId}, id, 'tickets.changed', '{}', 'delivered', created_at, created_at
    from orders where order_key = ${orderKey}`.execute(shop.context.db)
  return { url, endpointId: body.endpointId, messageId, isActive: false }
}

/** A ticket that can be scanned, one that was admitted, and a log of a device. */
async function scanValues(
  shop: HostileShop,
  event: MadeEvent,
  token: string,
): Promise<Record<string, unknown>> {
  const buyer = await shop.customer()
  const request = { event, placeIds: [3, 4] }
  const { ticketIdentifiers } = await purchase(shop, { token: buyer, station: 'paid', request })
  const now = shop.context.clock.now()
  const { db, random } = shop.context
  await db.updateTable('event').set({ starts_at: now }).where('id', '=', event.eventId).execute()
  const [code, used] = ticketIdentifiers
  const first = { deviceId: random.uuid(), eventId: event.eventId, sequence: 1, code: used }
  const { body } = await shop.post('/v2/entrance/scan', first, token)
  const scan = { sequence: 1, scannedAt: now.toISOString(), outcome: 'Admitted' }
  return {
    deviceId: random.uuid(),
    sequence: 1,
    code,
    scanId: body.scanId,
    reason: 'The wrong one',
    sentAt: now.toISOString(),
    scans: [{ ...scan, ticketId: body.ticket.ticketId, issueNumber: 1 }],
  }
}
