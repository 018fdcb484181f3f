/**
 * Goal: no call that asks an outside party or much of the database is limited as a read. Method: all calls of the
 * installation; what their names and summaries say they do, against the cost that they declare.
 */
import { expect, test } from 'vitest'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { readConfig } from '#platform/config.ts'

const calls = createImplementations(createPorts(readConfig({}))).map(({ call }) => call)

/** Words of calls that ask somebody outside, or much. */
const words =
  /asks the (provider|bank)|all suppliers|supplier|\b(code|link|mail|email|sms|push) (by|to|is sent)|sends|uploads?|picture|\bpdf\b|drawing|journeys of a day|next journeys|timetable|terminal/i

/** Calls with such words that only read or write rows of our own, or are asked by the outside party itself. */
const harmless = new Set<string>([
  'presentation-banners-main',
  'own-front-picture',
  'own-merchant-vehicle',
  'own-operator-confirmation-refund',
  'accounts-image-delete',
  'own-account-picture',
  'own-operator-event-sales',
  'own-operator-plan-picture',
  'own-merchant-plan-picture',
  'own-show-picture',
  'own-operator-terminals',
  'own-operator-terminal-assign',
])

test('what has a cost is not limited as a read', () => {
  const costly = calls.filter(({ cost }) => cost !== undefined)
  expect(costly.length).toBeGreaterThan(60)
  expect(costly.filter(({ limit }) => limit === 'read').map(({ id }) => id)).toEqual([])
})

test('the calls that are known to ask a bank, a supplier or much of the database declare it', () => {
  const known = {
    bank: ['orders-complete', 'orders-groot-order-complete', 'payments-tpay-finish'],
    supplier: ['flights-search', 'flights-price-details', 'own-flight-seat-maps'],
    search: ['own-transport-journeys', 'own-transport-journeys-near', 'omnibus-timetable'],
    message: ['queue-send-otp', 'own-auth-signup', 'tickets-share', 'events-older-request-create'],
    picture: ['accounts-image-put', 'own-merchant-show-picture', 'own-merchant-plan-picture-save'],
  }
  for (const [cost, ids] of Object.entries(known))
    for (const id of ids)
      expect([id, calls.find((call) => call.id === id)?.cost]).toEqual([id, cost])
})

test('a read whose summary speaks of an outside party is one of the harmless ones', () => {
  const suspects = calls
    .filter(({ limit, summary }) => limit === 'read' && words.test(summary))
    .map(({ id }) => id)
  expect(suspects.filter((id) => !harmless.has(id))).toEqual([])
  expect([...harmless].filter((id) => !suspects.includes(id))).toEqual([])
})

/** Files that are kept as they are, made once for everybody, or small; streams that stay open. */
const readyFiles = new Set([
  'own-front-picture',
  'own-show-picture',
  'own-account-picture',
  'own-operator-plan-picture',
  'own-merchant-plan-picture',
  'own-timetable-feed',
  'own-ticket-calendar',
  'presentation-generate-calendar',
  'own-queue-live',
  'own-events-map-live',
])

test('a table or document that is made for each request is not limited as a read', () => {
  const files = calls
    .filter(({ method, produces, limit, credential }) => {
      const isAsked = method === 'GET' && credential !== 'provider-signature'
      return isAsked && produces !== undefined && limit === 'read'
    })
    .map(({ id }) => id)
  expect(files.toSorted()).toEqual([...readyFiles].toSorted())
})
