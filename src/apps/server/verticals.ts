import {
  cinemaEntranceSource,
  cinemaFrontSource,
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
import {
  multipassEntranceSource,
  multipassSearchSource,
  multipassSource,
  multipassTicketSource,
} from '#modules/multipass/server/public-api.ts'
import {
  flightFulfilment,
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
  transportRequestSource,
  transportSearchSource,
  transportSource,
  transportTicketSource,
  transportWatchSource,
} from '#modules/transport/server/public-api.ts'
import type { SellerSource } from '#modules/staff/server/public-api.ts'
import type { TicketSource } from '#modules/tickets/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { openFlightSuppliers } from './flight-suppliers.ts'

/**
 * Something that is sold here: what each module asks of it, a capability a field. A module keeps its port beside its
 * other ports; `createPorts` gives it the list of those who have it. See docs/guides/add-a-vertical.md.
 */
export interface Vertical {
  /** Prices requests and describes items to orders. */
  readonly offers: OfferSource
  /** Describes its tickets. Its name is that of `offers`. */
  readonly tickets: TicketSource
  /** An outside supplier confirms its tickets after the payment. Absent where all places are our own. */
  readonly fulfilment?: FulfilmentSource | ((config: Config) => FulfilmentSource)
  /** What its tickets are scanned for, by whom and where. Absent where nobody scans them here. */
  readonly entrance?: EntranceSource
  /** What of it is found by search beside shows: stops, films. */
  readonly search?: SearchSource
  /** What of it is on today, for the home page. */
  readonly front?: FrontSource
  /** Names and pages of what people wait for before its sales. */
  readonly queue?: QueueSource
  /** What of it tickets may be asked for of when there are none. */
  readonly requests?: RequestSource
  /** What of it people may wait for and are written to about. */
  readonly watches?: WatchSource
  /** Which organisers run it on pages of their own in the back office. */
  readonly seller?: SellerSource
}

/** All that this installation sells. */
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
    requests: transportRequestSource,
    watches: transportWatchSource,
  },
  {
    offers: flightSource,
    tickets: flightTicketSource,
    search: flightSearchSource,
    fulfilment: (config) => flightFulfilment(openFlightSuppliers(config)),
  },
  {
    offers: cinemaSource,
    tickets: cinemaTicketSource,
    fulfilment: (config) => createCinemaFulfilment(openCinemaSupplier(config)),
    entrance: cinemaEntranceSource,
    search: cinemaSearchSource,
    front: cinemaFrontSource,
    requests: cinemaRequestSource,
    seller: cinemaSellerSource,
    watches: cinemaWatchSource,
  },
]
