/**
 * Goal: no call lets one of two merchants' staff read, change or decide anything of the other's, and each role can
 * make exactly its permitted calls. Method: one merchant has a sold ticket, a scan, a request and staff; the
 * other's staff, one of each role, send every merchant call, with each identifier of the first one and with all of
 * them. No response contains the first one's private data, none of its rows changes, and requests with its
 * identifiers are refused. Calls come from the registry, so new ones are included or this test reports what it
 * needs.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { staffRoles, type StaffRole } from '#contract/enumerations.ts'
import { isPermitted } from '#contract/staff-permissions.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { isNightly } from '../support/tier.ts'
import { makeInvitation, makeKey, makeStaff } from '#modules/staff/tests/factories.ts'
import { openStaffSession } from '../../src/modules/staff/server/sessions.ts'
import { carrierValues, isCarrierCall, runWords } from './carrier.ts'
import { reservationOf } from './counter.ts'
import {
  codeValues,
  dateValues,
  doorInput,
  draftValues,
  mailingValues,
  ownPlanValues,
  requestOf as askFor,
  webhookValues,
} from './entrance.ts'
import { cinemaOfficeValues } from './office.ts'
import { fieldsOf, validInput, requestOf, type ValidInput } from './inputs.ts'
import { walletKeys } from './passes.ts'
import { expectOk, purchase } from './purchases.ts'
import { statementOf } from './settlements.ts'
import { openHostileShop, type HostileShop, type Reply } from './shop.ts'
import { dateAfter } from '../support/dates.ts'
import { stepUpHeaders } from '../support/step-up.ts'

interface Merchant {
  readonly event: MadeEvent
  readonly token: string
  /** Identifiers of the merchant's data by field name. */
  readonly names: Readonly<Record<string, unknown>>
  readonly secrets: readonly string[]
}

const ownPassword = 'two herons on the Kura'
let shop: HostileShop
let theirs: Merchant
let stranger: Merchant
/** Ids of the other merchant's staff, one of each role. */
let mallory: Readonly<Record<StaffRole, string>>

/** Calls that accept another merchant's identifier, with the reason. */
const answersAnybody: Readonly<Record<string, string>> = {
  'merchant-accessible-items': 'a filter of what is the caller’s own: nothing is found',
  'own-staff-log': 'a filter of what is the caller’s own: nothing is found',
  'own-staff-log-export': 'the same',
  'own-entrance-scan':
    'a ticket of another merchant is shown at every door; it is told that it is for something else',
  'own-entrance-sync': 'the same, in the log of a device: it becomes a conflict',
}

beforeAll(async () => {
  shop = await openHostileShop(walletKeys())
  theirs = await createBelongings('Salome-of-the-first')
  stranger = await createBelongings('Mallory-of-the-second')
  const { merchantId } = stranger.event
  const people = staffRoles.map(async (role) => {
    const person = { merchantId, role, password: ownPassword }
    return [role, (await makeStaff(shop.context, person)).staffId] as const
  })
  mallory = Object.fromEntries(await Promise.all(people)) as typeof mallory
}, 60_000)
afterAll(() => shop.close())

/** Creates a merchant with data of every kind that its staff can identify. */
async function createBelongings(person: string): Promise<Merchant> {
  const event = await shop.event({ placesPerOrderMax: 100 })
  const { context } = shop
  const staff = await makeStaff(context, { merchantId: event.merchantId })
  const token = await shop.staff(event.merchantId)
  const requestId = await askFor(shop, event, person)
  const buyer = await shop.customer()
  const request = { event, placeIds: [3] }
  const { ticketIdentifiers, orderNumber } = await purchase(shop, {
    token: buyer,
    station: 'paid',
    request,
  })
  // Created first, because the event cannot be sold after its start.
  const { endpointId, messageId } = await webhookValues(shop, event, token)
  const plan = await ownPlanValues(shop, event, token)
  const codes = await codeValues(shop, event, token)
  const mailing = await mailingValues(shop, event, token)
  const orderKey = await reservationOf(shop, event, token, person)
  const starts_at = context.clock.now()
  await context.db.updateTable('event').set({ starts_at }).where('id', '=', event.eventId).execute()
  const station = { deviceId: context.random.uuid(), eventId: event.eventId, sequence: 1 }
  const { scanId } = await expectOk(
    shop.post('/v2/entrance/scan', { ...station, code: ticketIdentifiers[0] }, token),
  )
  const invitation = await makeInvitation(context, event.merchantId)
  const { apiKeyId } = await makeKey(context, staff, ['figures'])
  const { draftId } = await draftValues(shop, token)
  const statementId = await statementOf(shop, event.merchantId)
  const { cinemaId, screeningId, hallId } = await cinemaOfficeValues(shop, '', event.merchantId)
  const { eventId, showId, merchantId } = event
  const { runId, runIds, lineId, vehicleTypeId, agencyId, tripIds } = await carrierValues(
    shop,
    merchantId,
  )
  return {
    event,
    token,
    names: {
      eventId,
      itemId: eventId,
      showId,
      requestId,
      scanId,
      merchantId,
      staffId: staff.staffId,
      endpointId,
      messageId,
      invitationId: invitation.invitationId,
      draftId,
      orderNumber,
      ticketIdentifiers,
      copyOf: draftId,
      planId: plan['planId'],
      layoutId: plan['layoutId'],
      digest: plan['digest'],
      codeId: codes.codeId,
      batchId: codes.batchId,
      accessCodeId: codes.accessCodeId,
      mailingId: mailing.mailingId,
      apiKeyId,
      eventIds: [eventId],
      statementId,
      cinemaId,
      screeningId,
      hallId,
      orderKey,
      runId,
      runIds,
      lineId,
      vehicleTypeId,
      agencyId,
      tripIds,
    },
    secrets: [person, staff.email, invitation.email, ...ticketIdentifiers],
  }
}

const callsOf = (): Call[] =>
  shop.implementations.map(({ call }) => call).filter(({ credential }) => credential === 'merchant')

/** Values of fields that are no identifiers. */
function plain(call: Call): Record<string, unknown> {
  return {
    deviceId: shop.context.random.uuid(),
    sequence: 7,
    code: 'AAAAA-AAAAA-AAAAA-AAAAA',
    reason: 'Because',
    // A right password, so that only the identifiers are a reason to refuse.
    purpose: 'refunds',
    password: call.asksPassword ? ownPassword : 'three herons on the Mtkvari',
    oldPassword: 'wrong all the same',
    confirmPassword: 'three herons on the Mtkvari',
    sentAt: shop.context.clock.now().toISOString(),
    scans: [],
    email: 'somebody@example.com',
    role: 'scanner',
    challengeId: shop.context.random.uuid(),
    credential: { id: 'nobody-has-this' },
    credentialId: 'nobody-has-this',
    name: 'A key',
    day: dateAfter(shop.context.clock.now(), 32),
    version: 1,
    note: 'Mine',
    content: {},
    isPublic: false,
    isArchived: true,
    url: 'https://example.com/another',
    isActive: false,
    ...dateValues(),
    kind: call.id === 'own-counter-cash' ? 'in' : 'service',
    percent: 5,
    isCombined: false,
    subjectKa: 'სათაური',
    bodyKa: 'ტექსტი',
    venue: `venue-${stranger.event.showId}`,
    key: 'another-plan',
    nameKa: 'გეგმა',
    nameEn: 'Plan',
    revision: 1,
    document: {},
    status: call.id === 'merchant-purchase-requests-change-status' ? 'Declined' : 'New',
    format: call.id === 'own-counter-print' ? 'roll' : 'csv',
    counter: 'Foyer',
    seller: 'Kiosk',
    openingMinor: 0,
    ticketTypeId: 1,
    permissions: ['figures'],
    origin: 'https://another.example',
    amountMinor: 100,
    countedMinor: 0,
    quantity: 1,
    givenMinor: 0,
    seats: [],
    phone: '+995555112233',
    until: new Date(shop.context.clock.now().getTime() + 86_400_000).toISOString(),
    iban: 'GE29NB0000000101904917',
    holderName: 'Mallory',
    validFrom: dateAfter(shop.context.clock.now(), 1_614),
    isCommissionAdded: true,
    ownBasisPoints: 200,
    ownMinor: 10,
    ownMinorMin: 0,
    isOwnReturned: true,
    itemType: call.path.includes('statistics') ? 'Event' : 'Show',
    ...(call.path.startsWith('/v2/merchantusers/cinema') && screeningWords(call)),
    ...(call.id === 'own-merchant-orders-import' && { content: 'date,price,reference' }),
    ...(isCarrierCall(call) && runWords),
  }
}

/** Values of calls about cinemas besides identifiers. */
function screeningWords(call: Call) {
  return {
    reason: { ka: 'მიზეზი', en: 'A reason' },
    format: call.path.endsWith('add') ? '2D' : 'json',
    content: '[]',
    filmId: 1,
    startsAt: new Date(shop.context.clock.now().getTime() + 54 * 3_600_000).toISOString(),
  }
}

/** A valid request of a call with these identifiers; the named fields are filled even if optional. */
function inputOf(call: Call, names: Readonly<Record<string, unknown>>, wanted: readonly string[]) {
  const values = { ...plain(call), ...names }
  let given: ValidInput = doorInput(call, values)
  for (const part of ['query', 'body', 'params'] as const)
    for (const { path } of fieldsOf(call, part)) {
      const [name] = path
      if (path.length !== 1 || typeof name !== 'string') continue
      const isWanted = wanted.includes(name) || name === 'itemType'
      if (isWanted && name in values)
        given = { ...given, [part]: { ...given[part], [name]: values[name] } }
    }
  return validInput(call, values, given)
}

function namedBy(call: Call): string[] {
  const fields = (['query', 'body', 'params'] as const).flatMap((part) => fieldsOf(call, part))
  return Object.keys(theirs.names).filter((name) =>
    fields.some(({ path }) => path.length === 1 && path[0] === name),
  )
}

/** A digest of all data of the first merchant that its staff can change. */
async function digest(): Promise<unknown> {
  const { eventId, merchantId } = theirs.event
  const { rows } = await sql`
    select (select jsonb_agg(r order by id) from purchase_request r where source = 'event' and item_id = ${eventId}) as requests,
      (select jsonb_agg(m order by m.id) from purchase_request_move m
        join purchase_request r on r.id = m.request_id where r.source = 'event' and r.item_id = ${eventId}) as moves,
      (select jsonb_agg(t order by id) from ticket t where item_id = ${eventId}) as tickets,
      (select jsonb_agg(s order by id) from entrance_scan s where item_id = ${eventId}) as scans,
      (select jsonb_agg(e order by id) from webhook_endpoint e where merchant_id = ${merchantId}) as endpoints,
      (select jsonb_agg(m order by m.id) from webhook_message m
        join webhook_endpoint e on e.id = m.endpoint_id where e.merchant_id = ${merchantId}) as messages,
      (select jsonb_agg(s order by id) from staff s where merchant_id = ${merchantId}) as staff,
      (select jsonb_agg(i order by id) from staff_invitation i where merchant_id = ${merchantId}) as invitations,
      (select jsonb_agg(k order by id) from staff_api_key k where merchant_id = ${merchantId}) as keys,
      (select jsonb_agg(n order by id) from order_note n where merchant_id = ${merchantId}) as notes,
      (select jsonb_agg(d order by id) from show_draft d where merchant_id = ${merchantId}) as drafts,
      (select jsonb_agg(p order by id) from seat_plan p where merchant_id = ${merchantId}) as plans,
      (select jsonb_agg(c order by id) from promo_code c where merchant_id = ${merchantId}) as codes,
      (select jsonb_agg(c order by id) from access_code c where show_id = ${theirs.event.showId}) as access,
      (select jsonb_agg(r order by id) from special_rule r where show_id = ${theirs.event.showId}) as rules,
      (select jsonb_agg(m order by id) from mailing m where merchant_id = ${merchantId}) as mailings,
      (select jsonb_agg(v order by version) from seat_plan_version v
        join seat_plan p on p.id = v.plan_id where p.merchant_id = ${merchantId}) as versions,
      (select jsonb_agg(x order by plan_id, digest) from seat_plan_picture x where plan_id in (
        select id from seat_plan where merchant_id = ${merchantId})) as pictures,
      (select jsonb_agg(o) from offering o where o.id = ${theirs.event.offeringId}) as offering,
      (select jsonb_agg(l order by place_id) from place_leg l where offering_id = ${theirs.event.offeringId}) as places,
      (select jsonb_agg(l order by pool_id) from pool_leg l where offering_id = ${theirs.event.offeringId}) as pools,
      (select jsonb_agg(s order by s.id) from screening s
        join cinema c on c.id = s.cinema_id where c.merchant_id = ${merchantId}) as screenings,
      (select jsonb_agg(r order by r.id) from run r join trip t on t.id = r.trip_id
        join agency a on a.feed_id = t.feed_id where a.merchant_id = ${merchantId}) as runs,
      (select jsonb_agg(s order by id) from merchant_statement s where merchant_id = ${merchantId}) as statements,
      (select jsonb_agg(a order by id) from merchant_bank_account a where merchant_id = ${merchantId}) as accounts,
      (select jsonb_agg(l order by id) from staff_log l where merchant_id = ${merchantId}) as log,
      (select jsonb_agg(x order by x.id) from staff_session x join staff s on s.id = x.staff_id
        where s.merchant_id = ${merchantId}) as sessions`.execute(shop.context.db)
  return rows[0]
}

/**
 * The owner with each identifier and with all of them; every other role with none and with all, outside the nightly
 * run with one of both in turn.
 */
function casesOf(
  choices: readonly string[][],
  number: number,
): (readonly [StaffRole, readonly string[]])[] {
  const all = choices.at(-1) ?? []
  const others = staffRoles.filter((role) => role !== 'owner')
  return [
    ...[[], ...choices].map((wanted) => ['owner', wanted] as const),
    ...others.flatMap((role, index) =>
      (isNightly ? [[], all] : [(number + index) % 2 === 0 ? [] : all]).map(
        (wanted) => [role, wanted] as const,
      ),
    ),
  ]
}

test('no call reveals or changes another merchant’s data', async () => {
  const findings: string[] = []
  const before = await digest()
  const tokens = new Map<StaffRole, string>()
  const tokenOf = async (role: StaffRole) => {
    const token =
      tokens.get(role) ?? (await openStaffSession(shop.context, mallory[role], 'test')).token
    tokens.set(role, token)
    return token
  }
  for (const [number, call] of callsOf().entries()) {
    const named = namedBy(call)
    const choices = [...named.map((name) => [name]), named].filter(({ length }) => length > 0)
    for (const [role, wanted] of casesOf(choices, number)) {
      const mixed = { ...stranger.names }
      for (const name of wanted) mixed[name] = theirs.names[name]
      const request = requestOf(call, inputOf(call, mixed, wanted))
      const token = await tokenOf(role)
      const { stepUp } = call
      // A valid proof, so that only the identifiers are a reason to refuse.
      const headers = stepUp ? await stepUpHeaders(shop.context, token, stepUp.purpose) : {}
      const answer = await shop.send({ ...request, token, headers })
      // Some of the calls end sessions.
      if (call.method !== 'GET' && answer.status < 400) tokens.clear()
      const label = `${role} ${call.id} ${request.path} ${request.payload ?? ''}`
      for (const secret of theirs.secrets)
        if (answer.text.includes(secret)) findings.push(`${label}: tells ${secret}`)
      const isRefused = answer.status === 403 && answer.body.error.code === 'Forbidden'
      const { staffPermission } = call
      if (staffPermission === undefined || isRefused === isPermitted(role, staffPermission))
        findings.push(`${label}: ${answer.status} to ${role}`)
      if (answer.status >= 500) findings.push(`${label}: ${answer.status}`)
      // An item may be named in two ways; the newer one takes precedence.
      const isNamed = wanted.some((name) => name !== 'eventId' || !named.includes('itemId'))
      if (isNamed && answer.status < 400 && !(call.id in answersAnybody))
        findings.push(`${label}: answers ${answer.status} to their ${wanted.join(', ')}`)
    }
  }
  expect(findings).toEqual([])
  expect(await digest()).toEqual(before)
  expect(callsOf().length).toBeGreaterThan(15)
}, 60_000)

test('the merchant’s own staff can use the same identifiers', async () => {
  const findings: string[] = []
  for (const call of callsOf()) {
    if (call.method !== 'GET') continue
    const request = requestOf(call, inputOf(call, theirs.names, namedBy(call)))
    const { status, text } = await shop.send({ ...request, token: theirs.token })
    if (status >= 400) findings.push(`${call.id} ${request.path}: ${status} ${text.slice(0, 200)}`)
  }
  expect(findings).toEqual([])
  const { items } = await expectOk(
    shop.get(`/v2/merchantusers/purchase-requests?eventId=${theirs.event.eventId}`, theirs.token),
  )
  expect(items.map(({ name }: Reply) => name)).toEqual(['Salome-of-the-first'])
})
