import type { Locale } from '#kernel/locale.ts'
import { ticketCalendar, ticketPdf } from '../contract.ts'

/** What opens an order's papers: being its owner, or the link of its letter. */
export type PaperKey =
  | { readonly orderNumber: string }
  | { readonly orderKey: string; readonly token: string }
  | { readonly ticketIdentifier: string }

export interface PaperAddresses {
  /** All tickets, or the one named. */
  pdf(ticketIdentifier?: string): string
  readonly calendar: string
}

/** Addresses of downloads, in the language of the page. */
export function paperAddresses(key: PaperKey, locale: Locale): PaperAddresses {
  const query = (more: Record<string, string>): string =>
    new URLSearchParams({ ...key, locale, ...more }).toString()
  return {
    pdf: (ticketIdentifier) =>
      `${ticketPdf.path}?${query(ticketIdentifier === undefined ? {} : { ticketIdentifier })}`,
    calendar: `${ticketCalendar.path}?${query({})}`,
  }
}
