import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

export interface WidgetSettings {
  /** Whether sites without https, and localhost, are allowed: in the demo and in tests. */
  readonly allowsHttp: boolean
}

/**
 * Normalises a typed site to an origin as browsers send it; null when it is invalid. The result contains only scheme,
 * host and port, so it is safe in a header.
 */
export function originOf(typed: string, { allowsHttp }: WidgetSettings): string | null {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, username, password, pathname, search, hash, hostname, origin } = new URL(
    address,
  )
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) return null
  if (username !== '' || password !== '' || pathname !== '/' || search !== '' || hash !== '')
    return null
  const isHost = allowsHttp
    ? hostname !== ''
    : /^(?=.{1,253}$)([a-z0-9-]+\.)+[a-z0-9-]+$/.test(hostname)
  return isHost && /^[a-z0-9.:/[\]-]+$/.test(origin) ? origin : null
}

export interface WidgetOrigin {
  readonly origin: string
  readonly addedAt: Date
}

/** Sites that may embed an organiser's widget, in the order in which they were added. */
export async function readWidgetOrigins(
  context: Pick<Context, 'db'>,
  merchantId: number,
): Promise<WidgetOrigin[]> {
  const { rows } = await sql<WidgetOrigin>`
    select origin, created_at as "addedAt" from merchant_widget_origin
    where merchant_id = ${merchantId} order by created_at, origin`.execute(context.db)
  return rows
}
