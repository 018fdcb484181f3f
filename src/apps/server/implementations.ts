import { cinemaReturnRoutes } from '#flows/cinema/server/routes.ts'
import { checkoutRoutes } from '#flows/checkout/server/routes.ts'
import { counterRoutes } from '#flows/counter/server/routes.ts'
import { fulfilmentRoutes } from '#flows/fulfilment/server/routes.ts'
import { inviteRoutes } from '#flows/invite/server/routes.ts'
import { journeyRoutes } from '#flows/journeys/server/routes.ts'
import { leaveRoutes } from '#flows/leave/server/routes.ts'
import { passRoutes } from '#flows/pass/server/routes.ts'
import { returnRoutes } from '#flows/returns/server/routes.ts'
import { signInRoutes } from '#flows/sign-in/server/routes.ts'
import { withdrawRoutes } from '#flows/withdraw/server/routes.ts'
import { accountRoutes } from '#modules/accounts/server/public-api.ts'
import { catalogueRoutes } from '#modules/catalogue/server/routes.ts'
import {
  cinemaRoutes,
  officeRoutes as cinemaOfficeRoutes,
} from '#modules/cinema/server/public-api.ts'
import { designerRoutes } from '#modules/designer/server/public-api.ts'
import { entranceRoutes } from '#modules/entrance/server/public-api.ts'
import { eventRoutes } from '#modules/events/server/routes.ts'
import { flightRoutes } from '#modules/flights/server/public-api.ts'
import { followRoutes } from '#modules/follows/server/public-api.ts'
import { invitationRoutes } from '#modules/invitations/server/public-api.ts'
import { membershipRoutes } from '#modules/membership/server/public-api.ts'
import { mailingRoutes } from '#modules/mailings/server/public-api.ts'
import {
  merchantPromotionRoutes,
  merchantRoutes,
  widgetRoutes,
} from '#modules/merchant/server/public-api.ts'
import { multipassRoutes } from '#modules/multipass/server/public-api.ts'
import { operatorRoutes } from '#modules/operator/server/routes.ts'
import { requestRoutes } from '#modules/requests/server/public-api.ts'
import { searchRoutes } from '#modules/search/server/routes.ts'
import { notificationRoutes } from '#modules/notifications/server/public-api.ts'
import { orderRoutes } from '#modules/orders/server/routes.ts'
import { passengerRoutes } from '#modules/passengers/server/public-api.ts'
import { cardRoutes } from '#modules/payments/server/public-api.ts'
import { presentationRoutes } from '#modules/presentation/server/public-api.ts'
import { promotionRoutes } from '#modules/promotions/server/public-api.ts'
import { rulesAdminRoutes } from '#modules/rules-admin/server/public-api.ts'
import { ticketRoutes } from '#modules/tickets/server/public-api.ts'
import { operatorQueueRoutes, queueRoutes } from '#modules/queue/server/public-api.ts'
import { timetableRoutes } from '#modules/timetable/server/public-api.ts'
import { transportOfficeRoutes, transportRoutes } from '#modules/transport/server/public-api.ts'
import { bankAccountReverser, settlementRoutes } from '#modules/settlements/server/public-api.ts'
import { walletRoutes } from '#modules/wallet/server/public-api.ts'
import { staffRoutes } from '#modules/staff/server/public-api.ts'
import { webhookRoutes } from '#modules/webhooks/server/public-api.ts'
import type { Implementation } from '#platform/http/implement.ts'
import { logNamers } from './log-namers.ts'
import type { Ports } from './ports.ts'
import { shellTextRoutes } from './shell-texts.ts'

/** All calls that this installation implements. A module's routes are listed here and nowhere else. */
export function createImplementations(ports: Ports): readonly Implementation[] {
  return [
    ...shellTextRoutes,
    ...catalogueRoutes(ports.catalogue),
    ...presentationRoutes(ports.presentation),
    ...searchRoutes(ports.search),
    ...eventRoutes(ports.orders, ports.liveMaps, ports.catalogue),
    ...timetableRoutes,
    ...transportRoutes(ports.orders, ports.tickets),
    ...transportOfficeRoutes,
    ...flightRoutes(ports.flights),
    ...cinemaRoutes({
      orders: ports.orders,
      invitations: ports.invite.invitations,
      supplier: ports.cinemaSupplier,
    }),
    ...cinemaReturnRoutes(ports.returns),
    ...cinemaOfficeRoutes,
    ...queueRoutes(ports.queue),
    ...operatorQueueRoutes(ports.queue),
    ...requestRoutes(ports.requests),
    ...orderRoutes(ports.orders),
    ...checkoutRoutes(ports.checkout),
    ...journeyRoutes(ports),
    ...ticketRoutes(ports.tickets),
    ...multipassRoutes(ports.orders),
    ...passRoutes(ports.checkout, ports.liveMaps.boards),
    ...invitationRoutes(ports.invite.invitations),
    ...inviteRoutes(ports.invite),
    ...returnRoutes(ports.returns),
    ...fulfilmentRoutes(ports.fulfilment),
    ...signInRoutes(ports.sessions, ports.external),
    ...accountRoutes,
    ...notificationRoutes(ports.notifications),
    ...followRoutes(ports.watches),
    ...passengerRoutes,
    ...walletRoutes,
    ...membershipRoutes,
    ...withdrawRoutes(ports.payouts !== null),
    ...cardRoutes,
    ...leaveRoutes(ports.orders),
    ...operatorRoutes(ports.orders, logNamers),
    ...designerRoutes,
    ...staffRoutes(ports.sellers, logNamers, [bankAccountReverser]),
    ...mailingRoutes(ports.entrance),
    ...merchantRoutes(ports.entrance),
    ...widgetRoutes({ allowsHttp: ports.webhooks.allowsLoopback }),
    ...settlementRoutes(ports.settlements),
    ...counterRoutes({
      checkout: ports.checkout,
      returns: ports.returns,
      boards: ports.liveMaps.boards,
      sessions: ports.sessions,
    }),
    ...merchantPromotionRoutes(ports.orders),
    ...webhookRoutes(ports.webhooks),
    ...entranceRoutes(ports.entrance),
    ...rulesAdminRoutes(ports.orders),
    ...promotionRoutes(ports.orders, ports.liveMaps.boards),
  ]
}
