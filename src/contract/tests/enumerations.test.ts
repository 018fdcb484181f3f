/**
 * Goal: enumerations have the numbers and names that the specification fixes, on which clients depend. Method: each
 * enumeration is compared with its table in the specification, numbers by name.
 */
import { expect, test } from 'vitest'
import {
  accessCodeResults,
  categoryKind,
  currencyNumbers,
  direction,
  imageKind,
  itemKinds,
  localeCodes,
  messageLevels,
  orderLineKinds,
  orderStatus,
  otherStatuses,
  paymentMethods,
  paymentProvider,
  seatStatus,
  showAccess,
  showStatus,
  showType,
  ticketStatus,
} from '../enumerations.ts'
import { errorTable } from '../errors.ts'

/** Names in the order of their numbers, from a first one. */
const numbered = (names: string, first = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, first + index]))

test.each([
  ['ticketStatus', ticketStatus, numbered('None Active Inactive RefundedForResellingToTKT')],
  [
    'orderStatus',
    orderStatus,
    numbered(
      'Draft Processed Failed Canceled Timeout Checkout PaymentPending NotForSale ThirdParty Imported Preprint WaitingForTicket Transferred',
    ),
  ],
  ['categoryKind', categoryKind, numbered('Event Movie Transport Restaurant Flight International')],
  ['showType', showType, numbered('None Show GroupShow Offer OfferPackage Movies')],
  ['currencyNumbers', currencyNumbers, numbered('GEL USD EUR GBP', 1)],
  ['showAccess', showAccess, numbered('Default Private AccessCode')],
  ['showStatus', showStatus, numbered('Active Inactive Stopped Deleted', 1)],
  ['imageKind', imageKind, numbered('Horizontal Vertical Thumbnail Icon Big V3Poster', 1)],
  ['seatStatus', seatStatus, numbered('Free Blocked Refunded Sold')],
  ['direction', direction, numbered('Departing Returning')],
  ['paymentProvider', paymentProvider, numbered('gc tpay epoint citypay', 1)],
] as const)('%s has the numbers of the specification', (_name, values, expected) => {
  expect(values).toEqual(expected)
})

test.each([
  ['itemKinds', itemKinds, 'Event Show'],
  ['accessCodeResults', accessCodeResults, 'None NotFound NotActive Expired QuantityOut'],
  ['otherStatuses', otherStatuses, 'Active Inactive Pending'],
  ['messageLevels', messageLevels, 'Info Warning Error'],
  [
    'paymentMethods',
    paymentMethods,
    'None VirtualPos Cash PosTerminal Transfer NotApplicable EPayment Balance',
  ],
  ['localeCodes', localeCodes, 'ka-GE en-US ru-RU az-AZ'],
] as const)('%s has the names of the specification', (_name, values, expected) => {
  expect(values).toEqual(expected.split(' '))
})

test('the kinds of order lines begin with those that the specification names', () => {
  const named =
    'None Service Card Insurance Charity CashTerminal ResellingServiceFee ResellingTransactionFee ResellingFee CardPriceFee'
  expect(orderLineKinds.slice(0, 10)).toEqual(named.split(' '))
})

test('refusals of a choice of seats have their numbers, and nothing else has one', () => {
  const expected = numbered(
    'ServerSide BadRequest IntegrationChannelNotFound OrderNotFound QuantityMustBeGreaterThanZero SeatsNotPassed TicketTypeNotActive TicketTypeNotFound EventNotActive TicketTypeBadIntegrationChannel TicketTypesMerchantsNotMet SeatAndNonSeatPlacesAreMixed QueueTokenInvalid TotalCountIsInvalid SeatNotAvailable InvalidAccessCode UsedAccessCode QueueTokenNotFound QueueTokenAlreadyUsed',
  )
  const numbers = Object.entries(errorTable).flatMap(([code, entry]) =>
    'number' in entry && entry.number !== undefined ? [[code, entry.number] as const] : [],
  )
  expect(Object.fromEntries(numbers)).toEqual(expected)
})
