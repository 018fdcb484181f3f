import { benchCatalogue } from './catalogue.ts'
import { benchCinema } from './cinema.ts'
import { benchDesigner } from './designer.ts'
import { benchEngine } from './engine.ts'
import type { BenchFigure } from './figures.ts'
import { benchFlightPage } from './flight-page.ts'
import { benchFlights } from './flights.ts'
import { benchHoldsOverHttp } from './holds-over-http.ts'
import { benchJourneys } from './journeys.ts'
import { benchLedger } from './ledger.ts'
import { benchLegHolds } from './leg-holds.ts'
import { benchLiveMaps } from './live-maps.ts'
import { benchMachines } from './machines.ts'
import { benchMixedOrders } from './mixed-orders.ts'
import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { benchQueue } from './queue.ts'
import { benchScripts } from './scripts.ts'
import { benchSlowDevice } from './slow-device.ts'
import { benchSeatmap } from './seatmap.ts'
import { benchSearch } from './search.ts'
import { benchSeatsByLeg } from './seats-by-leg.ts'
import type { BenchShop } from './shop.ts'
import { benchSilence } from './silence.ts'
import { benchStatistics } from './statistics.ts'
import { benchTicketEmails } from './ticket-emails.ts'
import { benchWrongLogins } from './wrong-logins.ts'

interface PartBase {
  readonly name: string
  readonly title: string
  /** Time limit, about three times the expected duration. */
  readonly secondsMax: number
  /** Serves requests in its own process, which therefore needs a server's settings. */
  readonly isServer?: true
}

/** A part either creates its data, or gets a shop in its initial state. */
export type Part = PartBase &
  (
    | { readonly needsShop: false; readonly run: () => Promise<BenchFigure[]> }
    | { readonly needsShop: true; readonly run: (shop: BenchShop) => Promise<BenchFigure[]> }
  )

export const parts: readonly Part[] = [
  {
    name: 'engine',
    title: 'Holds through the engine, beside pgbench',
    secondsMax: 600,
    needsShop: false,
    run: benchEngine,
  },
  {
    name: 'ledger',
    title: 'The books, beside pgbench',
    secondsMax: 600,
    needsShop: false,
    run: benchLedger,
  },
  {
    name: 'statistics',
    title: 'Statistics of 100 merchants',
    secondsMax: 600,
    needsShop: false,
    run: benchStatistics,
  },
  {
    name: 'lists',
    title: 'Lists over 1,000 and 100,000 events',
    secondsMax: 600,
    needsShop: false,
    run: benchCatalogue,
  },
  {
    name: 'leg-holds',
    title: 'Holds by legs through the engine, beside pgbench',
    secondsMax: 300,
    needsShop: false,
    run: benchLegHolds,
  },
  {
    name: 'seats-by-leg',
    title: 'Seats by leg, beside seats at random',
    secondsMax: 180,
    needsShop: false,
    run: async () => benchSeatsByLeg(),
  },
  {
    name: 'search',
    title: 'Search',
    secondsMax: 300,
    needsShop: false,
    run: async () => benchSearch(),
  },
  {
    name: 'flights',
    title: 'A search of 500 flights, narrowed, sorted and rendered',
    secondsMax: 180,
    needsShop: true,
    run: async (shop) => [...benchFlights(), ...(await benchFlightPage(shop))],
  },
  {
    name: 'journeys',
    title: 'Journeys',
    secondsMax: 300,
    needsShop: false,
    run: async () => benchJourneys(),
  },
  {
    name: 'mixed-orders',
    title: 'One order for a concert and a journey, beside two',
    secondsMax: 180,
    needsShop: false,
    run: benchMixedOrders,
  },
  {
    name: 'holds',
    title: 'Holds over HTTP',
    secondsMax: 300,
    needsShop: true,
    run: benchHoldsOverHttp,
  },
  {
    name: 'orders',
    title: 'Whole orders over HTTP',
    secondsMax: 600,
    needsShop: true,
    run: benchOrders,
  },
  {
    name: 'machines',
    title: 'Several machines beside one',
    secondsMax: 600,
    needsShop: true,
    run: benchMachines,
  },
  {
    name: 'live-maps',
    title: 'Live maps',
    secondsMax: 300,
    needsShop: true,
    run: benchLiveMaps,
  },
  {
    name: 'queue',
    title: 'A queue of 20,000',
    secondsMax: 400,
    needsShop: true,
    run: benchQueue,
  },
  {
    name: 'cinema',
    title: 'Cinemas',
    secondsMax: 180,
    needsShop: true,
    isServer: true,
    run: benchCinema,
  },
  { name: 'pages', title: 'Pages', secondsMax: 600, needsShop: true, run: benchPages },
  {
    name: 'silence',
    title: 'Whether times tell who has an account',
    secondsMax: 300,
    needsShop: true,
    run: benchSilence,
  },
  {
    name: 'wrong-logins',
    title: 'Browsing during 200 wrong sign-ins a second',
    secondsMax: 300,
    needsShop: true,
    run: benchWrongLogins,
  },
  {
    name: 'ticket-emails',
    title: 'Ticket e-mails',
    secondsMax: 400,
    needsShop: true,
    run: benchTicketEmails,
  },
  {
    name: 'seat-map',
    title: 'The seat map of a stadium',
    secondsMax: 300,
    needsShop: true,
    run: benchSeatmap,
  },
  {
    name: 'drawing-board',
    title: 'The drawing board with a stadium',
    secondsMax: 300,
    needsShop: true,
    run: benchDesigner,
  },
  {
    name: 'scripts',
    title: 'Script of first pages',
    secondsMax: 60,
    needsShop: true,
    run: benchScripts,
  },
  {
    name: 'slow-device',
    title: 'Pages on a slow phone',
    secondsMax: 300,
    needsShop: true,
    run: benchSlowDevice,
  },
]
