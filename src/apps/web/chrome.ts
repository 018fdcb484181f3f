import { splitLocale } from '#kernel/locale.ts'

/** Path segments of pages that are embedded in other sites and have no shell. */
const bareSegments = new Set(['embed', 'widget'])

export interface Chrome {
  /** `wide`: only on screens wider than 1023 px. */
  readonly header: 'always' | 'wide' | 'none'
  readonly footer: boolean
}

/** The parts of the shell at an address. The language prefix and deeper paths change nothing. */
export function chromeOf(pathname: string): Chrome {
  const { path } = splitLocale(pathname)
  if (path.split('/').some((segment) => bareSegments.has(segment)))
    return { header: 'none', footer: false }
  if (isBelow(path, '/fly/checkout')) return { header: 'none', footer: true }
  if (isBelow(path, '/movies/checkout')) return { header: 'wide', footer: true }
  return { header: 'always', footer: true }
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
