import type { Locale } from '#kernel/locale.ts'
import { ticketCalendar, ticketPdf } from '../contract.ts'

/** Access to an order's documents: as its owner, or by the link of its email. */
export type DocumentKey =
  | { readonly orderNumber: string }
  | { readonly orderKey: string; readonly token: string }
  | { readonly ticketIdentifier: string }

export interface DocumentAddresses {
  /** All tickets, or the one named. */
  pdf(ticketIdentifier?: string): string
  readonly calendar: string
}

/** Addresses of downloads, in the language of the page. */
export function documentAddresses(key: DocumentKey, locale: Locale): DocumentAddresses {
  const query = (more: Record<string, string>): string =>
    new URLSearchParams({ ...key, locale, ...more }).toString()
  return {
    pdf: (ticketIdentifier) =>
      `${ticketPdf.path}?${query(ticketIdentifier === undefined ? {} : { ticketIdentifier })}`,
    calendar: `${ticketCalendar.path}?${query({})}`,
  }
}
