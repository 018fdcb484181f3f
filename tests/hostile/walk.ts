import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import type { Call } from '#contract/call.ts'
import type { CallExample } from '#contract/openapi.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeCinema } from '../../src/modules/cinema/tests/factories.ts'
import { emailKeyOf } from '#modules/follows/server/email-key.ts'
import { unsubscribeKeyOf } from '../../src/modules/mailings/server/addresses.ts'
import { readConfig } from '#platform/config.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { stepUpHeaders } from '../support/step-up.ts'
import { isNightly } from '../support/tier.ts'
import { accountInput, testedElsewhere } from './accounts.ts'
import { cinemaValues, isAboutCinema } from './cinema.ts'
import { walkEveryField } from './every-field.ts'
import { exampleOf, readExamples, shapeOf, writeExamples } from './examples.ts'
import { doorInput, doorValues, isAtDoor, widgetPageOf } from './entrance.ts'
import { fingerprint, Traffic, WatchedDatabase } from './fingerprint.ts'
import { validInput, namesOf, requestOf, type ValidInput } from './inputs.ts'
import { isAboutJourneys, journeyValues } from './journeys.ts'
import { isAboutMultipass, multipassValues } from './multipass.ts'
import { flightValues, flightsInput, isAboutFlights } from './flights.ts'
import { choiceOfTier } from './kinds.ts'
import { noticeValues } from './notices.ts'
import { operatorValues } from './office.ts'
import { isAboutPasses, passType, passValues } from './passes.ts'
import { proofValues, queuePhone } from './proofs.ts'
import {
  choiceOf,
  expectOk,
  onlinePayment,
  purchase,
  type Purchase,
  type Station,
} from './purchases.ts'
import { isAboutSums, sumsValues } from './sums.ts'
import { invitationOf, invitedValues, isInvited } from './inviting.ts'
import { sharingInput, sharingToken } from './sharing.ts'
import { startTerminal, type TerminalFake } from '../../fakes/terminal/start.ts'
import { buyer, openHostileShop, partnerKey } from './shop.ts'
import type { HostileShop } from './shop.ts'
import { startWalletBank, walletPayValues, type WalletBank } from './wallet-bank.ts'
import { discountCard, isAboutWallet, walletValues } from './wallet.ts'
import { mayWrite, Walker, type Caller } from './walker.ts'
import {
  account,
  inLine,
  makeStory,
  moveToYesterday,
  savedSearch,
  sentPicture,
} from './walk-content.ts'
import { untriedOf, walkInputs } from './walk-inputs.ts'

/**
 * Goal: no input breaks a call or passes its validation. Method: every implemented call, with every declared field
 * omitted or replaced by hostile values (`kinds.ts`: by which ones), sent by a caller whose valid request succeeds. The
 * response is a success or a coded error, never a 5xx; after an error, and after every read, the whole database is
 * unchanged.
 */
export const calls = createImplementations(createPorts(readConfig({ LOG_LEVEL: 'silent' }))).map(
  (implementation) => implementation.call,
)
let shop: HostileShop
let terminal: TerminalFake
let watched: WatchedDatabase
let walletBank: WalletBank
let listed: MadeEvent
/** The event of calls that only read. */
let read: MadeEvent
/** Item of a current story. */
let storyItemId: number

const aboutOrders = [
  'orderNo',
  'orderKey',
  'orderNumber',
  'paymentId',
  'ticketIdentifier',
  'PaymentId',
]

/** Calls whose response says that a row is new. */
const isNew: ReadonlySet<string> = new Set(['own-wallet-register'])

/** Values that are valid for all callers. */
const validForAll = {
  fullName: 'Nino Beridze',
  documentKind: 'personalNumber',
  documentNumber: '01001012345',
  status: 'Active',
  buyer,
  acceptTerms: true,
  provider: 2,
  text: 'jazz',
  placement: 'home',
  accessCode: 'FAN-1',
  comment: 'For grandmother',
  confirm: true,
  itemType: 'Show',
  privateNumber: '01024056789',
  stars: 4,
  eventHubBookingId: 'H-1',
  keyword: 'jazz',
  isOn: false,
}

/** A new caller whose valid request of this call succeeds. */
export async function callerOf(call: Call): Promise<Caller> {
  let token = await (call.credential === 'operator' ? shop.operator() : shop.customer())
  // Changes of the catalogue are visible a second later, so its calls share existing content.
  const isCatalogue = call.credential === 'api-key'
  const event = isCatalogue
    ? listed
    : isReading(call)
      ? read
      : await shop.event({ placesPerOrderMax: 1_000 })
  const values: Record<string, unknown> = {
    ...choiceOf({ event, placeIds: [20] }),
    ...validForAll,
    ...noticeValues,
    itemId: event.showId,
    showId: event.showId,
    subjectId: event.showId,
    slug: `show-${event.showId}`,
    shortUrl: `s-${event.showId}`,
    digest: event.layoutDigest,
    // A partner numbers each sale anew: another customer's under a known number is refused.
    externalReference: `P-${shop.context.random.uuid()}`,
  }
  if (isAtDoor(call)) {
    const door = await doorValues(shop, call, event)
    token = door.token ?? token
    Object.assign(values, door.values)
  }
  if (call.path.startsWith('/v2/operator'))
    Object.assign(values, await operatorValues(shop, call.id, event))
  if (call.area === 'auth' || call.id.startsWith('own-auth'))
    Object.assign(values, await account(shop))
  if (call.area === 'queue' || /^own-(operator-)?queue-/.test(call.id))
    Object.assign(values, await inLine(shop))
  if (call.id.endsWith('-otp'))
    Object.assign(
      values,
      await queuePhone(shop, call.id, { token, showId: Number(values['showId']) }),
    )
  const names = namesOf(call)
  if (isAboutFlights(call)) Object.assign(values, await flightValues(shop, call, token))
  else if (
    !isAtDoor(call) &&
    !isAboutJourneys(call) &&
    aboutOrders.some((name) => names.has(name))
  ) {
    const station = stationOf(call)
    const places = isCatalogue ? { standing: 2 } : { placeIds: [1, 2] }
    const made = isReading(call)
      ? await sharedPurchase(event, station)
      : await purchase(shop, { token, station, request: { event, ...places } })
    token = made.token
    const [ticketIdentifier] = made.ticketIdentifiers
    Object.assign(values, {
      ...made,
      orderNo: made.orderNumber,
      ticketIdentifier,
      token: made.linkToken,
      PaymentId: made.payId,
    })
  }
  if (call.id === 'tickets-return' || call.id === 'tickets-reselling') {
    const made = await purchase(shop, { token, station: 'paid', request: { event, placeIds: [1] } })
    const { quote } = await expectOk(shop.get(`${call.path}?orderKey=${made.orderKey}`, token))
    Object.assign(values, { quote })
  }
  if (call.id === 'orders-reserve-random') {
    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    const request = { eventId: event.eventId, ticketTypeId, quantity: 1 }
    await expectOk(shop.post('/v2/orders/InitializeOrder', request, token))
  }
  if (call.id === 'orders-rate') await moveToYesterday(shop, event)
  if (call.id === 'own-widget-page-note') values['page'] = await widgetPageOf(shop, event)
  if (call.id.startsWith('orders-validate')) {
    const orderKey = String(values['orderKey'])
    Object.assign(values, await proofValues(shop, call.id, { token, orderKey }))
  }
  if (call.path.startsWith('/v2/events/request')) {
    const request = { eventId: event.eventId, quantity: 2, name: 'Nino', email: 'nino@example.com' }
    Object.assign(values, request)
    if (call.path.endsWith('/withdraw'))
      await expectOk(shop.post('/v2/events/request', request, token))
  }
  if (call.id === 'own-ticket-share' || call.id === 'own-ticket-take-over')
    values['token'] = await sharingToken(shop, call)
  if (isInvited(call)) Object.assign(values, await invitedValues(shop, call, event))
  if (call.id === 'orders-invite') values['purpose'] = 'join'
  if (call.id === 'own-order-invitation-revoke')
    values['invitationId'] = await invitationOf(shop, { token, orderKey: values['orderKey'] })
  let given = {
    ...(sharingInput(call, values['ticketIdentifier']) ?? inputFor(call, values)),
    ...doorInput(call, values),
    ...(isAboutFlights(call) ? flightsInput(call, values) : {}),
  }
  if (['auth', 'accounts'].includes(call.area) || /^own-(auth|account|step-up)-/.test(call.id)) {
    const own = await accountInput(shop, call, token)
    Object.assign(values, own.values)
    given = { ...given, ...own.given }
  }
  if (/discountcards/.test(call.id)) Object.assign(values, await discountCard(shop, token, call))
  Object.assign(values, walletPayValues(call))
  if (/payments-(epoint|citypay)/.test(call.id))
    Object.assign(values, await onlinePayment(shop, call, values))
  if (isAboutPasses(call)) {
    const pass = await passValues(shop, call, {
      token,
      ticketIdentifier: values['ticketIdentifier'],
    })
    token = pass.token
    Object.assign(values, pass.values)
  }
  if (isAboutMultipass(call)) {
    const caller = { token, event, orderKey: values['orderKey'] }
    Object.assign(values, await multipassValues(shop, call, caller))
    const { productId } = values
    if (call.id === 'own-multipass-choose') given = { ...given, body: { productId } }
  }
  if (isAboutJourneys(call)) {
    const journey = await journeyValues(shop, call, token)
    Object.assign(values, journey.values)
    given = { ...given, ...journey.given }
  }
  if (isAboutSums(call)) Object.assign(values, await sumsValues(shop, token))
  if (isAboutWallet(call)) Object.assign(values, await walletValues(shop, token))
  if (call.area === 'stories') values['id'] = storyItemId
  if (call.id.startsWith('own-campaign')) Object.assign(values, { path: '/walk', place: '' })
  if (call.id === 'own-front-picture') values['digest'] = await sentPicture(shop)
  if (call.id === 'own-venue-page') values['slug'] = `venue-${event.showId}`
  if (call.id === 'own-category-page') values['slug'] = `category-${event.showId}`
  if (call.id === 'own-mailing-choice' || call.id === 'own-mailing-choice-read') {
    const address = { merchantId: event.merchantId, addressHash: Buffer.alloc(16, 7) }
    const letterKey = await unsubscribeKeyOf(shop.context, address)
    Object.assign(values, { letterKey, hasNews: false })
  }
  if (call.id === 'own-follow-emails-by-key' || call.id === 'own-follow-emails-by-key-read') {
    const { userId } = await expectOk(shop.get('/v2/auth/profile', token))
    values['followKey'] = await emailKeyOf(shop.context, userId)
  }
  if (call.id.startsWith('own-watch')) {
    const { cinemaId } = await makeCinema(shop.context)
    const subjectKey = `cinema-${cinemaId}`
    Object.assign(values, { source: 'cinema', subject: { cinemaId }, subjectKey })
  }
  if (call.area === 'passenger-templates') {
    const body = { givenName: 'Nino', familyName: 'Beridze' }
    const saved = await expectOk(shop.post('/v2/gr/passenger-templates', body, token))
    Object.assign(values, body, { templateId: saved.templateId })
  }
  if (isAboutCinema(call)) Object.assign(values, await cinemaValues(shop, call, token))
  if (call.id === 'cavea-add-subscription') given = { body: { email: values['email'] } }
  if (call.id === 'movies-details') given = { query: { showId: values['showId'] } }
  if (call.id === 'cavea-book-seat') given = { body: { seats: values['seats'] } }
  if (call.id === 'own-saved-search-delete')
    values['savedSearchId'] = await savedSearch(shop, token)
  const apiKey = call.id === 'orders-groot-integration-check-out' ? partnerKey : 'demo-web'
  const { stepUp } = call
  const headers = stepUp ? await stepUpHeaders(shop.context, token, stepUp.purpose) : {}
  return { call, token, apiKey, headers, good: validInput(call, values, given) }
}

/** Whether a call leaves everything as it was, so that the order and event that it needs can be shared. */
function isReading(call: Call): boolean {
  const hasOwn = isAtDoor(call) || isInvited(call) || isAboutWallet(call)
  return !mayWrite(call) && !hasOwn && call.credential !== 'operator'
}

const sharedPurchases = new Map<string, Promise<Purchase>>()

/** An order in this state for all calls that only read. */
function sharedPurchase(event: MadeEvent, station: Station): Promise<Purchase> {
  const key = `${event.eventId} ${station}`
  const made =
    sharedPurchases.get(key) ??
    shop
      .customer()
      .then((token) => purchase(shop, { token, station, request: { event, standing: 2 } }))
  sharedPurchases.set(key, made)
  return made
}

function stationOf(call: Call): Station {
  if (call.id === 'orders-retry' || call.id === 'own-payment-leave') return 'declined'
  if (call.id === 'own-multipass-choose') return 'draft'
  if (
    /reserve|unreserve|checkout|validate|choose-seat|create-payment|wallet-payment|map|^balance/.test(
      call.id,
    )
  )
    return 'checkout'
  if (isAboutSums(call)) return 'checkout'
  return 'paid'
}

/** Fields that are optional in the schema although one of them is required. */
function inputFor(call: Call, values: Readonly<Record<string, unknown>>): ValidInput {
  const { seats, orderKey, token, ticketIdentifier, waitingRoomToken } = values
  if (call.id === 'own-ticket-pdf' || call.id === 'own-ticket-calendar')
    return { query: { orderKey, token, ticketIdentifier } }
  const byKey = ['orders-details', 'orders-checkout-details', 'payments-status']
  if ([...byKey, 'tickets-return-get', 'tickets-reselling-get'].includes(call.id))
    return { query: { orderKey } }
  const { eventId } = values
  if (call.id === 'own-operator-export-extras') return { query: { eventId } }
  if (/own-operator-rule-save|own-(operator|merchant)-access-code-save/.test(call.id))
    return { body: { eventId } }
  if (call.id === 'own-merchant-promo-code-save') return { body: { percent: 10 } }
  if (call.id === 'own-operator-waiting-room-save') return { body: { showId: values['showId'] } }
  if (call.id === 'own-operator-promotion-uses') return { query: { codeId: values['codeId'] } }
  if (call.id === 'own-operator-promo-code-save') return { body: { percent: 10 } }
  if (call.id === 'own-operator-queue-dial') return { body: { isPaused: true } }
  if (call.id === 'orders-eventhub-begin-checkout') return { body: { orderKey } }
  if (call.id === 'tickets-verification-details')
    return { query: { orderNumber: values['orderNumber'] } }
  if (call.id === 'queue-shows-get') return { query: { waitingRoomToken } }
  if (/^queue-(join|send-otp|validate-otp)$/.test(call.id))
    return { body: { showId: values['showId'] } }
  if (/^payments-(tpay|epoint|citypay)-finish$/.test(call.id)) return { body: { orderKey } }
  return namesOf(call).has('seats') ? { body: { seats } } : {}
}

export async function openWalk(): Promise<void> {
  const traffic = new Traffic()
  terminal = await startTerminal({ port: 0 })
  walletBank = await startWalletBank(passType)
  shop = await openHostileShop({ ...walletBank.settings, TERMINAL_URL: terminal.url })
  listed = await shop.event({ placesPerOrderMax: 1_000 })
  read = await shop.event({ placesPerOrderMax: 1_000 })
  await shop.context.db
    .updateTable('show')
    .set({ short_url: `s-${listed.showId}` })
    .where('id', '=', listed.showId)
    .execute()
  storyItemId = await makeStory(shop)
  watched = await WatchedDatabase.start(shop.context.db, shop.databaseUrl, { traffic })
}

/** `WRITE_EXAMPLES=1` rewrites the document’s examples instead of walking. */
const isRecording = process.env['WRITE_EXAMPLES'] !== undefined
const examples = readExamples().requests
const choice = choiceOfTier()
const walked = new Set<Call>()
const recorded = new Map<string, CallExample | null>()

export async function closeWalk(): Promise<void> {
  if (isRecording) writeExamples('requests', recorded)
  await watched.stop()
  await shop.close()
  await walletBank.stop()
  await terminal.stop()
}

/** Registers the walk over one share of the calls; the shares run in parallel, each with its own shop. */
export function walk(share: number, shares: number): void {
  beforeAll(openWalk)
  afterAll(closeWalk)
  const own = calls.filter((_, index) => index % shares === share)

  test.each(own.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s answers a good request, and refuses hostile ones leaving nothing behind',
    (_, call) => walkCall(call),
    120_000,
  )

  // With `-t` only some calls are walked.
  test('each kind of field has got each hostile value', ({ skip }) => {
    if (walked.size < own.length) skip()
    const missing = own.flatMap((call) => untriedOf(call, choice))
    if (!isNightly && !isRecording) expect(missing).toEqual([])
  })

  test('the incremental fingerprint equals a complete one', compareFingerprints)
}

async function walkCall(call: Call): Promise<void> {
  const caller = await callerOf(call)
  if (isRecording) {
    await expectAnswer(caller)
    recorded.set(call.id, exampleOf(call, caller.good))
    return
  }
  // The document shows the valid request, except for numbers and keys that are new each time.
  if (call.area !== 'own')
    expect(shapeOf(examples[call.id] ?? null), 'WRITE_EXAMPLES=1 writes them anew').toEqual(
      shapeOf(exampleOf(call, caller.good)),
    )
  // The first read of all may count what later ones find counted.
  if (!mayWrite(call)) await expectAnswer(caller)
  const walker = await Walker.start({ shop, watched }, caller)
  if (!isNightly) await walkEveryField(walker, caller, calls.indexOf(call))
  await walkInputs(walker, caller, choice)
  await walker.look('all of it', mayWrite(call))
  expect(walker.findings).toEqual([])
  expect(walker.asked).toBeGreaterThan(0)
  walked.add(call)
  if (!mayWrite(call)) return
  // Accepted requests may have used up what the caller had, and many refused ones its attempts.
  const isSpent = isNightly || walker.hasAccepted
  await expectAnswer(isSpent ? await callerOf(call) : caller)
}

/** The valid request of a caller succeeds. */
export async function expectAnswer({ call, good, token, apiKey, headers }: Caller): Promise<void> {
  // The catalogue is kept for a second, and what the caller needs may be newer.
  await expireCaches(2_000)
  const answer = await shop.send({ ...requestOf(call, good), token, apiKey, headers })
  if (!testedElsewhere.has(call.id))
    expect(answer.status, answer.text.slice(0, 500)).toBe(isNew.has(call.id) ? 201 : 200)
}

async function compareFingerprints(): Promise<void> {
  const { db } = shop.context
  const before = await watched.fingerprint()
  const traffic = watched.traffic()
  expect(await watched.fingerprint()).toBe(before)
  expect(watched.traffic()).toBe(traffic)
  expect(before).toBe(await fingerprint(db))
  expect(watched.traffic()).not.toBe(traffic)
  await db.updateTable('story').set({ position: 2 }).execute()
  const after = await watched.fingerprint()
  expect(after).not.toBe(before)
  expect(after).toBe(await fingerprint(db))
  await db.updateTable('story').set({ position: 1 }).execute()
  expect(await watched.fingerprint()).toBe(before)
}

/** The shop that the walk has opened. */
export function walkedShop(): HostileShop {
  return shop
}
