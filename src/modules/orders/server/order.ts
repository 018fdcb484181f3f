import type { OrderLineKind, OrderStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import type { PlaceNaming } from '#kernel/place-naming.ts'
import type { HolderKeys } from './holders.ts'
import { countContents, type Contents } from '../contents.ts'

/** A pool of another offering from which each ticket of a line has taken one unit: uses of a code, for example. */
export interface LineCounter {
  readonly offeringId: number
  readonly poolId: number
  /** The hold that took it; differs from the place's hold when it was counted later. */
  readonly holdId: string
  /**
   * Other pools of the offering from which the same hold has taken the same quantity: for example the uses of one
   * customer.
   */
  readonly alsoPoolIds?: readonly number[]
}

/** Details of a line's place besides the description. */
export interface LineDetail {
  readonly row?: string
  readonly seat?: string
  readonly section?: LocalizedText
  /** Name of the place at the time it was taken; it does not change with the rule. */
  readonly naming?: PlaceNaming
  /** Answers are stored in `order_extra`; without this flag they are not read. */
  readonly hasExtras?: true
  /** Passengers are stored in `order_passenger`; without this flag they are not read. */
  readonly hasPassengers?: true
  /** Groups of its source that the ticket belongs to, for promotions: its route, its first and last stop. */
  readonly groups?: readonly string[]
  /** Goods collected for a code (glasses, popcorn): they admit nobody and are not counted as tickets. */
  readonly isGoods?: true
  /** A piece of baggage that travels with a passenger: it has a code, and is not counted as a ticket. */
  readonly isBaggage?: true
  /** How many guests a table is taken for. */
  readonly guests?: number
  /** The unit price before conversion to lari, with the rate used. */
  readonly foreign?: ForeignPrice
  /** The package this line is a part of; its parts are added and removed together. */
  readonly package?: PackageOfLine
  /** Lines of an order with the same key are added and removed together: seats of one sofa. */
  readonly together?: string
  /** Held, sold and released together with the line's place; never shown. */
  readonly counter?: LineCounter
  /** The ticket that this one is sold in exchange for. */
  readonly replaces?: ReplacedTicket
  /**
   * The line is the credit of replaced tickets of another order: its negative amount is recalculated with the lines.
   */
  readonly credit?: { readonly orderKey: string }
  /** The line is the part paid from a customer's balance: its amount is negative. */
  readonly balance?: PaidByBalance
  /** The line is a discount: its negative amount is recalculated whenever places are added or removed. */
  readonly reduction?: DiscountTerms
  /** The line is an option chosen by the buyer; recalculated like a discount. */
  readonly option?: OptionTerms
  /** What was paid for one of its units elsewhere, in tetri: the line itself costs nothing. */
  readonly elsewhereMinor?: number
  /** Price of one of its units on a ticket that is printed in advance, in tetri: the line itself costs nothing. */
  readonly faceMinor?: number
  /** Ledger account that earns the ticket, when it is not its organiser's: for uses sold in advance. */
  readonly earner?: string
  /** A fee that the organiser passes on: who earns it, and whether it is refunded when the buyer returns the ticket. */
  readonly passedOn?: PassedOnFee
  /**
   * The part of the unit price, before discounts, that was refunded while the ticket stays valid; for a line of one
   * unit.
   */
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

/** When the buyer accepted the terms; an order without a checkout has those of the time when it was opened. */
export function termsAcceptedAt(order: Pick<Order, 'termsAcceptedAt' | 'createdAt'>): Date {
  return order.termsAcceptedAt ?? order.createdAt
}

/** Key of the lines that are added and removed together with a line; undefined for an independent line. */
export function bundleOf({ package: part, together }: LineDetail): string | undefined {
  return part?.key ?? together
}

/** A ticket that ends, and whose money is refunded, in the transaction in which the new one is sold. */
export interface ReplacedTicket {
  readonly orderKey: string
  readonly ticketIdentifier: string
  /** The seller's deduction from its price. */
  readonly feeMinor: number
  /** Credit towards the price of the new one, by payment source; absent: none. */
  readonly worth?: RetainedPayment
}

/** Paid money that is not refunded, in minor units. */
export interface RetainedPayment {
  readonly cardMinor: number
  readonly balanceMinor: number
  /** Whose balance. */
  readonly customerId: string | null
}

/** Scope of a discount or an option; all three null: everything in the order. */
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
  /** Identifier of the card, code or status in the module that granted it. */
  readonly id: string
  readonly from: 'tickets' | 'fees'
  readonly scope: LineScope
  /** One of the two. */
  readonly basisPoints: number | null
  readonly amountMinor: number | null
  /** Maximum discount. */
  readonly amountMinorMax: number | null
  /** Minimum price of the tickets in scope for the discount to apply. */
  readonly ticketsMinorMin: number
  /** Who funds it, and so earns less. */
  readonly borneBy: 'house' | 'merchant'
  /**
   * Set when the discount pays for one ticket instead of a share of many: the amounts by line, the ticket's own first.
   * The price was then paid in advance into this account.
   */
  readonly pays?: {
    readonly account: string
    readonly parts: readonly PaidPart[]
  }
  /** Whether it may be combined with a discount of another kind on tickets. */
  readonly isCombined: boolean
  /** Tickets that it makes free have no fees either, like tickets that are free without it. */
  readonly waivesFees?: true
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
  /** Share of the price of the tickets after discounts, when the pricing is a share. */
  readonly basisPoints: number
  /** Account of the ledger that earns it: `charity:…`, `insurer:…`, `house:fees`. */
  readonly earner: string
}

/** The customer whose balance it is, and the ledger hold that reserves the money. */
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
  /** Name of the line's offer source. */
  readonly source: string
  readonly kind: OrderLineKind
  readonly offeringId: number | null
  /** What the source sells: the event's id for a show. */
  readonly itemId: number | null
  readonly ticketTypeId: number | null
  readonly merchantId: number | null
  /** The inventory hold of the line's place; fees have none. */
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

/** How many tickets lines contain, and how many goods and pieces of baggage, which admit nobody. */
export function countTickets(
  lines: readonly Pick<OrderLine, 'kind' | 'quantity' | 'detail'>[],
): Contents {
  const sold = lines.filter(({ kind }) => kind === 'Ticket')
  return countContents(sold.map(({ quantity, detail }) => ({ ...detail, quantity })))
}

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

/** The request that an empty order was opened with. */
export interface OrderRequest {
  readonly eventId?: number
  readonly ticketTypeId?: number
  readonly quantity?: number
  readonly accessCode?: string
  /** Maximum price of one ticket, including fees. */
  readonly priceMinorMin?: number
  readonly priceMinorMax?: number
  /** Only places side by side. */
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
  /** When the first order of the attempt was opened; retries keep it. */
  readonly heldSince: Date
  /** Whom its unpaid places count for; null for work of our own. */
  readonly caller?: HolderKeys | null
  readonly termsAcceptedAt: Date | null
  readonly request: OrderRequest | null
  readonly externalReference: string
  /** The failed order that this one retries. */
  readonly retryOf: number | null
  readonly createdAt: Date
  readonly processedAt: Date | null
  readonly lines: readonly OrderLine[]
}
