import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { createSessionKeeper, type SessionKeeper } from '#modules/accounts/server/door.ts'
import { eventSource, eventTicketSource, LiveMaps } from '#modules/events/server/door.ts'
import type { OrderPorts } from '#modules/orders/server/door.ts'
import { createTpay, type PaymentProvider } from '#modules/payments/server/door.ts'
import { createTicketPorts, issueTickets, type TicketPorts } from '#modules/tickets/server/door.ts'
import type { Config } from '#platform/config.ts'

/** What joins the rooms of this installation: the same for the server and the worker. */
export interface Ports {
  readonly sessions: SessionKeeper
  readonly orders: OrderPorts
  readonly checkout: CheckoutPorts
  readonly tickets: TicketPorts
  /** Opens nothing until somebody watches. */
  readonly liveMaps: LiveMaps
}

export function createPorts(config: Config): Ports {
  const providers = createProviders(config)
  const orders: OrderPorts = {
    sources: [eventSource],
    paymentWays: () =>
      providers.map(({ number, name }) => ({ provider: number, name, method: 'VirtualPos' })),
  }
  return {
    sessions: createSessionKeeper(),
    orders,
    checkout: { providers, orders, issueTickets },
    tickets: createTicketPorts({ orders, sources: [eventTicketSource] }),
    liveMaps: new LiveMaps({
      connectionsMax: config.LIVE_CONNECTIONS_MAX,
      connectionsPerAddressMax: config.LIVE_CONNECTIONS_PER_ADDRESS_MAX,
    }),
  }
}

/** The ways to pay that are set up. */
function createProviders(config: Config): readonly PaymentProvider[] {
  if (!config.TPAY_URL) return []
  return [
    createTpay({
      url: config.TPAY_URL,
      apiKey: config.TPAY_API_KEY,
      clientId: config.TPAY_CLIENT_ID,
      clientSecret: config.TPAY_CLIENT_SECRET,
    }),
  ]
}
