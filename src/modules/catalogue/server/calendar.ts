import { eventPath } from '../event-path.ts'
import ical, { ICalAlarmType } from 'ical-generator'
import { calendarText } from '#kernel/calendar-text.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { ShowTexts } from './details.ts'
import type { EventRecord, ShowRecord } from './records.ts'

const hoursWithoutEnd = 2
const alarmSecondsBefore = 3 * 60 * 60

/**
 * An event as an iCalendar file. Its UID is stable and its SEQUENCE grows with the catalogue's version, so a second
 * download after a change updates the first (RFC 5545, 3.8.7.4).
 */
export function calendarOf(
  show: ShowRecord,
  texts: Pick<ShowTexts, 'summary'>,
  event: EventRecord,
  options: {
    readonly locale: Locale
    readonly origin: string
    readonly now: Date
    readonly version: number
  },
): string {
  const { locale, origin, now, version } = options
  const calendar = ical({ name: escapeText(show.name[locale]), prodId: '//Bileti//Bileti//EN' })
  const entry = calendar.createEvent({
    id: `event-${event.id}@${new URL(origin).host}`,
    stamp: now,
    sequence: version,
    start: event.startsAt,
    end: event.endsAt ?? new Date(event.startsAt.getTime() + hoursWithoutEnd * 3_600_000),
    summary: calendarText(show.name[locale]),
    description: calendarText(texts.summary[locale]),
    url: `${origin}${localizedPath(locale, eventPath(event.id))}`,
    location: {
      title: calendarText(event.venue.name[locale]),
      address: calendarText(`${event.venue.address[locale]}, ${event.venue.city[locale]}`),
      geo: { lat: event.venue.latitude, lon: event.venue.longitude },
    },
  })
  entry.createAlarm({ type: ICalAlarmType.display, trigger: alarmSecondsBefore })
  return calendar.toString()
}

/** A text by RFC 5545. The package escapes those of an entry, but writes the calendar's name as it is. */
function escapeText(text: string): string {
  return calendarText(text)
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}
