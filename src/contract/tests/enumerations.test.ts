/**
 * Goal: numbers and names that the specification fixes are what clients were written for. Method: each enumeration against
 * its table there, numbers by name.
 */
import { expect, test } from 'vitest'
import * as enumerations from '../enumerations.ts'
import { errorTable } from '../errors.ts'

/** Names in the order of their numbers, from a first one. */
const numbered = (names: string, first = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, first + index]))

test.each([
  ['ticketStatus', numbered('None Active Inactive RefundedForResellingToTKT')],
  [
    'orderStatus',
    numbered(
      'Draft Processed Failed Canceled Timeout Checkout PaymentPending NotForSale ThirdParty Imported Preprint WaitingForTicket Transferred',
    ),
  ],
  ['categoryKind', numbered('Event Movie Transport Restaurant Flight International')],
  ['showType', numbered('None Show GroupShow Offer OfferPackage Movies')],
  ['currencyNumbers', numbered('GEL USD EUR GBP', 1)],
  ['showAccess', numbered('Default Private AccessCode')],
  ['showStatus', numbered('Active Inactive Stopped Deleted', 1)],
  ['imageKind', numbered('Horizontal Vertical Thumbnail Icon Big V3Poster', 1)],
  ['seatStatus', numbered('Free Blocked Refunded Sold')],
  ['direction', numbered('Departing Returning')],
  ['paymentProvider', numbered('gc tpay epoint citypay', 1)],
] as const)('%s has the numbers of the specification', (name, expected) => {
  expect(enumerations[name]).toEqual(expected)
})

test.each([
  ['itemKinds', 'Event Show'],
  ['accessCodeResults', 'None NotFound NotActive Expired QuantityOut'],
  ['otherStatuses', 'Active Inactive Pending'],
  ['messageLevels', 'Info Warning Error'],
  ['paymentMethods', 'None VirtualPos Cash PosTerminal Transfer NotApplicable EPayment Balance'],
  ['localeCodes', 'ka-GE en-US ru-RU az-AZ'],
] as const)('%s has the names of the specification', (name, expected) => {
  expect(enumerations[name]).toEqual(expected.split(' '))
})

test('the kinds of order lines begin with those that the specification names', () => {
  const named =
    'None Service Card Insurance Charity CashTerminal ResellingServiceFee ResellingTransactionFee ResellingFee CardPriceFee'
  expect(enumerations.orderLineKinds.slice(0, 10)).toEqual(named.split(' '))
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
