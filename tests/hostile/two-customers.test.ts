import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { stepUpHeaders } from '../support/step-up.ts'
import { isNightly } from '../support/tier.ts'
import { createBelongings, plainValues, type Belongings } from './belongings.ts'
import { victimEmail, victimEndpoint } from './victim.ts'
import { WatchedDatabase } from './fingerprint.ts'
import { isAboutCinema } from './cinema.ts'
import { forge, type Forged } from './forged.ts'
import { namesOf, requestOf } from './inputs.ts'
import { aboutRequests, customersTables, ownedRowsOf } from './owned-rows.ts'
import { lineFor, namesOfLine, type MadeLine } from './journeys.ts'
import { startWalletBank, type WalletBank } from './wallet-bank.ts'
import { passType } from './passes.ts'
import { choiceOf, purchase } from './purchases.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

/**
 * Goal: no call lets one of two customers read, change or end anything of the other's. Method: the victim has a row
 * in every table about customers; the other sends every call of the registry, once plainly and once for each
 * identifier of the victim that the call accepts. No response contains private data of the victim, none of the
 * victim's rows (found by ids and foreign keys) changes, and requests with the victim's identifiers are refused.
 * Calls and tables are read from declarations and database, so new ones are included or this test reports what it
 * needs.
 */

/** Fields with public identifiers, or secrets that are credentials and have separate tests. */
const publicFields = new Set(
  (
    'runId tripId vehicleTypeId scheduleId busId busTypeId routeId ' +
    'eventId showId groupId itemId venueId venueIds categoryId categoryIds subCategoryId ticketTypeId ticketTypeIds placeId ' +
    'placeIds sectionId sectionIds mapId discountCardType ruleId importId eventHubBookingId waitingRoomToken ' +
    'previewKey ticketShareToken token together privateNumber ' +
    'productId itineraryId paymentMerchantId subjectKind subjectId subjectKey followKey letterKey feeId typeId ticketRowNumber ticketSeatNumber documentNumber pushToken ' +
    'sessionId caveaSessionId movieId'
  ).split(' '),
)

/** Calls that accept a customer's identifier from anybody, with the reason. */
const answersAnybody: Readonly<Record<string, string>> = {
  'own-payments-tpay-callback':
    'a callback is a hint: the bank is asked, with the payment’s own key',
  'own-payments-citypay-callback': 'the same: a hint about no payment of hers changes nothing',
  'own-payments-bog-callback': 'the same',
  'multipass-check':
    'whoever has the number of a pass may know what is left; whose it is is not said',
  'own-multipass-choose': 'whoever has the number of a pass may pay for more uses',
  'own-widget-page':
    'who comes back from the bank has the order’s key alone; the organiser’s page is said, and nothing of the order',
  'tickets-verify-get': 'whether a ticket is good may be asked by anybody; whose it is is not said',
}

/** Where a call counts refused attempts on the attempted row. */
const countsTries: Readonly<Record<string, string>> = { 'auth-discountcards-add': 'discount_card' }

/** Calls that do not accept these identifiers from their owner either, with the reason. */
const ownersAskOtherwise: Readonly<Record<string, string>> = {
  'cavea-calendar-session': 'a session of a cinema is everybody’s, and none of hers',
  'own-guest-order': 'by the token of the email’s link, which strangers.test.ts tries',
  'own-ticket-passenger': 'of a ticket with a passenger, which flows/journeys tries',
  'own-transport-change-quote': 'of a ticket for a journey, which flows/journeys tries',
  'own-transport-change-terms': 'of a ticket for a journey, which flows/journeys tries',
  'own-transport-rebooking': 'of a ticket for a journey, which flows/journeys tries',
}

/** Tables that reference customers as operators. */
const ofTheOffice = new Set(['import_run', 'merchant_payout', 'operator_log'])

let shop: HostileShop
let event: MadeEvent
let line: MadeLine
let own: Belongings
/** A public screening. */
let session: number
let walletBank: WalletBank
/** Id of the other customer. */
let mallory: string

beforeAll(async () => {
  walletBank = await startWalletBank(passType)
  shop = await openHostileShop(walletBank.settings)
  event = await shop.event({ placesPerOrderMax: 100 })
  line = await lineFor(shop, { area: 'own' })
  own = await createBelongings(shop, event)
  session = await makeScreening(shop.context, await makeCinema(shop.context))
  const token = await shop.customer()
  const { body } = await shop.get('/v2/auth/profile', token)
  mallory = body.userId
  await purchase(shop, { token, station: 'paid', request: { event, placeIds: [5] } })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await walletBank.stop()
})

const callsOf = (): Call[] => shop.implementations.map(({ call }) => call)
const isName = (name: string): boolean => own.names.some((names) => name in names)

/** Values of fields that are no identifiers. */
function plain(): Record<string, unknown> {
  const { eventId, showId } = event
  return {
    ...plainValues,
    ...choiceOf({ event, placeIds: [30] }),
    ...namesOfLine(line),
    eventId,
    showId,
    itemId: showId,
    subjectId: showId,
    session,
  }
}

/**
 * Requests of a call: with each identifier of the victim where it is optional, and with all of them. With a number,
 * single identifiers are those of one order in turn.
 */
function* requestsOf(call: Call, number?: number): Generator<Forged> {
  const given = new Set([...namesOf(call)].filter(isName))
  const requests = [...given].map((wanted) => new Set([wanted]))
  const records = isAboutOrders(given) ? own.names : own.names.slice(0, 1)
  for (const [index, names] of records.entries()) {
    const isInTurn = number === undefined || number % records.length === index
    const values = { ...plain(), ...nameFor(call, names) }
    const seen = new Set<string>()
    for (const requested of [new Set<string>(), ...(isInTurn ? requests : []), given]) {
      for (const forged of forge(call, { values, isWanted: (name) => requested.has(name) })) {
        const text = JSON.stringify(forged.input)
        if (seen.has(text)) continue
        seen.add(text)
        yield forged
      }
    }
  }
}

const isAboutOrders = (given: ReadonlySet<string>): boolean =>
  ['orderKey', 'orderNumber', 'lineIds', 'lineId'].some((name) => given.has(name))

/** A few fields have different meanings in different calls. */
function nameFor(
  call: Call,
  names: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (/top-up|withdraw-transaction/.test(call.id)) return { ...names, paymentId: names['topUpId'] }
  if (/^own-(show|front)-picture$/.test(call.id)) return { ...names, digest: 'a'.repeat(40) }
  // Sign-up, sign-in and password reset accept any address.
  if (/auth/.test(call.id) && namesOf(call).has('email')) return { ...names, email: victimEmail }
  // Only the victim's browser knows its endpoint, so subscribing it is possible, but not unsubscribing it.
  if (call.id === 'own-push-unsubscribe') return { ...names, endpoint: victimEndpoint }
  if (isAboutCinema(call)) return { ...names, sessionId: 1 }
  if (/passkey|biometrics/.test(call.id)) return { ...names, id: names['credentialId'] }
  if (call.id === 'city-bus-book-with-manual') return { ...names, seats: [1] }
  if (call.id === 'own-flight-seats')
    return { ...names, seats: [{ position: 1, leg: 0, seat: '12A' }] }
  if (call.area === 'georgian-bus') return { ...names, id: names['orderKey'] }
  if (call.path.startsWith('/v2/multipass')) return { ...names, cardNumber: names['passNumber'] }
  return names
}

test('the victim has rows in every table about customers', async () => {
  const read = await ownedRowsOf(shop.context.db, own.ids)
  const rows = await read()
  const tables = (await customersTables(shop.context.db)).filter((name) => !ofTheOffice.has(name))
  const empty = tables.filter((table) => !rows.get(table)?.rows)
  expect(empty.map((table) => `belongings.ts needs a row of hers in ${table}`)).toEqual([])
  expect(tables.length).toBeGreaterThan(15)
})

test('every identifier field is known as the victim’s or as public', () => {
  const named = callsOf()
    .filter(({ credential }) => !/operator|merchant/.test(credential))
    .flatMap((call) => [...namesOf(call)].map((name) => ({ name, id: call.id })))
    .filter(({ name }) => /(Ids?|Number|Identifiers?|Token|userid|cardnumber|Key)$/.test(name))
    .filter(({ name }) => name !== 'phoneNumber' && !isName(name) && !publicFields.has(name))
  expect(
    named.map(
      ({ name, id }) => `${id} needs a ${name} of hers in belongings.ts, or it is everybody’s`,
    ),
  ).toEqual([])
})

test('no call reveals or changes the victim’s data', async () => {
  const { db } = shop.context
  const readOwn = await ownedRowsOf(db, own.ids)
  const before = await readOwn()
  const watched = await WatchedDatabase.start(db, shop.databaseUrl, { ignored: aboutRequests })
  const findings: string[] = []
  let asked = 0
  const signIn = () => shop.ports.sessions.openCustomer(shop.context, mallory, 'test')
  let { token } = await signIn()
  for (const [number, call] of callsOf().entries()) {
    for (const { input, used, missing } of requestsOf(call, isNightly ? undefined : number)) {
      const request = requestOf(call, input)
      // Unauthorised callers are refused before anything is read.
      if (missing.length > 0 && !/operator|merchant/.test(call.credential))
        findings.push(`${call.id} needs a good value of ${missing.join(', ')} in belongings.ts`)
      const label = `${call.id} ${request.path} ${request.payload ?? ''}`
      const { stepUp } = call
      // A valid proof of the attacker, so that only ownership can stop the request.
      const headers = stepUp ? await stepUpHeaders(shop.context, token, stepUp.purpose) : {}
      await watched.written()
      const answer = await shop.send({ ...request, token, headers })
      asked += 1
      const said = `${request.path} ${request.payload ?? ''}`
      for (const secret of own.secrets)
        if (answer.text.includes(secret) && !said.includes(secret))
          findings.push(`${label}: tells ${secret}`)
      const names = [...used].filter(isName)
      if (names.length > 0 && answer.status < 400 && !(call.id in answersAnybody))
        findings.push(`${label}: answers ${answer.status} to her ${names.join(', ')}`)
      if (answer.status >= 500) findings.push(`${label}: ${answer.status}`)
      if (
        answer.body?.error?.code === 'Unauthenticated' &&
        !/merchant|provider/.test(call.credential)
      )
        findings.push(`${label}: nobody asked`)
      const written = await watched.written()
      // Some calls end the session.
      if (written.has('session')) ({ token } = await signIn())
      for (const [table, rows] of await readOwn(written)) {
        if (before.get(table)?.digest === rows.digest) continue
        if (countsTries[call.id] !== table) findings.push(`${label}: changes her rows in ${table}`)
        before.set(table, rows)
      }
    }
  }
  await watched.stop()
  expect(findings).toEqual([])
  expect(asked).toBeGreaterThan(callsOf().length)
}, 180_000)

test('the victim can use the same identifiers', async () => {
  const findings: string[] = []
  const reads = callsOf().filter(
    ({ method, actsOnGet, credential }) =>
      method === 'GET' && !actsOnGet && /customer|none|api-key/.test(credential),
  )
  for (const call of reads) {
    if (call.id in ownersAskOtherwise) continue
    const given = [...namesOf(call)].filter(isName)
    if (given.length === 0) continue
    const statuses: string[] = []
    for (const { input, used } of requestsOf(call)) {
      if (![...used].some(isName)) continue
      const answer = await shop.send({ ...requestOf(call, input), token: own.token })
      statuses.push(`${answer.status} ${answer.body?.error?.code ?? ''}`)
    }
    if (!statuses.some((status) => status.startsWith('200')))
      findings.push(`${call.id} needs a name of hers that it answers to: ${statuses.join(', ')}`)
  }
  expect(findings).toEqual([])
})
