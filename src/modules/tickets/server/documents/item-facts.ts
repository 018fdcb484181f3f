import { formatDate, formatTime, formatTimeSpan } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { JourneyStop } from '#modules/orders/server/public-api.ts'
import type { TicketSubject } from '../ticket-source.ts'
import type { DocumentText } from './labels.ts'

/** A name with its value, in one language. */
export interface ItemFact {
  readonly name: string
  readonly value: string
}

/**
 * Facts of an item for documents beside its name, day and place, by its kind: both stops with their local times, the
 * carrier, vehicle and class. None for an event.
 */
export function itemFacts(
  subject: TicketSubject,
  { locale, texts }: { readonly locale: Locale; readonly texts: DocumentText },
): ItemFact[] {
  const fact = (name: string, value: string | null | undefined): ItemFact[] =>
    value ? [{ name, value }] : []
  switch (subject.kind) {
    case 'event':
      return []
    case 'screening':
      return [
        ...fact(texts('hall'), subject.hall[locale]),
        ...fact(texts('format'), subject.format),
        ...fact(texts('language'), languageName(subject.language, locale)),
      ]
    case 'journey':
      return [
        ...fact(texts('from'), formatStop(subject.from, locale)),
        ...fact(texts('to'), formatStop(subject.to, locale)),
        ...fact(texts('carrier'), subject.carrier[locale]),
        ...fact(texts('vehicle'), subject.vehicle[locale]),
        ...fact(texts('travelClass'), subject.travelClass?.[locale]),
      ]
    case 'flight':
      return subject.segments.flatMap(({ from, to, carrier, flightNumber, cabin }) => [
        ...fact(`${stopName(from, locale)} – ${stopName(to, locale)}`, spanOf(from, to, locale)),
        ...fact(
          texts('flight'),
          [flightNumber, carrier[locale], cabin?.[locale]].filter(Boolean).join(', '),
        ),
      ])
    case 'pass': {
      const { uses } = subject
      return [
        ...fact(texts('validity'), formatValidity(subject, locale)),
        ...fact(texts('uses'), uses === null ? null : String(uses)),
      ]
    }
  }
}

/** The first and the last day of a pass. */
export function formatValidity(
  { timeZone, validFrom, validUntil }: Extract<TicketSubject, { kind: 'pass' }>,
  locale: Locale,
): string {
  const day = (at: Date) => formatDate(locale, at, { timeZone, year: true })
  return `${day(validFrom)} – ${day(validUntil)}`
}

/** "Batumi (BUS), 31 December, 10:00", in the local time of the stop. */
export function formatStop(stop: JourneyStop, locale: Locale): string {
  const { at, timeZone } = stop
  return `${stopName(stop, locale)}, ${formatDate(locale, at, { timeZone })}, ${formatTime(at, timeZone)}`
}

/** "31 December, 10:00 – 11:20", each on the clock of its airport. */
function spanOf(from: JourneyStop, to: JourneyStop, locale: Locale): string {
  const { at: startsAt, timeZone } = from
  const times = { startsAt, timeZone, endsAt: to.at, endTimeZone: to.timeZone }
  return `${formatDate(locale, startsAt, { timeZone })}, ${formatTimeSpan(locale, times)}`
}

function stopName({ name, code }: JourneyStop, locale: Locale): string {
  return code === null ? name[locale] : `${name[locale]} (${code})`
}

/** Name of a language by its tag; the tag itself when unknown. */
function languageName(tag: string | null, locale: Locale): string | null {
  return tag === null
    ? null
    : (new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag)
}
