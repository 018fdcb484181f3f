import type { z } from 'zod'
import { category, listItem, ticketTypeView, venue } from '#modules/catalogue/shapes.ts'
import { cinemaView, filmView, showtimeView } from '#modules/cinema/contract.ts'
import {
  orderItemView,
  orderLineView,
  orderOutcomeView,
  orderView,
  orderWithSessionView,
  paymentView,
} from '#modules/orders/contract.ts'
import { checkoutView } from '#modules/orders/checkout-contract.ts'
import { shareView, ticketView } from '#modules/tickets/shapes.ts'
import { journeyOrderView, segmentView } from '#modules/transport/shapes.ts'

/** Names of the main response schemas in the OpenAPI document, and so in clients generated from it. */
export const replyNames: Readonly<Record<string, z.ZodType>> = {
  CatalogueItem: listItem,
  Category: category,
  Venue: venue,
  TicketType: ticketTypeView,
  Film: filmView,
  Cinema: cinemaView,
  Showtime: showtimeView,
  Order: orderView,
  OpenedOrder: orderWithSessionView,
  OrderLine: orderLineView,
  OrderItem: orderItemView,
  OrderOutcome: orderOutcomeView,
  Checkout: checkoutView,
  Payment: paymentView,
  Ticket: ticketView,
  Share: shareView,
  JourneyOrder: journeyOrderView,
  Segment: segmentView,
}
