import { invariant } from '#kernel/result.ts'
import {
  claimDueConfirmations,
  findOrder,
  linesOfConfirmation,
  putOffConfirmation,
  type Confirmation,
  type FulfilmentSource,
  type SupplyAnswer,
  type SupplyRequest,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { applyAnswer } from './apply-answer.ts'
import type { FulfilmentPorts } from './ports.ts'

/** Suppliers asked in one round; each may take as long as its time-out. */
const confirmationsPerRound = 10

/** Asks the suppliers about everything that is due. A failure does not delay the others. Returns how many were asked. */
export async function confirmDue(context: Context, ports: FulfilmentPorts): Promise<number> {
  const due = await claimDueConfirmations(context, confirmationsPerRound)
  await Promise.all(
    due.map((confirmation) =>
      confirmOne(context, ports, confirmation).catch((error: unknown) => {
        context.log.error({ err: error, confirmationId: confirmation.id }, 'a confirmation failed')
      }),
    ),
  )
  return due.length
}

/**
 * One attempt, outside any transaction; its answer is applied in one. An interrupted attempt is repeated with the same
 * key when its lease ends.
 */
async function confirmOne(
  context: Context,
  ports: FulfilmentPorts,
  confirmation: Confirmation,
): Promise<void> {
  const answer = await askAbout(context, ports, confirmation, (source, request) =>
    ask(context, source, request),
  )
  if (answer.kind !== 'pending') {
    const isApplied = await applyAnswer(context, ports, confirmation, answer)
    if (isApplied) return
  }
  const detail = answer.kind === 'pending' ? (answer.detail ?? '') : 'The answer does not fit'
  const isOverdueNow = await putOffConfirmation(context, confirmation, detail)
  if (isOverdueNow)
    context.log.error(
      { confirmationId: confirmation.id, orderId: confirmation.orderId, detail },
      'a supplier has not confirmed in time',
    )
}

/** Reads the outcome of earlier attempts without buying anything. */
export function lookUpNow(
  context: Context,
  ports: FulfilmentPorts,
  confirmation: Confirmation,
): Promise<SupplyAnswer> {
  return askAbout(context, ports, confirmation, async (source, request) => {
    const found = await source.lookUp?.(context, request)
    return !found || found.kind === 'absent' ? { kind: 'pending' } : found
  })
}

/** Time-outs, errors and a supplier that is no longer configured count as `pending`. */
async function askAbout(
  context: Context,
  { suppliers }: FulfilmentPorts,
  confirmation: Confirmation,
  work: (source: FulfilmentSource, request: SupplyRequest) => Promise<SupplyAnswer>,
): Promise<SupplyAnswer> {
  const source = suppliers.find(({ name }) => name === confirmation.source)
  if (!source) return { kind: 'pending', detail: `${confirmation.source} is not joined` }
  const order = await findOrder(context, { orderId: confirmation.orderId })
  invariant(order, `confirmation ${confirmation.id} has its order`)
  const { source: name, itemId, legFrom, legTo } = confirmation
  const request: SupplyRequest = {
    key: confirmation.id,
    order,
    item: { source: name, itemId, legFrom, legTo },
    lines: linesOfConfirmation(order, confirmation),
    attempt: confirmation.attemptCount,
  }
  try {
    return await work(source, request)
  } catch (error) {
    context.log.warn({ err: error, confirmationId: confirmation.id }, 'a supplier gave no answer')
    return { kind: 'pending', detail: error instanceof Error ? error.message : String(error) }
  }
}

/** The outcome of an earlier attempt counts; only bookings unknown to the supplier are requested again. */
async function ask(
  context: Context,
  source: FulfilmentSource,
  request: SupplyRequest,
): Promise<SupplyAnswer> {
  if (request.attempt > 1 && source.lookUp) {
    const found = await source.lookUp(context, request)
    if (found.kind !== 'absent') return found
  }
  return source.confirm(context, request)
}
