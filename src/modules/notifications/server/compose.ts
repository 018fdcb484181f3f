import { formatDateTime } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import { readEventForSale, readShowLine } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import english from '../messages/push-en.json' with { type: 'json' }
import georgian from '../messages/push-ka.json' with { type: 'json' }
import type { NotificationKind } from '../kinds.ts'
import type { NoticeSubject } from './notify.ts'

const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

export interface NoticeWords {
  readonly title: string
  readonly body: string
  /** The page that opens on tap. */
  readonly url: string
}

/**
 * The text of a notice in one language; null when its subject no longer exists. Contains no personal names, because
 * locked screens show it.
 */
export async function composeNotice(
  context: Context,
  notice: { readonly kind: NotificationKind; readonly subject: NoticeSubject },
  locale: Locale,
): Promise<NoticeWords | null> {
  const facts = await factsOf(context, notice, locale)
  if (!facts) return null
  const { path, ...values } = facts
  if (notice.subject.letter) {
    // The organiser's own words, not a text that has places for names.
    const { name, subject } = notice.subject.letter
    return {
      title: name[locale],
      body: subject[locale],
      url: context.origin + localizedPath(locale, path),
    }
  }
  const words = wordsOf(notice)
  const { present = '', former } = notice.subject.platform ?? {}
  const stop = notice.subject.stop?.name[locale] ?? ''
  const filled = { ...values, platform: present, former: former ?? '', stop }
  return {
    title: formatText(locale, texts[locale][`${words}-title`], filled),
    body: formatText(locale, texts[locale][`${words}-body`], filled),
    url: context.origin + localizedPath(locale, path),
  }
}

function wordsOf({
  kind,
  subject,
}: {
  readonly kind: NotificationKind
  readonly subject: NoticeSubject
}) {
  if (kind === 'followed') return `followed-${subject.news ?? 'listed'}` as const
  if (kind === 'ticket-ready' && subject.isRefused) return 'ticket-refused' as const
  if (kind === 'event-moved' && subject.seats) return `seats-${subject.seats}` as const
  if (kind === 'event-moved' && subject.platform)
    return subject.platform.former === null ? 'platform-announced' : 'platform-changed'
  if (kind === 'event-moved' && subject.stop) {
    if (subject.stop.isServed) return 'stop-served' as const
    return subject.isReceived ? 'received-stop-skipped' : 'stop-skipped'
  }
  if (subject.isReceived && kind === 'event-cancelled') return 'received-cancelled' as const
  if (kind === 'event-moved' && subject.isEarlier) return 'event-earlier' as const
  if (kind === 'event-moved' && subject.isReinstated)
    return subject.isReceived ? 'received-reinstated' : 'event-reinstated'
  if (kind === 'event-cancelled' && subject.isFlightOff) return 'flight-cancelled' as const
  if (kind === 'event-moved' && subject.isFlight) return 'flight-moved' as const
  if (kind === 'event-moved' && subject.isDelay) return 'event-delayed' as const
  return kind === 'event-moved' && subject.isReceived ? 'received-moved' : kind
}

async function factsOf(
  context: Context,
  { kind, subject }: { readonly kind: NotificationKind; readonly subject: NoticeSubject },
  locale: Locale,
): Promise<{ name: string; when: string; order: string; path: string } | null> {
  if (kind === 'ticket-ready') {
    const order = subject.orderNumber ?? ''
    return { name: '', when: '', order, path: `/account/orders/${order}` }
  }
  if (kind === 'sale-opens' || kind === 'followed') {
    const show = await readShowLine(context, subject.showId ?? 0)
    return show && { name: show.name[locale], when: '', order: '', path: `/shows/${show.slug}` }
  }
  if (subject.letter) return { name: '', when: '', order: '', path: '/account/orders' }
  if (subject.item) {
    const { name, startsAt, timeZone } = subject.item
    const when = formatDateTime(locale, startsAt, timeZone)
    const path = subject.isReceived ? '/account/received' : '/account/orders'
    return { name: name[locale], when, order: '', path }
  }
  const event = await readEventForSale(context, subject.eventId ?? 0)
  if (!event) return null
  const when = formatDateTime(locale, event.startsAt, event.timeZone)
  return { name: event.name[locale], when, order: '', path: '/account/orders' }
}
