import type { FulfilmentSource, Order, OrderPorts } from '#modules/orders/server/public-api.ts'
import type {
  CardCosts,
  GcCaller,
  PaymentProvider,
  ProviderHealth,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** Dependencies of the checkout flow. */
export interface CheckoutPorts {
  readonly providers: readonly PaymentProvider[]
  /** Data for choosing the acquirer of a card. */
  readonly acquiring: { readonly costs: CardCosts; readonly health: ProviderHealth }
  /** Reads the calls that the bank gc makes to us; absent when it is not configured. */
  readonly gc?: GcCaller
  /** Issues the tickets of an order that has just been processed and enqueues their email, in the open transaction. */
  readonly issueTickets: (context: Context, order: Order) => Promise<void>
  /** Verticals whose places an outside supplier confirms after the payment; none when absent. */
  readonly suppliers?: readonly FulfilmentSource[]
  /**
   * Locks the tickets that an order replaces; null when one of them has changed. The returned function ends them once
   * the new places are sold. Absent without exchanges.
   */
  readonly lockReplaced?: (context: Context, order: Order) => Promise<EndReplaced | null>
  /** Presents an order for the reply of the call that opens a new one. */
  readonly orders: OrderPorts
}

/** Ends tickets that were exchanged, in the transaction that has locked them. */
export type EndReplaced = () => Promise<void>

/** An order that replaces no tickets locks none. */
export async function lockReplaced(
  context: Context,
  ports: CheckoutPorts,
  order: Order,
): Promise<EndReplaced | null> {
  if (!order.lines.some(({ detail }) => detail.replaces)) return async () => {}
  return (await ports.lockReplaced?.(context, order)) ?? null
}

/**
 * The provider of a payment that exists. Throws when it is no longer configured, because its money must not be ignored.
 */
export function providerOf(ports: CheckoutPorts, provider: number): PaymentProvider {
  const found = findProvider(ports, provider)
  if (!found) throw new Error(`Payment provider ${provider} is not joined`)
  return found
}

export function findProvider(ports: CheckoutPorts, provider: number): PaymentProvider | undefined {
  return ports.providers.find((candidate) => candidate.number === provider)
}
