/** Requests with another caller's identifiers, for every call with such a field. */
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import { plainValues } from './belongings.ts'
import { isAboutCinema } from './cinema.ts'
import { isAboutJourneys, lineFor, namesOfLine } from './journeys.ts'
import { validInput, namesOf, requestOf, type ValidInput } from './inputs.ts'
import { choiceOf, type Purchase } from './purchases.ts'
import { buyer, type Answer, type HostileShop } from './shop.ts'

const names = ['orderKey', 'orderNumber', 'paymentId', 'transactionId', 'ticketIdentifier'] as const
export type Name = (typeof names)[number]

export const codeOf: Readonly<Record<Name, string>> = {
  orderKey: 'OrderNotFound',
  orderNumber: 'OrderNotFound',
  paymentId: 'PaymentNotFound',
  transactionId: 'PaymentNotFound',
  ticketIdentifier: 'TicketNotFound',
}

/** Identifiers that do not exist. */
export const unknownNames: Readonly<Record<Name, string>> = {
  orderKey: '01900000-0000-7000-8000-000000000000',
  orderNumber: 'ZZZZZZZZ',
  paymentId: '01900000-0000-7000-8000-000000000001',
  transactionId: '01900000-0000-7000-8000-000000000001',
  ticketIdentifier: 'ZZZZZZZZZZZZ',
}

/** Values for fields that are not identifiers of orders. */
export interface Known {
  readonly event: MadeEvent
  /** A promo code, an option and a card that are valid for their owner's orders. */
  readonly sums: Readonly<Record<string, unknown>>
  readonly productId: number
  /** By call: see `readVerticalValues`. */
  readonly verticalValues: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Identifiers of public runs and screenings by call; only the order is another's. */
export async function readVerticalValues(
  shop: HostileShop,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const verticalValues = new Map<string, Readonly<Record<string, unknown>>>()
  const cinema = await makeCinema(shop.context)
  const sessionId = await makeScreening(shop.context, cinema)
  const seats = [{ placeId: 17, ticketTypeId: 1 }]
  for (const { call } of pairs(shop))
    if (isAboutCinema(call))
      verticalValues.set(call.id, {
        sessionId,
        caveaSessionId: sessionId,
        session: sessionId,
        movieId: cinema.filmId,
        showId: cinema.filmId,
        digest: cinema.digest,
        integrationTicketId: 1,
        comment: 'Quiet, please',
        placeId: 17,
        seats,
      })
    else if (call.path.startsWith('/v2/multipass'))
      verticalValues.set(call.id, { cardNumber: '0'.repeat(18) })
    else if (isAboutJourneys(call))
      verticalValues.set(call.id, {
        ...namesOfLine(await lineFor(shop, call)),
        passengers: [{ lineId: 1, givenName: 'Nino', familyName: 'Beridze' }],
        seat: 1,
        seats: [1],
        feeMinor: 0,
        passenger: { givenName: 'Nino', familyName: 'Beridze' },
      })
  return verticalValues
}

/** The identifier of a purchase for a field of a call, if it has one. */
export function nameIn(victim: Purchase, field: Name): string | undefined {
  if (field === 'transactionId') return victim.paymentId
  if (field === 'ticketIdentifier') return victim.ticketIdentifiers[0]
  return victim[field]
}

/** All identifiers of a purchase; missing ones are of nobody. */
export function partsOf(victim: Purchase): Record<string, unknown> {
  const [ticketIdentifier = unknownNames.ticketIdentifier] = victim.ticketIdentifiers
  const { paymentId = unknownNames.paymentId, ...rest } = victim
  return { ...unknownNames, ...rest, paymentId, transactionId: paymentId, ticketIdentifier }
}

/** A request that would be valid if the identifier in this field were the caller's. */
export function requestWith(
  { event, sums, productId, verticalValues }: Known,
  { call, field, value }: { readonly call: Call; readonly field: Name; readonly value: string },
  rest: Readonly<Record<string, unknown>>,
) {
  const free = choiceOf({ event, placeIds: [40] })
  const values = {
    ...plainValues,
    ...free,
    buyer,
    acceptTerms: true,
    provider: 2,
    externalReference: 'P',
    amount: 100,
    comment: 'Mine',
    confirm: true,
    fullName: 'Nino Beridze',
    documentKind: 'personalNumber',
    documentNumber: '01001012345',
    privateNumber: '01001012345',
    codeId: '01900000-0000-7000-8000-000000000002',
    code: '000000',
    stars: 5,
    eventHubBookingId: 'H-1',
    kind: 'apple',
    purpose: 'pay',
    invitationId: '01900000-0000-7000-8000-000000000003',
    isOn: false,
    changeId: 1,
    slug: `show-${event.showId}`,
    page: 'https://www.example.ge/evening',
    ...sums,
    ...verticalValues.get(call.id),
    ...rest,
  }
  const given: Record<string, unknown> = { [field]: value }
  const part = (name: 'params' | 'query' | 'body') => {
    const has = new Set(
      namesOf({ ...call, params: call[name], query: call[name], body: call[name] } as Call),
    )
    return has.has(field) ? given : undefined
  }
  const placed: ValidInput = {
    params: part('params'),
    query: part('query'),
    body: part('body') && {
      ...given,
      ...(namesOf(call).has('seats') ? { seats: values.seats } : {}),
      ...(call.path === '/v2/multipass/choose' ? { productId } : {}),
    },
  }
  return requestOf(call, validInput(call, values, placed))
}

/** Names in the last one are of top-ups, not orders: the tests of balances cover others' top-ups. */
const publicCalls = [
  // Returns the organiser's page on which an order is bought, and nothing about the order.
  'own-widget-page',
  'tickets-verify-get',
  'own-guest-order',
  'own-balance-top-up',
  // Requires a booking before it reads the order: `tests/flights` covers others' orders.
  'flights-order-create',
]

/** Every pair of a call and a field that identifies owned data. */
export function pairs(shop: HostileShop): { call: Call; field: Name }[] {
  return (
    shop.implementations
      .map(({ call }) => call)
      // Operators and organisers see others' orders: the permissions of their calls have separate tests.
      .filter(
        (call) => !publicCalls.includes(call.id) && !/operator|merchant/.test(call.credential),
      )
      .flatMap((call) => {
        const has = namesOf(call)
        const fields = names.filter((name) => has.has(name))
        // Documents by the order's key need the link's token too, which has separate tests.
        const isDocument = has.has('token')
        return fields
          .filter((field) => !isDocument || field !== 'orderKey')
          .map((field) => ({ call, field }))
      })
  )
}

/** A response without the parts that differ each time. */
export function withoutRequestId({ status, text }: Answer): string {
  return `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`
}
