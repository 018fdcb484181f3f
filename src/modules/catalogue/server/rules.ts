/** Pure rules of the catalogue: prices with fees, days, visibility. */
import { showAccess, showStatus } from '#contract/enumerations.ts'
import type { Currency } from '#kernel/money.ts'
import { sumOfFees, ticketFees, type FeeShare, type PassedOnFees } from '#kernel/ticket-fees.ts'
import type { SaleState } from '../contract.ts'

/** A service fee as data: a share of the face price and a fixed sum for each ticket. */
export type FeeRule = FeeShare

/** Fees that an organiser passes on to buyers from a given time. */
export interface PassedOnFee extends PassedOnFees {
  readonly merchantId: number
  readonly validFrom: Date
  /** Whether it is refunded when the buyer returns the ticket. */
  readonly isCommissionReturned: boolean
  readonly isOwnReturned: boolean
}

/** The properties of a ticket type that fees depend on. */
export interface FeeSubject {
  readonly merchantId: number
  readonly currency: Currency
  /** A package has a single price. */
  readonly isPackage: boolean
}

/**
 * The version that applies to a ticket type; `versions` are ordered by their start. Prices in another currency and
 * packages have none: their price includes the commission.
 */
export function passedOnAt(
  versions: readonly PassedOnFee[],
  { merchantId, currency, isPackage }: FeeSubject,
  at: Date,
): PassedOnFee | null {
  if (currency !== 'GEL' || isPackage) return null
  return versions.findLast((one) => one.merchantId === merchantId && one.validFrom <= at) ?? null
}

/** The price of a ticket type; a package is bought at its one price, without any fee. */
export function priceOfType(
  type: FeeSubject & { readonly priceMinor: number },
  rule: FeeRule | null,
  versions: readonly PassedOnFee[],
  at: Date,
): AllInPrice {
  return allInPrice(type.priceMinor, type.isPackage ? null : rule, passedOnAt(versions, type, at))
}

export interface AllInPrice {
  readonly priceMinor: number
  readonly feeMinor: number
  /** What the buyer pays: `priceMinor + feeMinor`. */
  readonly totalMinor: number
}

/**
 * The price a buyer pays for one ticket. The proportional fee is rounded half away from zero to a minor unit per
 * ticket (never per order), then the fixed fee is added, so that quantity times the price shown is always the amount
 * charged. Free tickets have no fee.
 */
export function allInPrice(
  priceMinor: number,
  rule: FeeRule | null,
  passedOn: PassedOnFees | null = null,
): AllInPrice {
  const feeMinor = sumOfFees(ticketFees(priceMinor, rule, passedOn))
  return { priceMinor, feeMinor, totalMinor: priceMinor + feeMinor }
}

export interface FeeRuleOfScope extends FeeRule {
  readonly showId: number | null
  readonly eventId: number | null
}

/** The rule of the event, else the rule of its show, else the rule with neither, else none. */
export function feeRuleFor<Rule extends FeeRuleOfScope>(
  rules: readonly Rule[],
  event: { readonly id: number; readonly showId: number },
): Rule | null {
  return (
    rules.find((rule) => rule.eventId === event.id) ??
    rules.find((rule) => rule.eventId === null && rule.showId === event.showId) ??
    rules.find((rule) => rule.eventId === null && rule.showId === null) ??
    null
  )
}

/** The time zone of "today" when no venue is given. */
export const platformTimeZone = 'Asia/Tbilisi'

/** `2026-11-21`: the local date in that time zone. */
export function localDate(at: Date, timeZone: string = platformTimeZone): string {
  return zoned(at, timeZone).toPlainDate().toString()
}

/** The calendar day of a query: a plain date unchanged, an instant in the platform's time zone. */
export function dayOf(date: string): string {
  return date.length === 10 ? date : localDate(new Date(date))
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/**
 * Friday to Sunday: the current weekend, else the next one. Friday counts from 17:00, which is `fromHour` of the first
 * day; the current weekend has no such hour.
 */
export function weekendOf(now: Date): { from: string; to: string; fromHour: number } {
  const today = zoned(now, platformTimeZone).toPlainDate()
  const { dayOfWeek } = today
  const from = dayOfWeek > 5 ? today : today.add({ days: 5 - dayOfWeek })
  const to = from.add({ days: 7 - from.dayOfWeek })
  return { from: from.toString(), to: to.toString(), fromHour: from.dayOfWeek === 5 ? 17 : 0 }
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

/** In lists: active and not private. A private show with a preview key is opened by the key only. */
export function isListed(show: { readonly status: number; readonly access: number }): boolean {
  return show.status === showStatus.Active && show.access !== showAccess.Private
}

/**
 * Whether a show's page may be opened. A stopped show keeps its page for holders of its tickets; private and inactive
 * shows need their key; deleted ones are not visible.
 */
export function isVisible(
  show: { readonly status: number; readonly access: number; readonly previewKey: string | null },
  previewKey: string | undefined,
): boolean {
  if (show.status === showStatus.Deleted) return false
  if (show.previewKey !== null && show.previewKey === previewKey) return true
  return show.status !== showStatus.Inactive && show.access !== showAccess.Private
}

/** Who may see an event: everybody, those who have the key of its show, or nobody. */
export type Audience = 'everybody' | 'holders-of-key' | 'nobody'

/** As `isVisible`, of an event together with its show. */
export function audienceOf(event: {
  readonly status: number
  readonly showStatus: number
  readonly access: number
}): Audience {
  const statuses = [event.status, event.showStatus]
  if (statuses.includes(showStatus.Deleted)) return 'nobody'
  if (statuses.includes(showStatus.Inactive) || event.access === showAccess.Private)
    return 'holders-of-key'
  return 'everybody'
}

/** Whether the caller may see an event: a private or unannounced show's needs its key. */
export function isOpenTo(
  event: { readonly audience: Audience; readonly previewKey: string | null },
  accessCode: string | undefined,
): boolean {
  return event.audience === 'everybody' || isKeyOf(event, accessCode)
}

/** Whether this is the key that opens an event; events for everybody have none. */
export function isKeyOf(
  event: { readonly audience: Audience; readonly previewKey: string | null },
  given: string | undefined,
): boolean {
  return (
    event.audience === 'holders-of-key' && event.previewKey !== null && given === event.previewKey
  )
}

export interface Sale {
  readonly status: number
  readonly startsAt: Date
  /** Time of cancellation; null if not cancelled. */
  readonly cancelledAt: Date | null
  readonly isSoldOut: boolean
  readonly isOnSale: boolean
  readonly salesOpenAt: Date | null
  readonly salesCloseAt: Date | null
}

/** The first matching state of: cancelled, begun, stopped or closed, not open yet, sold out; else on sale. */
export function saleStateOf(sale: Sale, now: Date): SaleState {
  if (sale.cancelledAt !== null) return 'Cancelled'
  if (sale.startsAt <= now) return 'Passed'
  if (sale.status !== showStatus.Active || !sale.isOnSale) return 'Closed'
  if (sale.salesCloseAt !== null && sale.salesCloseAt <= now) return 'Closed'
  if (sale.salesOpenAt !== null && sale.salesOpenAt > now) return 'NotYet'
  return sale.isSoldOut ? 'SoldOut' : 'OnSale'
}

/** Those that are not sold out; all when none has tickets left. */
export function withTickets<Event extends Pick<Sale, 'isSoldOut'>>(
  events: readonly Event[],
): readonly Event[] {
  const open = events.filter((event) => !event.isSoldOut)
  return open.length > 0 ? open : events
}

/** Open to everybody's sale: no code, no preview, and the sale neither closed nor sold out; it may open later. */
export function isOpenToSale(
  show: { readonly status: number; readonly access: number },
  sale: Sale,
  now: Date,
): boolean {
  const state = saleStateOf(sale, now)
  return (
    show.status === showStatus.Active &&
    show.access === showAccess.Default &&
    (state === 'OnSale' || state === 'NotYet')
  )
}

/** The database stores any three letters; the kernel defines the supported ones. */
export function currencyOf(code: string): Currency {
  return code as Currency
}
