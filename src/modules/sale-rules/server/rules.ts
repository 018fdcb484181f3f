/** What the rules that apply to one event come to; pure. */
import type { PlaceNaming } from '#kernel/place-naming.ts'
import type { BuyerChecks, ExtraField, RuleKind, SettingsOf } from '#modules/sale-rules/contract.ts'

/** What a rule or a code is about: one of the catalogue's, or what another source sells. */
export interface RuleScope {
  readonly showId: number | null
  readonly eventId: number | null
  readonly categoryId: number | null
  /** Name of an offer source; without a group or an item, all that it sells. */
  readonly source: string | null
  /** What the source calls a group of items: a route, a film. */
  readonly groupId: number | null
  readonly itemId: number | null
}

/** A rule that is switched on, with settings that fit its kind. */
export type Rule = {
  readonly [Kind in RuleKind]: RuleScope & {
    readonly id: number
    readonly kind: Kind
    readonly settings: SettingsOf<Kind>
    readonly validFrom: Date | null
    readonly validUntil: Date | null
  }
}[RuleKind]

/** Subject of rules: an event with its show, venue and category, or an item of another source. */
export type RuleSubject = EventSubject | ItemSubject

interface EventSubject {
  readonly eventId: number
  readonly showId: number
  readonly categoryId: number
}

export interface ItemSubject {
  /** Name of the offer source. */
  readonly source: string
  readonly itemId: number
  /** The group of the item, where the source has groups. */
  readonly groupId?: number
}

/** Tickets reserved for holders of an access code. */
export interface CodeReservation {
  readonly everything: boolean
  readonly ticketTypeIds: ReadonlySet<number>
  readonly zones: ReadonlySet<string>
  readonly sectionIds: ReadonlySet<number>
  readonly placeIds: ReadonlySet<number>
}

/** All that is special about selling an event or another item. */
export interface EventRules {
  /** 1 Monday to 7 Sunday. */
  readonly hiddenWeekdays: ReadonlySet<number>
  /** Null: nothing is reserved. */
  readonly keeping: CodeReservation | null
  readonly isOneEach: boolean
  readonly exclusiveTypes: readonly (readonly number[])[]
  readonly transit: SettingsOf<'transit'> | null
  /** Null: places are called as everywhere. */
  readonly naming: PlaceNaming | null
  /** Additional fields of the checkout. */
  readonly extraFields: readonly ExtraField[]
  /** Null: no checks of the buyer. */
  readonly buyerChecks: BuyerChecks | null
  /** Whether places of tickets returned without a refund are sold again; the default is yes. */
  readonly sellsGivenTickets: boolean
  /** Codes on tickets change every quarter of a minute. */
  readonly rotatesCodes: boolean
  /** Flights that its page leads to; null: none. */
  readonly flights: SettingsOf<'flight-promotion'> | null
}

/** The rules currently in force for an event or another item; broad ones first, so that narrower ones override them. */
export function rulesFor(rules: readonly Rule[], subject: RuleSubject, now: Date): EventRules {
  const inForce = rules
    .filter((rule) => isInForce(rule, now) && concerns(rule, subject))
    .toSorted((left, right) => narrowness(left) - narrowness(right) || left.id - right.id)
  const of = <Kind extends RuleKind>(kind: Kind): SettingsOf<Kind>[] =>
    inForce.flatMap((rule) => (rule.kind === kind ? [rule.settings as SettingsOf<Kind>] : []))
  const groups = of('ticket-type-groups')
  return {
    hiddenWeekdays: new Set(of('hidden-weekdays').flatMap((settings) => settings.weekdays)),
    keeping: codeReservationOf(of('access-code')),
    isOneEach: groups.some((group) => group.isOneEach),
    exclusiveTypes: groups.flatMap((group) => group.exclusive),
    transit: of('transit').at(-1) ?? null,
    naming: namingOf(of('custom-ticket-naming')),
    extraFields: fieldsOf(of('extra-fields')),
    buyerChecks: checksOf(of('buyer-checks')),
    sellsGivenTickets: of('given-tickets').at(-1)?.areSoldAgain ?? true,
    rotatesCodes: of('rotating-codes').at(-1)?.isOn ?? false,
    flights: of('flight-promotion').at(-1) ?? null,
  }
}

/** When the first of these rules begins or ends after this moment; null when none ever does. */
export function nextChangeOf(
  rules: readonly Pick<Rule, 'validFrom' | 'validUntil'>[],
  now: Date,
): Date | null {
  let next: Date | null = null
  for (const { validFrom, validUntil } of rules)
    for (const turn of [validFrom, validUntil])
      if (turn !== null && turn > now && (next === null || turn < next)) next = turn
  return next
}

export function isInForce(
  { validFrom, validUntil }: Pick<Rule, 'validFrom' | 'validUntil'>,
  now: Date,
): boolean {
  return (validFrom === null || validFrom <= now) && (validUntil === null || validUntil > now)
}

function concerns(rule: Rule, subject: RuleSubject): boolean {
  if ('source' in subject) return isAboutItem(rule, subject)
  return (
    rule.eventId === subject.eventId ||
    rule.showId === subject.showId ||
    rule.categoryId === subject.categoryId
  )
}

/** Whether a scope takes in an item of another source than shows. */
export function isAboutItem(
  { source, groupId, itemId }: Pick<RuleScope, 'source' | 'groupId' | 'itemId'>,
  item: ItemSubject,
): boolean {
  if (source !== item.source) return false
  if (itemId !== null) return itemId === item.itemId
  return groupId === null || groupId === item.groupId
}

function narrowness(rule: Rule): number {
  if (rule.eventId !== null || rule.itemId !== null) return 2
  return rule.showId === null && rule.groupId === null ? 0 : 1
}

function codeReservationOf(settings: readonly SettingsOf<'access-code'>[]): CodeReservation | null {
  if (settings.length === 0) return null
  return {
    everything: settings.some(({ keeps }) => keeps === 'everything'),
    ticketTypeIds: new Set(settings.flatMap(({ ticketTypeIds = [] }) => ticketTypeIds)),
    zones: new Set(settings.flatMap(({ zones = [] }) => zones)),
    sectionIds: new Set(settings.flatMap(({ sectionIds = [] }) => sectionIds)),
    placeIds: new Set(settings.flatMap(({ placeIds = [] }) => placeIds)),
  }
}

/** Merged noun by noun: a narrower rule overrides what it names and inherits the rest. */
function namingOf(namings: readonly PlaceNaming[]): PlaceNaming | null {
  return namings.length === 0 ? null : namings.reduce((wide, narrow) => ({ ...wide, ...narrow }))
}

/** Fields of all rules are combined; for the same key the narrower rule wins. */
function fieldsOf(settings: readonly SettingsOf<'extra-fields'>[]): ExtraField[] {
  const fields = settings.flatMap((one) => one.fields)
  return [...new Map(fields.map((field) => [`${field.per} ${field.key}`, field])).values()]
}

/** A phone is required when any rule requires it; of two limits the narrower rule's applies. */
function checksOf(settings: readonly SettingsOf<'buyer-checks'>[]): BuyerChecks | null {
  if (settings.length === 0) return null
  const limits = settings.flatMap(({ ticketsPerPersonMax: most }) => most ?? [])
  return { phone: settings.some(({ phone }) => phone), ticketsPerPersonMax: limits.at(-1) ?? null }
}

/** The weekday of an instant on the wall of a time zone: 1 Monday to 7 Sunday. */
export function weekdayOf(at: Date, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).dayOfWeek
}
