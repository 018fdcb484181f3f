import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { FulfilmentPorts } from '#flows/fulfilment/server/ports.ts'
import type { InvitePorts } from '#flows/invite/server/ports.ts'
import { lockReplaced } from '#flows/returns/server/exchange.ts'
import { createReturnPorts, type ReturnPorts } from '#flows/returns/server/ports.ts'
import {
  createFacebook,
  createSessionStore,
  type IdentityProvider,
  type SessionStore,
} from '#modules/accounts/server/public-api.ts'
import type { CataloguePorts } from '#modules/catalogue/server/public-api.ts'
import { openCinemaSupplier, type CinemaSupplier } from '#modules/cinema/server/public-api.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { LiveMaps } from '#modules/events/server/public-api.ts'
import type { FlightPorts } from '#modules/flights/server/public-api.ts'
import { requestReservations, countInvitations } from '#modules/invitations/server/public-api.ts'
import {
  endpointCheck,
  openFcm,
  openWebPush,
  type NotificationPorts,
} from '#modules/notifications/server/public-api.ts'
import { recordPassSale } from '#modules/multipass/server/public-api.ts'
import {
  openIdentityCheck,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import {
  cash,
  createBog,
  createTerminal,
  createCityPay,
  createEpoint,
  createGc,
  createTpay,
  methodOf,
  ProviderHealth,
  type GcCaller,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { tryApplyBenefits } from '#modules/promotions/server/public-api.ts'
import type { PresentationPorts } from '#modules/presentation/server/public-api.ts'
import { LiveQueues, type QueuePorts } from '#modules/queue/server/public-api.ts'
import type { WatchSource } from '#modules/follows/server/public-api.ts'
import type { RequestPorts } from '#modules/requests/server/public-api.ts'
import type { SearchPorts } from '#modules/search/server/public-api.ts'
import { createStaffSessionStore, type SellerSource } from '#modules/staff/server/public-api.ts'
import {
  createTicketPorts,
  issueTickets,
  type ConfirmedTickets,
  type TicketPorts,
  type WalletSettings,
} from '#modules/tickets/server/public-api.ts'
import {
  createSettlementPorts,
  type SettlementPorts,
} from '#modules/settlements/server/public-api.ts'
import { openPayoutBank, type PayoutBank } from '#modules/wallet/server/public-api.ts'
import type { DeliveryPorts } from '#modules/webhooks/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { systemRandom, type Context } from '#platform/context.ts'
import { openPictures } from '#platform/media/read-picture.ts'
import type { StaffPort } from '#platform/http/sessions.ts'
import { openFlightSuppliers } from './flight-suppliers.ts'
import { verticals, type Vertical } from './verticals.ts'

/** The connections between the modules of this installation, the same for server and worker. */
export interface Ports {
  readonly sessions: SessionStore
  /** Authenticates organisers' staff. */
  readonly staff: StaffPort
  /** What organisers manage on pages of their own. */
  readonly sellers: readonly SellerSource[]
  /** The external identity provider, if configured. */
  readonly external: IdentityProvider | null
  readonly orders: OrderPorts
  readonly search: SearchPorts
  /** What verticals list beside the catalogue's shows. */
  readonly catalogue: CataloguePorts
  /** Contents of the home page besides shows. */
  readonly presentation: PresentationPorts
  /** Flight suppliers. */
  readonly flights: FlightPorts
  readonly checkout: CheckoutPorts
  readonly tickets: TicketPorts
  /** Items with check-in. */
  readonly entrance: EntrancePorts
  /** Items with queues. */
  readonly queue: QueuePorts
  /** Items for which tickets can be requested. */
  readonly watches: readonly WatchSource[]
  readonly requests: RequestPorts
  readonly returns: ReturnPorts
  /** Suppliers that confirm paid tickets. */
  readonly fulfilment: FulfilmentPorts
  /** Push services. */
  readonly notifications: NotificationPorts
  readonly invite: InvitePorts
  /** Pays balances out to bank accounts, if configured. */
  readonly payouts: PayoutBank | null
  /** Organisers' money that has to be held back, and whether it can be paid out. */
  readonly settlements: SettlementPorts
  /** Webhooks to merchants' systems. */
  readonly webhooks: DeliveryPorts
  /** Opens no connection until a client subscribes. */
  readonly liveMaps: LiveMaps
  /** The external cinema system, if configured. */
  readonly cinemaSupplier: CinemaSupplier | null
}

export function createPorts(config: Config, sold: readonly Vertical[] = verticals): Ports {
  const gc = openGc(config)
  // Banks first; the order in which they are offered.
  const [bank, ...others] = createProviders(config)
  const providers = [bank, gc?.provider, ...others].filter((each) => each !== undefined)
  const orders: OrderPorts = {
    ...identityCheckOf(config),
    sources: sold.map(({ offers }) => offers),
    paymentWays: () =>
      // Cards first, as the most common method. Wallets have separate buttons.
      providers
        .filter((provider) => !('payByWallet' in provider))
        .toSorted((left, right) => Number(left.isPush) - Number(right.isPush))
        .map(({ number, name }) => ({
          provider: number,
          name,
          method: methodOf(number),
        })),
    beforeCheckout: tryApplyBenefits,
  }
  const tickets = createTicketPorts({
    orders,
    sources: sold.map((vertical) => vertical.tickets),
    sentElsewhere: [countInvitations],
    wallets: walletsOf(config),
    readPicture: openPictures(config),
  })
  const suppliers = sold.flatMap(({ fulfilment }) =>
    typeof fulfilment === 'function' ? fulfilment(config) : (fulfilment ?? []),
  )
  const returns = createReturnPorts(tickets, suppliers)
  const issue = async (
    context: Context,
    order: Order,
    confirmed?: ConfirmedTickets,
  ): Promise<void> => {
    await issueTickets(context, order, confirmed)
    await recordPassSale(context, order)
    await requestReservations(context, order.id)
  }
  const checkout: CheckoutPorts = {
    // Cash and card terminals are available at counters only.
    providers: [...providers, cash, ...terminalsOf(config)],
    acquiring: { costs: config.CARD_COSTS, health: new ProviderHealth() },
    orders,
    issueTickets: issue,
    suppliers,
    lockReplaced: (context, order) => lockReplaced(context, returns, order),
    ...(gc ? { gc: gc.caller } : {}),
  }
  return {
    sessions: createSessionStore(),
    staff: createStaffSessionStore(),
    watches: sold.flatMap(({ watches }) => watches ?? []),
    sellers: sold.flatMap(({ seller }) => seller ?? []),
    external: createExternal(config),
    orders,
    flights: { orders, suppliers: openFlightSuppliers(config) },
    catalogue: { listed: sold.flatMap(({ listed }) => listed ?? []) },
    presentation: { front: sold.flatMap(({ front }) => front ?? []) },
    search: { sources: sold.flatMap(({ search }) => search ?? []) },
    checkout,
    invite: { checkout, invitations: { tickets } },
    tickets,
    entrance: { tickets, sources: sold.flatMap(({ entrance }) => entrance ?? []) },
    queue: {
      sources: sold.flatMap(({ queue }) => queue ?? []),
      live: new LiveQueues({
        connectionsMax: config.LIVE_CONNECTIONS_MAX,
        connectionsPerAddressMax: config.LIVE_CONNECTIONS_PER_ADDRESS_MAX,
      }),
    },
    requests: { orders, sources: sold.flatMap(({ requests }) => requests ?? []) },
    returns,
    fulfilment: { suppliers, issueTickets: issue },
    notifications: createNotificationPorts(config),
    payouts: config.PAYOUT_URL
      ? openPayoutBank({ url: config.PAYOUT_URL, apiKey: config.PAYOUT_API_KEY })
      : null,
    settlements: createSettlementPorts({
      sources: tickets.sources,
      canPayOut: config.PAYOUT_URL !== undefined,
      orderSources: orders.sources,
    }),
    webhooks: { allowsLoopback: config.MODE === 'test' },
    cinemaSupplier: openCinemaSupplier(config),
    liveMaps: new LiveMaps({
      connectionsMax: config.LIVE_CONNECTIONS_MAX,
      connectionsPerAddressMax: config.LIVE_CONNECTIONS_PER_ADDRESS_MAX,
    }),
  }
}

/** The push services with configured keys. */
function createNotificationPorts(config: Config): NotificationPorts {
  const isAllowedEndpoint = endpointCheck(config.PUSH_ORIGINS)
  const { PUSH_VAPID_KEY, FCM_URL, FCM_KEY, FCM_ACCOUNT } = config
  return {
    isAllowedEndpoint,
    webPush: PUSH_VAPID_KEY
      ? openWebPush({
          privateKey: PUSH_VAPID_KEY,
          subject: config.PUSH_VAPID_SUBJECT,
          isAllowedEndpoint,
        })
      : null,
    fcm:
      FCM_URL && FCM_KEY
        ? openFcm({
            url: FCM_URL.replace(/\/+$/, ''),
            tokenUrl: config.FCM_TOKEN_URL ?? `${FCM_URL.replace(/\/+$/, '')}/token`,
            projectId: config.FCM_PROJECT,
            account: FCM_ACCOUNT,
            key: FCM_KEY,
          })
        : null,
  }
}

/** The wallets with configured keys. */
function walletsOf(config: Config): WalletSettings {
  const { APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_PASS_WWDR, GOOGLE_WALLET_KEY } = config
  const hasApple = APPLE_PASS_CERTIFICATE && APPLE_PASS_KEY && APPLE_PASS_WWDR
  return {
    apple: hasApple
      ? {
          passTypeId: config.APPLE_PASS_TYPE_ID,
          teamId: config.APPLE_PASS_TEAM_ID,
          certificate: APPLE_PASS_CERTIFICATE,
          key: APPLE_PASS_KEY,
          passphrase: config.APPLE_PASS_KEY_PASSPHRASE,
          authority: APPLE_PASS_WWDR,
          push: config.APPLE_PUSH_URL
            ? { url: config.APPLE_PUSH_URL, authority: config.APPLE_PUSH_AUTHORITY }
            : null,
        }
      : null,
    google: GOOGLE_WALLET_KEY
      ? {
          issuerId: config.GOOGLE_WALLET_ISSUER_ID,
          account: config.GOOGLE_WALLET_ACCOUNT,
          key: GOOGLE_WALLET_KEY,
          saveUrl: config.GOOGLE_WALLET_URL.replace(/\/+$/, ''),
          api: config.GOOGLE_WALLET_API_URL
            ? {
                url: config.GOOGLE_WALLET_API_URL.replace(/\/+$/, ''),
                tokenUrl: config.GOOGLE_WALLET_TOKEN_URL,
              }
            : null,
        }
      : null,
  }
}

function identityCheckOf(config: Config): Pick<OrderPorts, 'identityCheck'> {
  const { IDENTITY_URL: url, IDENTITY_API_KEY: apiKey } = config
  return url === undefined ? {} : { identityCheck: openIdentityCheck({ url, apiKey }) }
}

function createExternal(config: Config): IdentityProvider | null {
  const { FB_URL, FB_GRAPH_URL, FB_APP_ID, FB_APP_SECRET } = config
  if (!FB_URL) return null
  return createFacebook({
    dialogUrl: FB_URL,
    graphUrl: FB_GRAPH_URL ?? FB_URL,
    appId: FB_APP_ID,
    appSecret: FB_APP_SECRET,
  })
}

/** The bank with signed callbacks; null if it or the key for its signatures is not configured. */
function openGc(config: Config): { provider: PaymentProvider; caller: GcCaller } | null {
  const { GC_URL, GC_CERTIFICATE } = config
  if (!GC_URL || !GC_CERTIFICATE) return null
  return createGc({
    url: GC_URL.replace(/\/+$/, ''),
    merchantId: config.GC_MERCHANT_ID,
    apiPassword: config.GC_API_PASSWORD,
    pageId: config.GC_PAGE_ID,
    accountId: config.GC_ACCOUNT_ID,
    caller: {
      user: config.GC_CALLER_USER,
      password: config.GC_CALLER_PASSWORD,
      certificate: GC_CERTIFICATE,
    },
  })
}

/** The bank that accepts wallets, with the configured ones. */
function bogOptions(config: Config, url: string): Parameters<typeof createBog>[0] {
  const {
    APPLE_PAY_MERCHANT_ID: appleId,
    APPLE_PAY_CERTIFICATE: certificate,
    APPLE_PAY_KEY: key,
    GOOGLE_PAY_MERCHANT_ID: googleId,
  } = config
  const name = 'Bileti'
  const isApple = appleId !== undefined && certificate !== undefined && key !== undefined
  return {
    url,
    tokenUrl: config.BOG_TOKEN_URL,
    clientId: config.BOG_CLIENT_ID,
    clientSecret: config.BOG_CLIENT_SECRET,
    apple: isApple
      ? {
          merchantId: appleId,
          certificate,
          key,
          gatewayUrl: config.APPLE_PAY_GATEWAY_URL,
          gatewayAuthority: config.APPLE_PAY_GATEWAY_AUTHORITY,
          displayName: name,
          domain: new URL(config.PUBLIC_ORIGIN).hostname,
        }
      : null,
    google:
      googleId === undefined
        ? null
        : {
            merchantId: googleId,
            merchantName: name,
            gateway: config.GOOGLE_PAY_GATEWAY,
            gatewayMerchantId: config.GOOGLE_PAY_GATEWAY_MERCHANT_ID,
            environment: config.MODE === 'production' ? 'PRODUCTION' : 'TEST',
          },
  }
}

/** The configured payment providers. */
function createProviders(config: Config): readonly PaymentProvider[] {
  const providers: PaymentProvider[] = []
  if (config.TPAY_URL)
    providers.push(
      createTpay({
        url: config.TPAY_URL,
        apiKey: config.TPAY_API_KEY,
        clientId: config.TPAY_CLIENT_ID,
        clientSecret: config.TPAY_CLIENT_SECRET,
      }),
    )
  if (config.EPOINT_URL)
    providers.push(
      createEpoint({
        url: config.EPOINT_URL,
        publicKey: config.EPOINT_PUBLIC_KEY,
        privateKey: config.EPOINT_PRIVATE_KEY,
      }),
    )
  if (config.BOG_URL) providers.push(createBog(bogOptions(config, config.BOG_URL)))
  if (config.CITYPAY_URL)
    providers.push(
      createCityPay({
        url: config.CITYPAY_URL,
        ordersUrl: config.CITYPAY_ORDERS_URL,
        customerId: config.CITYPAY_CUSTOMER_ID,
        accessToken: config.CITYPAY_ACCESS_TOKEN,
      }),
    )
  return providers
}

/** Card terminals at counters, if a service for them is configured. */
function terminalsOf({
  TERMINAL_URL,
  TERMINAL_API_KEY,
  TERMINAL_SALE_ID,
}: Config): PaymentProvider[] {
  if (!TERMINAL_URL) return []
  return [
    createTerminal({
      url: TERMINAL_URL,
      apiKey: TERMINAL_API_KEY,
      saleId: TERMINAL_SALE_ID,
      random: () => systemRandom.uuid(),
    }),
  ]
}
