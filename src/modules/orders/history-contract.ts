/** The wallet's view of orders: past and upcoming. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { categoryKind } from '#contract/enumerations.ts'
import { isoDate, text, wholeNumber } from '#contract/fields.ts'
import { orderSummaryView } from './contract.ts'

const historyQuery = z.object({
  /** Open orders (0, 5, 6) for something to come are upcoming only when their status is asked for. */
  orderStatus: wholeNumber(0, 12).optional(),
  /** Number of the category. */
  category: wholeNumber(0, Math.max(...Object.values(categoryKind))).optional(),
  integrationChannel: text(60).optional(),
  /** `nextCursor` of the previous page; a plain date or instant starts there. */
  cursorPointer: z
    .union([isoDate, z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~\d{1,15}$/)])
    .optional(),
  pageSize: wholeNumber(1, 50).default(20),
})

const historyReply = z.object({
  orders: z.array(orderSummaryView),
  /** Date of the last row and its number; null on the last page. */
  nextCursor: z.string().nullable(),
})

const shared = {
  area: 'wallet',
  method: 'GET',
  credential: 'customer',
  required: [] as string[],
  query: historyQuery,
  reply: historyReply,
} as const

export const walletHistory = defineCall({
  ...shared,
  id: 'wallet-history',
  path: '/groot/Wallet/history',
  summary: 'The caller’s orders for what is over or never happened, newest first',
})

export const walletUpcoming = defineCall({
  ...shared,
  id: 'wallet-upcoming',
  path: '/groot/Wallet/upcoming',
  summary: 'The caller’s orders for what is still to come, newest first',
})
