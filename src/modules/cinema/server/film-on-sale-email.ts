import { sql } from 'kysely'
import { formatDate } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import en from '../messages/emails-en.json' with { type: 'json' }
import ka from '../messages/emails-ka.json' with { type: 'json' }
import { screeningsOfFilm } from './present.ts'
import { isOnSale, readProgramme } from './programme.ts'

/** Notifies a subscriber that tickets for a film are on sale. */
export const filmOnSaleJob = defineMessageJob<{ readonly subscriptionId: string }>(
  'film-on-sale-letter',
)

const texts = { ka, en }

/** Job handler. Repeated attempts use the same message id, so that one email arrives. */
export async function writeFilmOnSale(
  context: Context,
  mailer: Mailer,
  { subscriptionId }: { readonly subscriptionId: string },
): Promise<void> {
  const { rows } = await sql<{ filmId: number; email: string; locale: Locale }>`
    select film_id as "filmId", email, locale from film_subscription where id = ${subscriptionId}`.execute(
    context.db,
  )
  const [subscription] = rows
  const programme = await readProgramme(context)
  const film = subscription && programme.films.get(subscription.filmId)
  if (!subscription || !film) return
  const now = context.clock.now()
  const first = screeningsOfFilm(programme, film.filmId).find((screening) =>
    isOnSale(screening, now),
  )
  const text = texts[subscription.locale]
  const day = first ? formatDate(subscription.locale, first.startsAt, { weekday: true }) : ''
  const format = (sentence: string) =>
    formatText(subscription.locale, sentence, { film: film.name[subscription.locale], day })
  const address = `${context.origin}${localizedPath(subscription.locale, `/movies/${film.slug}`)}`
  await mailer.send(
    {
      to: subscription.email,
      ...shortLetter({
        locale: subscription.locale,
        origin: context.origin,
        subject: format(text.subject),
        paragraphs: [format(text.body), format(text.once)],
        button: { text: text.toFilm, url: address },
      }),
    },
    `film-on-sale-${subscriptionId}`,
  )
}
