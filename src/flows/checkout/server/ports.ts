import type { FulfilmentSource, Order, OrderPorts } from '#modules/orders/server/public-api.ts'
import type {
  CardCosts,
  GcCaller,
  PaymentProvider,
  ProviderHealth,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** What the checkout flow is joined with. */
export interface CheckoutPorts {
  readonly providers: readonly PaymentProvider[]
  /** What the choice of who takes a card depends on. */
  readonly acquiring: { readonly costs: CardCosts; readonly health: ProviderHealth }
  /** Reads the calls that the bank gc makes to us; absent when it is not joined. */
  readonly gc?: GcCaller
  /** Makes the tickets of an order that has just been processed and enqueues their email, in the open transaction. */
  readonly issueTickets: (context: Context, order: Order) => Promise<void>
  /** Verticals whose places an outside supplier confirms after the payment; none when absent. */
  readonly suppliers?: readonly FulfilmentSource[]
  /**
   * Locks the tickets that an order is sold in exchange for; null when one of them is not what it was. What it answers
   * ends them, once the new places are sold. Absent where nothing is exchanged.
   */
  readonly lockReplaced?: (context: Context, order: Order) => Promise<EndReplaced | null>
  /** What a page needs of an order, for the call that opens a new one. */
  readonly orders: OrderPorts
}

/** Ends tickets that were exchanged, in the transaction that has locked them. */
export type EndReplaced = () => Promise<void>

/** Nothing is locked for an order that replaces nothing. */
export async function lockReplaced(
  context: Context,
  ports: CheckoutPorts,
  order: Order,
): Promise<EndReplaced | null> {
  if (!order.lines.some(({ detail }) => detail.replaces)) return async () => {}
  return (await ports.lockReplaced?.(context, order)) ?? null
}

/** The provider of a payment that exists. Throws when it is no longer joined: its money must not be forgotten. */
export function providerOf(ports: CheckoutPorts, provider: number): PaymentProvider {
  const found = findProvider(ports, provider)
  if (!found) throw new Error(`Payment provider ${provider} is not joined`)
  return found
}

export function findProvider(ports: CheckoutPorts, provider: number): PaymentProvider | undefined {
  return ports.providers.find((candidate) => candidate.number === provider)
}
