/** Which pages belong to which brand. */
import { splitLocale } from '#kernel/locale.ts'
import { brands, type Brand } from '../kinds.ts'

interface BrandPaths {
  readonly start: string
  readonly search: string
  readonly seats: string
  readonly passengers: string
  readonly checkout: string
}

const shared = {
  seats: '/transport/seatmap',
  passengers: '/transport/datafilling',
  checkout: '/transport/checkout',
} as const

/** Of all carriers together under `all`. */
const paths: Readonly<Record<Brand | 'all', BrandPaths>> = {
  railway: {
    start: '/railway',
    search: '/railway/search',
    seats: '/railway/seatmap',
    passengers: '/railway/datafilling',
    checkout: '/railway/checkout',
  },
  ortachala: {
    start: '/ortachala',
    search: '/ortachala/search',
    seats: '/transport/seatmap',
    passengers: '/ortachala/datafilling',
    checkout: '/ortachala/checkout',
  },
  omnibus: {
    ...shared,
    start: '/omnibus',
    search: '/omnibus/result',
    // One form for who buys and who travels: it is confirmed before it is paid.
    passengers: '/omnibus/checkout',
    checkout: '/omnibus/checkout',
  },
  georgianbus: { ...shared, start: '/georgianbus', search: '/georgianbus/search' },
  citybus: { ...shared, start: '/citybus', search: '/citybus/search' },
  metrogeorgia: { ...shared, start: '/metrogeorgia', search: '/metrogeorgia/search' },
  all: { ...shared, start: '/transport', search: '/transport/search' },
}

export function pathsOf(brand: Brand | null): BrandPaths {
  return paths[brand ?? 'all']
}

/** The brand whose page an address is; null where all carriers stand together. */
export function brandOfPath(pathname: string): Brand | null {
  const first = splitLocale(pathname).path.split('/')[1]
  return brands.find((brand) => brand === first) ?? null
}

/** The brand that an order's journeys are of; null when they are of several. */
export function brandOfOrder(segments: readonly { segment: { brand: Brand } }[]): Brand | null {
  const [first] = segments
  if (!first) return null
  const isOne = segments.every(({ segment }) => segment.brand === first.segment.brand)
  return isOne ? first.segment.brand : null
}

/** Whether the page of a carrier says that its sale is suspended; the page of all carriers says so when all are. */
export function isPausedFor(brand: Brand | null, paused: readonly Brand[]): boolean {
  return brand === null ? paused.length === brands.length : paused.includes(brand)
}
