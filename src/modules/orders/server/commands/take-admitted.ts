import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import {
  bindPass,
  requirePass,
  markPassUsed,
  type QueueSubject,
} from '#modules/queue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Order } from '../order.ts'
import { findOwnOrder } from '../queries.ts'
import { isOpen, shownStatus } from '../rules.ts'
import { readOrder } from '../store.ts'
import { releaseOrder } from './release-order.ts'

/** The chosen places and the queue token. */
export interface AdmittedRequest {
  /** The subject of the chosen places: the item, its group or both. */
  readonly subject: QueueSubject
  readonly waitingRoomToken?: string
  /** An open order of the caller; a new one without it. */
  readonly orderKey?: string
}

/**
 * Takes places of an item that may have a queue: without a queue as `take` does, with one only for admitted visitors. A
 * queue token serves one order, until it is paid or has ended unpaid.
 */
export async function takeAdmitted(
  context: Context,
  request: AdmittedRequest,
  take: () => Promise<Result<Order, ErrorCode>>,
): Promise<Result<Order, ErrorCode>> {
  const { subject, waitingRoomToken } = request
  const admitted = await requirePass(context, subject, waitingRoomToken)
  if (!admitted.ok) return admitted
  const pass = admitted.value
  if (!pass) return take()
  const orderKey = request.orderKey?.toLowerCase()
  const isSame = orderKey !== undefined && orderKey === pass.orderKey
  if (pass.orderKey !== null) {
    const bound = await readOrder(context.db, { orderKey: pass.orderKey })
    const status = bound ? shownStatus(bound, context.clock.now()) : orderStatus.Canceled
    if (isBought(status)) await markPassUsed(context, pass)
    const mayGoOn = isEnded(status) || (isOpen(status) && isSame)
    if (!mayGoOn) return fail('QueueTokenAlreadyUsed')
  }
  if (orderKey !== undefined && !isSame) {
    const own = await findOwnOrder(context, { orderKey })
    if (!own.ok) return own
    // The token is bound first, because places added to an existing order could not be distinguished from its earlier
    // ones.
    if (!(await bindPass(context, pass, orderKey))) return fail('QueueTokenAlreadyUsed')
  }
  const taken = await take()
  if (!taken.ok || orderKey !== undefined) return taken
  const fresh = taken.value.orderKey
  if (await bindPass(context, pass, fresh)) return taken
  await releaseOrder(context, { orderKey: fresh, cancel: true })
  return fail('QueueTokenAlreadyUsed')
}

function isBought(status: OrderStatus): boolean {
  const { Processed, WaitingForTicket, Transferred } = orderStatus
  return ([Processed, WaitingForTicket, Transferred] as OrderStatus[]).includes(status)
}

function isEnded(status: OrderStatus): boolean {
  const { Canceled, Timeout, Failed } = orderStatus
  return ([Canceled, Timeout, Failed] as OrderStatus[]).includes(status)
}
