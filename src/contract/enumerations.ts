/** Shared enumerations. Numbers are the specification's; values without a number are sent as their name. */

export const orderStatus = {
  Draft: 0,
  Processed: 1,
  Failed: 2,
  Canceled: 3,
  Timeout: 4,
  Checkout: 5,
  PaymentPending: 6,
  NotForSale: 7,
  ThirdParty: 8,
  Imported: 9,
  Preprint: 10,
  WaitingForTicket: 11,
  Transferred: 12,
} as const
export type OrderStatusName = keyof typeof orderStatus
export type OrderStatus = (typeof orderStatus)[OrderStatusName]

export function orderStatusName(status: number): OrderStatusName {
  const found = Object.entries(orderStatus).find(([, value]) => value === status)
  if (!found) throw new RangeError(`No such order status: ${status}`)
  return found[0] as OrderStatusName
}

export const ticketStatus = {
  None: 0,
  Active: 1,
  Inactive: 2,
  RefundedForResellingToTKT: 3,
} as const
export const categoryKind = {
  Event: 0,
  Movie: 1,
  Transport: 2,
  Restaurant: 3,
  Flight: 4,
  International: 5,
} as const
export const showType = {
  None: 0,
  Show: 1,
  GroupShow: 2,
  Offer: 3,
  OfferPackage: 4,
  Movies: 5,
} as const
export const showAccess = { Default: 0, Private: 1, AccessCode: 2 } as const
export const showStatus = { Active: 1, Inactive: 2, Stopped: 3, Deleted: 4 } as const
export const imageKind = {
  Horizontal: 1,
  Vertical: 2,
  Thumbnail: 3,
  Icon: 4,
  Big: 5,
  V3Poster: 6,
} as const
export const seatStatus = { Free: 0, Blocked: 1, Refunded: 2, Sold: 3 } as const
export const paymentProvider = { gc: 1, tpay: 2, epoint: 3, citypay: 4 } as const
/** Providers that the specification does not know; 5 is the cash of a counter. */
export const joinedProvider = { bog: 6 } as const
export type PaymentProviderName = keyof typeof paymentProvider | keyof typeof joinedProvider

/** The provider with this number; throws for an unknown number. */
export function paymentProviderName(provider: number): PaymentProviderName {
  const numbers = { ...paymentProvider, ...joinedProvider }
  const names = Object.keys(numbers) as PaymentProviderName[]
  const name = names.find((each) => numbers[each] === provider)
  if (!name) throw new RangeError(`No payment provider is number ${provider}`)
  return name
}
/** The direction of a part of a journey. */
export const direction = { Departing: 0, Returning: 1 } as const
export const itemKinds = ['Event', 'Show'] as const
/** Numbers of currencies in the specification; amounts of money are sent with the ISO 4217 code. */
export const currencyNumbers = { GEL: 1, USD: 2, EUR: 3, GBP: 4 } as const
/** Languages of the shell's texts. Pages have routes in the first two alone. */
export const localeCodes = ['ka-GE', 'en-US', 'ru-RU', 'az-AZ'] as const
export type LocaleCode = (typeof localeCodes)[number]
export const otherStatuses = ['Active', 'Inactive', 'Pending'] as const
/** Importance of a message to its reader. */
export const messageLevels = ['Info', 'Warning', 'Error'] as const
export type MessageLevel = (typeof messageLevels)[number]
export const accessCodeResults = [
  'None',
  'NotFound',
  'NotActive',
  'Expired',
  'QuantityOut',
] as const

/** Order line kinds: the ten of the specification and six that it does not name. */
export const orderLineKinds = [
  'None',
  'Service',
  'Card',
  'Insurance',
  'Charity',
  'CashTerminal',
  'ResellingServiceFee',
  'ResellingTransactionFee',
  'ResellingFee',
  'CardPriceFee',
  'Ticket',
  'PromoCode',
  'DiscountCard',
  'Balance',
  'MultiPass',
  'Exchange',
] as const
export type OrderLineKind = (typeof orderLineKinds)[number]

export const paymentMethods = [
  'None',
  'VirtualPos',
  'Cash',
  'PosTerminal',
  'Transfer',
  'NotApplicable',
  'EPayment',
  'Balance',
] as const
export type PaymentMethodName = (typeof paymentMethods)[number]

/** Roles of an organiser's staff: owners and managers see everything, scanners only the events assigned to them. */
export const staffRoles = ['owner', 'manager', 'box-office', 'scanner'] as const
export type StaffRole = (typeof staffRoles)[number]
