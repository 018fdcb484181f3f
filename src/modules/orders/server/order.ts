import type { OrderLineKind, OrderStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import type { PlaceNaming } from '#kernel/place-naming.ts'

/** A pool of another offering from which each ticket of a line has taken one unit: uses of a code, for example. */
export interface LineCounter {
  readonly offeringId: number
  readonly poolId: number
  /** The hold that took it: another than the place's where it was counted later. */
  readonly holdId: string
  /** Other pools of the offering of which the same hold has taken as many: what one customer may use, say. */
  readonly alsoPoolIds?: readonly number[]
}

/** Details of a line's place besides the description. */
export interface LineDetail {
  readonly row?: string
  readonly seat?: string
  readonly section?: LocalizedText
  /** What the place was called when it was taken; the rule may change, the line does not. */
  readonly naming?: PlaceNaming
  /** Answers are stored in `order_extra`; without this flag they are not read. */
  readonly hasExtras?: true
  /** Passengers are stored in `order_passenger`; without this flag they are not read. */
  readonly hasPassengers?: true
  /** Groups of its source that the ticket belongs to, as promotions name them: its line, the stops it goes from and to. */
  readonly groups?: readonly string[]
  /** How many guests a table is taken for. */
  readonly guests?: number
  /** The unit price before conversion to lari, with the rate used. */
  readonly foreign?: ForeignPrice
  /** The package this line is a part of; its parts come and go together. */
  readonly package?: PackageOfLine
  /** Lines of an order with the same key come and go together: seats of one sofa. */
  readonly together?: string
  /** Held, sold and released together with the line's place; never shown. */
  readonly counter?: LineCounter
  /** The ticket that this one is sold in exchange for. */
  readonly replaces?: ReplacedTicket
  /** The line is what replaced tickets of another order are worth: its amount, below zero, is recalculated with the lines. */
  readonly credit?: { readonly orderKey: string }
  /** The line is what a customer's balance pays: its amount is below zero. */
  readonly balance?: PaidByBalance
  /** The line takes off: its amount, below zero, is recalculated whenever places come or go. */
  readonly reduction?: DiscountTerms
  /** The buyer chose the line beside the tickets; recalculated like a discount. */
  readonly option?: OptionTerms
  /** Account of the ledger that earns the ticket, where that is not its organiser's: uses that are sold in advance. */
  readonly earner?: string
  /** A fee that the organiser passes on: who earns it, and whether a ticket that its buyer returns brings it back. */
  readonly passedOn?: PassedOnFee
  /** What of the unit price, before discounts, was refunded while the ticket stays valid; a line of one unit. */
  readonly givenBackMinor?: number
  /** The ticket whose uses this line adds to, instead of opening uses of its own. */
  readonly toppedUp?: { readonly ticketId: number }
}

/**
 * `commission`: the shop's commission, paid by the buyer in place of the organiser. `organiser`: the organiser's own, whose
 * account is that of the line's merchant.
 */
export interface PassedOnFee {
  readonly by: 'commission' | 'organiser'
  readonly isReturned: boolean
}

/** What a line comes and goes together with; undefined when it stands alone. */
export function bundleOf({ package: part, together }: LineDetail): string | undefined {
  return part?.key ?? together
}

/** A ticket that ends, and whose money is refunded, in the transaction in which the new one is sold. */
export interface ReplacedTicket {
  readonly orderKey: string
  readonly ticketIdentifier: string
  /** What its seller keeps of its price. */
  readonly feeMinor: number
  /** What is set off against the price of the new one, by how it was paid; absent: nothing. */
  readonly worth?: Worth
}

/** Money that was paid and stays, in minor units. */
export interface Worth {
  readonly cardMinor: number
  readonly balanceMinor: number
  /** Whose balance. */
  readonly customerId: string | null
}

/** What a discount or an option is about; all three null: everything in the order. */
export interface LineScope {
  /** Offer source of the items. */
  readonly source: string | null
  readonly itemIds: readonly number[] | null
  readonly merchantId: number | null
  /** Only tickets of one of these groups of the source; absent: all. */
  readonly groups?: readonly string[] | null
}

/** Terms of a discount, stored with the line: the rule may change later, the line does not. */
export interface DiscountTerms {
  readonly by: 'multipass' | 'discount-card' | 'promo-code' | 'loyalty'
  /** Which card, code or status, as the module that gave it keeps it. */
  readonly id: string
  readonly from: 'tickets' | 'fees'
  readonly scope: LineScope
  /** One of the two. */
  readonly basisPoints: number | null
  readonly amountMinor: number | null
  /** The most it takes off. */
  readonly amountMinorMax: number | null
  /** What the tickets in scope must cost before anything is taken off. */
  readonly ticketsMinorMin: number
  /** Who earns less. */
  readonly borneBy: 'house' | 'merchant'
  /**
   * Where the discount pays one ticket instead of a share of many: of which lines how much, the ticket's own first. Its
   * price is then what was paid in advance into this account.
   */
  readonly pays?: {
    readonly account: string
    readonly parts: readonly PaidPart[]
  }
  /** Whether it may be combined with a discount of another kind on tickets. */
  readonly isCombined: boolean
}

/** A part of one unit of a line that is paid in advance, in minor units. */
export interface PaidPart {
  readonly lineId: number
  readonly amountMinor: number
}

/** Terms of an option's price. */
export interface OptionTerms {
  readonly optionId: number
  readonly scope: LineScope
  readonly pricing: 'order' | 'ticket' | 'share' | 'free'
  /** Per order or per ticket; the chosen amount where the buyer decides; the minimum of a share. */
  readonly amountMinor: number
  /** Of what the tickets cost after discounts, where the pricing is a share. */
  readonly basisPoints: number
  /** Account of the ledger that earns it: `charity:…`, `insurer:…`, `house:fees`. */
  readonly earner: string
}

/** Whose balance, and the hold of the ledger that has set the money aside. */
export interface PaidByBalance {
  readonly customerId: string
  readonly holdId: string
}

/** A price in the currency it was set in; `ratedOn` is the ISO date of the rate. */
export interface ForeignPrice {
  readonly unitPriceMinor: number
  readonly currency: Currency
  /** Lari for one unit of the currency, in millionths. */
  readonly lariMillionths: number
  readonly ratedOn: string
}

export interface PackageOfLine {
  /** One each time the package is taken. */
  readonly key: string
  readonly itemId: number
  readonly name: LocalizedText
}

/** A stored line; money in minor units of the order's currency. */
export interface OrderLine {
  readonly id: number
  /** Name of the offer source the line came from. */
  readonly source: string
  readonly kind: OrderLineKind
  readonly offeringId: number | null
  /** What the source sells: the event's id for a show. */
  readonly itemId: number | null
  readonly ticketTypeId: number | null
  readonly merchantId: number | null
  /** The hold of the inventory that keeps the line's place; fees have none. */
  readonly holdId: string | null
  readonly placeId: number | null
  readonly poolId: number | null
  readonly legFrom: number | null
  /** Exclusive. */
  readonly legTo: number | null
  readonly quantity: number
  readonly unitPriceMinor: number
  readonly amountMinor: number
  readonly description: LocalizedText
  readonly detail: LineDetail
}

export type NewOrderLine = Omit<OrderLine, 'id' | 'amountMinor'>

/** Columns of a line that takes no place of an offering: a discount, a credit, an option. */
export const withoutPlace = {
  offeringId: null,
  itemId: null,
  ticketTypeId: null,
  merchantId: null,
  holdId: null,
  placeId: null,
  poolId: null,
  legFrom: null,
  legTo: null,
} as const satisfies Partial<NewOrderLine>

export interface Buyer {
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** What an order that was opened empty was opened for. */
export interface OrderRequest {
  readonly eventId?: number
  readonly ticketTypeId?: number
  readonly quantity?: number
  readonly accessCode?: string
  /** What one ticket may cost, fees included. */
  readonly priceMinorMin?: number
  readonly priceMinorMax?: number
  /** Side by side or not at all. */
  readonly together?: boolean
  /** Price zone of the map. */
  readonly zone?: string
  readonly sectionId?: number
  /** A wheelchair space and places beside it. */
  readonly accessible?: boolean
}

/** An order with its lines. `totalMinor` is the sum of the lines. */
export interface Order {
  readonly id: number
  readonly orderKey: string
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly sessionId: string | null
  readonly customerId: string | null
  readonly channel: string
  readonly host: string
  readonly locale: 'ka' | 'en'
  readonly currency: Currency
  readonly totalMinor: number
  readonly buyer: Buyer
  readonly deadlineAt: Date
  readonly extendedCount: number
  /** When the first order of the attempt was opened: a retry goes on with it. */
  readonly heldSince: Date
  readonly termsAcceptedAt: Date | null
  readonly request: OrderRequest | null
  readonly externalReference: string
  /** The failed order this one repeats. */
  readonly retryOf: number | null
  readonly createdAt: Date
  readonly processedAt: Date | null
  readonly lines: readonly OrderLine[]
}
