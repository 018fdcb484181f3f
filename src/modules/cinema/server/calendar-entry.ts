import icalendar, { ICalEventStatus } from 'ical-generator'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { calendarText } from '#kernel/calendar-text.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { caveaCalendarSession } from '../cavea-programme-contract.ts'
import { readScreenings } from './programme.ts'
import { readProgrammeView } from './queries.ts'

/** A screening as a calendar entry (RFC 5545) with a stable id. */
export async function calendarEntry(
  context: Context,
  query: { readonly sessionId: number; readonly language?: Locale | undefined },
): Promise<Result<ReplyOf<typeof caveaCalendarSession>, ErrorCode>> {
  const [screening] = await readScreenings(context, [query.sessionId])
  const { programme } = await readProgrammeView(context)
  const film = screening && programme.films.get(screening.filmId)
  const cinema = screening && programme.cinemas.get(screening.cinemaId)
  if (!screening || !film || !cinema) return fail('NotFound')
  const locale = query.language ?? context.locale
  const hall = programme.halls.get(screening.hallId)?.name[locale] ?? ''
  const title = film.name[locale]
  const location = [cinema.name[locale], hall, cinema.address[locale], cinema.city[locale]]
    .filter(Boolean)
    .join(', ')
  const calendar = icalendar({ prodId: { company: 'Bileti', product: 'Cinema', language: 'EN' } })
  calendar.createEvent({
    id: `screening-${screening.screeningId}@${new URL(context.origin).hostname}`,
    stamp: context.clock.now(),
    start: screening.startsAt,
    end: screening.endsAt,
    // A calendar that already has the entry marks it as cancelled with its next update.
    status: screening.cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    summary: calendarText(`${title} · ${screening.format}`),
    url: context.origin + localizedPath(locale, `/movies/session/${screening.screeningId}`),
    location: {
      title: calendarText(cinema.name[locale]),
      address: calendarText(location),
      geo: { lat: cinema.latitude, lon: cinema.longitude },
    },
  })
  return ok({
    sessionId: screening.screeningId,
    title,
    location,
    startsAt: screening.startsAt.toISOString(),
    endsAt: screening.endsAt.toISOString(),
    timeZone: cinema.timeZone,
    calendar: calendar.toString(),
  })
}
