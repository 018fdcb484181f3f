/** Page paths of each brand. */
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

/** `all` is for the pages of all carriers together. */
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
    // One form for buyer and passengers, confirmed before payment.
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

/** The brand of a page's path; null on pages of all carriers. */
export function brandOfPath(pathname: string): Brand | null {
  const first = splitLocale(pathname).path.split('/')[1]
  return brands.find((brand) => brand === first) ?? null
}

/** The brand of an order's journeys; null if there are several. */
export function brandOfOrder(segments: readonly { segment: { brand: Brand } }[]): Brand | null {
  const [first] = segments
  if (!first) return null
  const isOne = segments.every(({ segment }) => segment.brand === first.segment.brand)
  return isOne ? first.segment.brand : null
}

/**
 * Whether a page shows the notice that sales are suspended; the page of all carriers shows it if all are
 * suspended.
 */
export function isPausedFor(brand: Brand | null, paused: readonly Brand[]): boolean {
  return brand === null ? paused.length === brands.length : paused.includes(brand)
}
