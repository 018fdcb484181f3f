import type { Call } from './call.ts'

/** What the calls of each area are for. */
const descriptions: Readonly<Record<string, string>> = {
  auth: 'Accounts of customers: signing up and in, the profile, discount cards, loyalty, deletion.',
  accounts: 'Accounts for apps: phone, password, consents, devices that are notified.',
  balance: 'The balance of a customer: top-ups, paying with it, withdrawing, what happened.',
  wallet: 'The balance, saved cards and past and coming purchases, as apps show them.',
  tickets: 'Tickets of the caller: showing, sharing, passing on, returning, reselling, verifying.',
  booking: 'Choosing places, which opens an order.',
  orders: 'Orders from choosing to tickets: holding, checkout, discounts, completion, ratings.',
  'orders-groot': 'Orders as older apps and sales channels make, pay and read them.',
  'promo-codes': 'Promo codes as older apps apply them.',
  payments: 'What payment services tell the shop, and how a payment stands.',
  catalogue: 'Dates and shows: today, a day, upcoming, the most wanted.',
  'events-older': 'Lists and maps under the names that older apps know.',
  search: 'Searching the programme, suggestions, saved searches.',
  shows: 'Shows with their dates, lists and banners.',
  stories: 'Picture stories of the front page.',
  venues: 'Venues.',
  queue: 'The waiting line before a sale that many want at once.',
  flights: 'Flights: search, prices by day, passengers, orders and reservations.',
  amadeus: 'Look-ups of airlines, airports and boards.',
  'passenger-templates': 'Passengers that a customer saves for the next journey.',
  omnibus: 'Intercity buses of Omnibus.',
  'central-bus-station': 'Buses from the central bus station (Ortachala).',
  'georgian-bus': 'Buses of Georgian Bus.',
  'city-bus': 'Buses of City Bus.',
  metro: 'Buses of Metro Georgia.',
  movies: 'Films, cinemas and showtimes.',
  cavea: 'Seats of cinemas: sessions, booking, glasses and popcorn, returns.',
  multipass: 'Prepaid cards with a number of uses.',
  merchant: 'An organiser’s staff: sign-in, gates, statistics, totals, purchase requests.',
  presentation: 'What the front page shows: banners, ads, questions, categories, calendar files.',
  operator: 'The back office of operators.',
  organiser: 'The back office of organisers.',
  entrance: 'Doors: what a scanner downloads, reads and reports.',
  transport: 'Journeys by train and bus: places, timetable, seats, changes.',
  own: 'What the shop’s own pages need beside the specified calls.',
}

/** The tag of calls that are not in the specification, by the beginning of their path. */
const ownAreas: readonly (readonly [path: string, tag: string])[] = [
  ['/v2/operator', 'operator'],
  ['/v2/merchantusers', 'organiser'],
  ['/v2/entrance', 'entrance'],
  ['/v2/transport', 'transport'],
  ['/v2/timetable', 'transport'],
  ['/v2/flights', 'flights'],
  ['/v2/movies', 'movies'],
  ['/v2/multipass', 'multipass'],
  ['/v2/tickets', 'tickets'],
  ['/v2/auth', 'auth'],
]

/** The tag of a call. */
export function tagOf({ area, path }: Pick<Call, 'area' | 'path'>): string {
  if (area !== 'own') return area
  return ownAreas.find(([start]) => path.startsWith(start))?.[1] ?? area
}

/** The tags of these calls with their descriptions; throws for a tag without a description. */
export function tagsOf(
  calls: readonly Pick<Call, 'area' | 'path'>[],
): { readonly name: string; readonly description: string }[] {
  return [...new Set(calls.map(tagOf))].map((name) => {
    const description = descriptions[name]
    if (description === undefined) throw new Error(`The tag ${name} is not described`)
    return { name, description }
  })
}
