import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'

const { Draft, Failed, Checkout, PaymentPending, Processed, WaitingForTicket, Transferred } =
  namedNumbers(orderStatus)

/** `orders.status in …`, for SQL: the buyer may still change the order. */
export const openStatuses = sql`(${Draft}, ${Checkout})`

/** The order ends at its deadline. */
export const unpaidStatuses = sql`(${Draft}, ${Checkout}, ${PaymentPending})`

/** Places are held for a buyer who has left their phone or e-mail; the condition of the index `orders_unpaid_phone`. */
export const unpaidWithBuyerStatuses = sql`(${Failed}, ${Checkout}, ${PaymentPending})`

/** Paid orders that keep their tickets, including transferred ones. */
export const paidStatuses = sql`(${Processed}, ${WaitingForTicket}, ${Transferred})`
