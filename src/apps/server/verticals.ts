import {
  cinemaEntranceSource,
  cinemaFrontSource,
  cinemaListedSource,
  cinemaRequestSource,
  cinemaSearchSource,
  cinemaSellerSource,
  cinemaSource,
  cinemaTicketSource,
  cinemaWatchSource,
  createCinemaFulfilment,
  openCinemaSupplier,
} from '#modules/cinema/server/public-api.ts'
import type { EntranceSource } from '#modules/entrance/server/public-api.ts'
import {
  eventEntranceSource,
  eventQueueSource,
  eventRequestSource,
  eventSource,
  eventTicketSource,
} from '#modules/events/server/public-api.ts'
import type { ListedSource } from '#modules/catalogue/server/public-api.ts'
import {
  multipassEntranceSource,
  multipassSearchSource,
  multipassSource,
  multipassTicketSource,
} from '#modules/multipass/server/public-api.ts'
import {
  flightFulfilment,
  flightListedSource,
  flightSearchSource,
  flightSource,
  flightTicketSource,
} from '#modules/flights/server/public-api.ts'
import type { WatchSource } from '#modules/follows/server/public-api.ts'
import type { FulfilmentSource, OfferSource } from '#modules/orders/server/public-api.ts'
import type { FrontSource } from '#modules/presentation/server/public-api.ts'
import type { QueueSource } from '#modules/queue/server/public-api.ts'
import type { RequestSource } from '#modules/requests/server/public-api.ts'
import type { SearchSource } from '#modules/search/server/public-api.ts'
import {
  transportEntranceSource,
  transportFulfilment,
  transportRequestSource,
  transportListedSource,
  transportSearchSource,
  transportSellerSource,
  transportSource,
  transportTicketSource,
  transportWatchSource,
} from '#modules/transport/server/public-api.ts'
import type { SellerSource } from '#modules/staff/server/public-api.ts'
import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { openFlightSuppliers } from './flight-suppliers.ts'

/**
 * A kind of business that is sold here: one optional field for each capability that modules use. A module keeps its
 * port beside its other ports; `createPorts` passes it the verticals that implement it. See
 * docs/guides/add-a-vertical.md.
 */
export interface Vertical {
  /** Prices requests and describes items for orders. */
  readonly offers: OfferSource
  /** Describes its tickets; has the same name as `offers`. */
  readonly tickets: TicketSource
  /** An external supplier confirms its tickets after the payment. Absent where all places are our own. */
  readonly fulfilment?: FulfilmentSource | ((config: Config) => FulfilmentSource)
  /** The items that its tickets are scanned for, by whom and where. Absent without check-in. */
  readonly entrance?: EntranceSource
  /** Its search results beside shows: stops, films. */
  readonly search?: SearchSource
  /** Its shows in the calls of shows, under numbers that no other show has. */
  readonly listed?: ListedSource
  /** Its items of today, for the home page. */
  readonly front?: FrontSource
  /** Names and pages of the items that have queues before their sales. */
  readonly queue?: QueueSource
  /** Items for which tickets can be requested when sold out. */
  readonly requests?: RequestSource
  /** Items that customers can watch and get emails about. */
  readonly watches?: WatchSource
  /** Organisers that manage it on their own pages in the back office. */
  readonly seller?: SellerSource
}

/** All verticals of this installation. */
export const verticals: readonly Vertical[] = [
  {
    offers: eventSource,
    tickets: eventTicketSource,
    entrance: eventEntranceSource,
    queue: eventQueueSource,
    requests: eventRequestSource,
  },
  {
    offers: multipassSource,
    tickets: multipassTicketSource,
    entrance: multipassEntranceSource,
    search: multipassSearchSource,
  },
  {
    offers: transportSource,
    tickets: transportTicketSource,
    entrance: transportEntranceSource,
    search: transportSearchSource,
    listed: transportListedSource,
    requests: transportRequestSource,
    seller: transportSellerSource,
    fulfilment: () => transportFulfilment,
    watches: transportWatchSource,
  },
  {
    offers: flightSource,
    tickets: flightTicketSource,
    search: flightSearchSource,
    listed: flightListedSource,
    fulfilment: (config) => flightFulfilment(openFlightSuppliers(config)),
  },
  {
    offers: cinemaSource,
    tickets: cinemaTicketSource,
    fulfilment: (config) => createCinemaFulfilment(openCinemaSupplier(config)),
    entrance: cinemaEntranceSource,
    search: cinemaSearchSource,
    listed: cinemaListedSource,
    front: cinemaFrontSource,
    requests: cinemaRequestSource,
    seller: cinemaSellerSource,
    watches: cinemaWatchSource,
  },
]
