import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import {
  changeExtras,
  lockOrder,
  readExtrasWithAnswers,
  type ExtraWithAnswer,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { DetailView } from '../../details-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { markAnswersChanged } from '../ticket-changes.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { heldByCaller, type HeldOfOrder } from './held-by-caller.ts'

export interface AdditionalInfo {
  readonly orderNo: string
  readonly questions: DetailView[]
}

/** Answers for the tickets that the caller holds, and for the order when it is theirs. */
export async function readAdditionalInfo(
  context: Context,
  ports: TicketPorts,
  orderNo: string,
): Promise<Result<AdditionalInfo, 'Unauthenticated' | 'OrderNotFound'>> {
  const found = await heldByCaller(context, ports, orderNo)
  if (!found.ok) return found
  return ok(await present(context, ports, found.value, orderNo))
}

/** Changes answers while they may be changed; the order is locked, so concurrent changes are not lost. */
export async function saveAdditionalInfo(
  context: Context,
  ports: TicketPorts,
  given: {
    readonly orderNo: string
    readonly extras: readonly { readonly id: string; readonly value: string }[]
  },
): Promise<Result<AdditionalInfo, ErrorCode>> {
  const found = await heldByCaller(context, ports, given.orderNo)
  if (!found.ok) return found
  const { order } = found.value
  const saved = await inTransaction<Result<undefined, ErrorCode>>(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: order.orderKey })
    if (!locked.ok) return locked
    const { questions } = await present(inside, ports, found.value, given.orderNo)
    const open = new Set(questions.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])))
    const { sources } = ports.orders
    const changed = await changeExtras(inside, sources, locked.value, given.extras, open)
    if (changed.ok) await markAnswersChanged(inside, [order.id])
    return changed
  })
  return saved.ok ? readAdditionalInfo(context, ports, given.orderNo) : saved
}

async function present(
  context: Context,
  ports: TicketPorts,
  found: HeldOfOrder,
  orderNo: string,
): Promise<AdditionalInfo> {
  const asked = await readExtrasWithAnswers(context, ports.orders.sources, found.order)
  const now = context.clock.now()
  return {
    // The number of an order is its buyer's.
    orderNo: found.ownsOrder ? found.order.orderNumber : orderNo,
    questions: asked.filter((one) => concerns(found, one)).map((one) => detailOf(one, found, now)),
  }
}

/** For an order of somebody else: only answers about tickets transferred to the caller. */
function concerns({ held, ownsOrder }: HeldOfOrder, { view }: ExtraWithAnswer): boolean {
  return view.lineId === null ? ownsOrder : held.some((one) => isAbout(view, one))
}

function isAbout({ lineId, unit }: ExtraWithAnswer['view'], { ticket }: HeldTicket): boolean {
  return ticket.orderLineId === lineId && ticket.lineUnit === unit
}

function detailOf(
  { view, source, itemId, changeHoursBefore }: ExtraWithAnswer,
  { held }: { readonly held: readonly HeldTicket[]; readonly order: Order },
  now: Date,
): DetailView {
  const about = held.filter((one) => (view.lineId === null ? true : isAbout(view, one)))
  const begins = about.find(({ ticket }) => ticket.source === source && ticket.itemId === itemId)
    ?.subject.startsAt
  const until = begins && new Date(begins.getTime() - changeHoursBefore * 3_600_000)
  // Answers of used, returned or unpaid tickets are final.
  const isValid = about.some(({ code, ticket }) => code !== null && ticket.usedAt === null)
  const isOpen = isValid && until !== undefined && now <= until
  return { ...view, changeableUntil: isOpen ? until.toISOString() : null, isOpen }
}
