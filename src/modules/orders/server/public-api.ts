/** The orders module's public API. */
import type { OrderStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Order } from './order.ts'
import { readPaid, sumPaid, type PaidOrder } from './paid-amounts.ts'
import {
  lockOrders,
  readOrder,
  readOrdersById,
  readOverdueKeys,
  type OrderHandle,
} from './store.ts'

export { readOrderFigures } from './order-figures.ts'
export { bundleOf, countTickets, termsAcceptedAt, withoutPlace } from './order.ts'
export type {
  Buyer,
  ForeignPrice,
  LineDetail,
  LineScope,
  OptionTerms,
  DiscountTerms,
  PackageOfLine,
  NewOrderLine,
  Order,
  OrderLine,
  OrderRequest,
  PassedOnFee,
  ReplacedTicket,
} from './order.ts'
export type {
  FoundItem,
  ItemGroup,
  OfferSource,
  Quote,
  QuotedFee,
  QuotedTicket,
} from './offer-source.ts'
export type {
  CancellationAnswer,
  CancellationRequest,
  ConfirmedUnit,
  FulfilmentSource,
  LookUpAnswer,
  PartDue,
  SuppliedTicket,
  SupplierReturnTerms,
  SupplyAnswer,
  SupplyRequest,
  SupplyTerms,
} from './fulfilment-source.ts'
export {
  claimDueConfirmations,
  endConfirmation,
  findConfirmation,
  listOverdueConfirmations,
  linesOfConfirmation,
  lockConfirmation,
  putOffConfirmation,
  readConfirmations,
  requestConfirmations,
  type Confirmation,
} from './confirmations.ts'
export type {
  FlightSegment,
  ItemDescription,
  ItemDescriptions,
  ItemDetails,
  ItemHead,
  JourneyStop,
  SoldItem,
} from './item.ts'
export { describeBySource, itemKey, itemNote, soldItemOf, soldItemsOf } from './item.ts'
export type { MoveReason, Totals } from './rules.ts'
export type { OrderHandle } from './store.ts'
export type { OrderPorts, PaymentMethod } from './presenters.ts'
export { feeKey, isOpen, ownsOrder, shownStatus } from './rules.ts'
export { orderAllocations, releaseOrderPlaces } from './allocations.ts'
export { addRefunded, paidMinorOf, readReturned } from './commands/add-refunded.ts'
export { writeRefundedPart, writeNamings } from './commands/refund-part.ts'
export { clearLapsedPlaces, repeatWhileOrdersAreLocked } from './commands/beside-orders.ts'
export {
  moveLines,
  readPlacedLines,
  readSeatedLines,
  tryLockOrders,
  type SeatedLine,
} from './commands/move-lines.ts'
export { moveOrder } from './commands/move-order.ts'
export { giveFree, keepBack, moveKeptBack, type KeptPlace } from './commands/keep-back.ts'
export { isOutside } from '../outside-status.ts'
export { placeOutside, type OutsideOrder, type RefusedOutside } from './commands/place-outside.ts'
export { takeBackOutside } from './commands/take-back-outside.ts'
export {
  findOutsideOrders,
  listAllotted,
  lockOutsideOrders,
  type KnownOutside,
} from './outside-orders.ts'
export { takeOffer, type TakeOfferOptions } from './commands/take-offer.ts'
export { takeAdmitted, type AdmittedRequest } from './commands/take-admitted.ts'
export {
  takeOffers,
  takeQuotes,
  requestFor,
  type OfferRequest,
  type TakenOffers,
} from './commands/take-quotes.ts'
export { checkoutOrder, type CheckoutOptions } from './commands/checkout-order.ts'
export { canRetryOrder } from './can-retry.ts'
export { copyOrderForRetry } from './commands/copy-order-for-retry.ts'
export { claimGuestOrders } from './commands/claim-guest-orders.ts'
export { releaseOrder } from './commands/release-order.ts'
export { splitOrder } from './commands/split-order.ts'
export { deleteEmptyOrders } from './commands/delete-empty-orders.ts'
export {
  claimPartnerCheckout,
  findPartnerCheckout,
  deleteOldPartnerCheckouts,
} from './partner-checkouts.ts'
export { extendLockedOrder, extendOrderUntil } from './commands/extend-order-until.ts'
export { freeFailedOrders } from './commands/free-failed-orders.ts'
export { expireOrder, sweepOverdueOrders } from './commands/expire-orders.ts'
export { placeNameOf, placeTextOf, ticketPlaceOf, wholePlaceOf } from './place-labels.ts'
export {
  missingDetails,
  presentQuestions,
  questionsOf,
  writeAnswers,
  type GivenExtra,
  type Question,
} from './extras.ts'
export { problemOfAnswer } from './answers.ts'
export {
  exportAnswers,
  extrasOnTicket,
  listExtras,
  readExtras,
  readExtrasOf,
  type ExtraListRow,
  type StoredExtra,
} from './stored-extras.ts'
export {
  answersOfItem,
  answersOfLines,
  presentAnswers,
  presentFields,
  type Answer,
  type AnswerField,
  type ItemAnswers,
} from './item-answers.ts'
export {
  exportPassengers,
  namePassengers,
  readPassengers,
  type GivenPassenger,
  type StoredPassenger,
  isWrongAgeFor,
} from './passengers.ts'
export { readRenaming, renamePassenger, type Renaming } from './rename-passenger.ts'
export { findCompanionProblem } from './check-companions.ts'
export {
  companionProblemOf,
  type CompanionProblem,
  type CompanionTerms,
  type Traveller,
} from '../companions.ts'
export { renamingAt, type Passenger, type PassengerTerms } from '../passenger-fields.ts'
export { missingCheck } from './buyer-checks.ts'
export { openIdentityCheck } from './identity-check.ts'
export { problemOfExtra, tidyExtra } from '../extra-fields.ts'
export { changeExtras, readExtrasWithAnswers, type ExtraWithAnswer } from './change-extras.ts'
export { correctBuyerEmail } from './commands/correct-buyer-email.ts'
export { eraseBuyer } from './commands/erase-buyer.ts'
export { applyBalance, unapplyBalance } from './commands/apply-balance.ts'
export { applyToOrder, releaseBalances, retakeBalances, spendBalances } from './paid-by-balance.ts'
export {
  advanceLineOf,
  hasInsurance,
  shareOfDiscounts,
  wouldCost,
  wouldTakeOff,
  type ShareOfDiscounts,
} from './discounts.ts'
export { fillLineDiscounts } from './line-discounts.ts'
export { addToOrder, setOffReplaced, takeFromOrder } from './settle-lines.ts'
export { carriedOver } from './exchange-credit.ts'
export { withOpenOrder } from './commands/with-open-order.ts'
export {
  findNamedOrder,
  findNewestDraft,
  findOrdersBeside,
  findOwnOrder,
  findOwnOrders,
} from './queries.ts'
export {
  readSalesByHour,
  readSalesByItem,
  type ItemSales,
  type SalesHour,
  type Span,
} from './sales.ts'
export { listOrders } from './list-orders.ts'
export {
  lookUpOrders,
  readOrderMoves,
  type FoundOrder,
  type LookUpKind,
  type LookUpScope,
} from './look-up.ts'
export { listRepeats } from './repeats.ts'
export { openedSession } from './opened-session.ts'
export { presentItem } from './present-items.ts'
export { presentCheckout, presentOrder } from './presenters.ts'

/** Any order with its lines, without a check of ownership: use `ownsOrder` or `findOwnOrder` for a caller. */
export async function findOrder(context: Context, handle: OrderHandle): Promise<Order | undefined> {
  return readOrder(context.db, handle)
}

/** Orders by their ids, without a check of ownership. */
export function findOrders(context: Context, orderIds: readonly number[]): Promise<Order[]> {
  return readOrdersById(context.db, orderIds)
}

/** Payments of a customer for valid orders since a time, in tetri. */
export function sumPaidOrders(context: Context, customerId: string, since: Date): Promise<number> {
  return sumPaid(context.db, customerId, since)
}

/** All payments of a customer for valid orders, the oldest first. */
export function listPaidOrders(context: Context, customerId: string): Promise<PaidOrder[]> {
  return readPaid(context.db, customerId)
}

/** Locks an order until the open transaction ends. The first lock of every command that changes one. */
export async function lockOrder(
  context: Context,
  handle: { readonly orderKey: string },
): Promise<Result<Order, 'OrderNotFound'>> {
  const [order] = await lockOrders(context.db, [handle.orderKey])
  return order ? ok(order) : fail('OrderNotFound')
}

/** Keys of orders in these states (Draft, Checkout, PaymentPending) whose deadline has passed. */
export async function listOverdueOrders(
  context: Context,
  options: { readonly statuses: readonly OrderStatus[]; readonly most: number },
): Promise<string[]> {
  return readOverdueKeys(context.db, { now: context.clock.now(), ...options })
}
