/**
 * Watches a connection between two towns on a date: reports when seats are available, or when the price is
 * at most a given one.
 */
import { formatDate, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { WatchSource, WatchSubject } from '#modules/follows/server/public-api.ts'
import { journeyCalendar, localDate, readNetwork } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { transportName } from './names.ts'
import { placeOf, type Place } from './places.ts'

interface WatchedConnection {
  readonly from: Place
  readonly to: Place
  /** ISO date. */
  readonly date: string
  /** Maximum adult price in minor units; null for any price. */
  readonly priceMinor: number | null
}

const daysAheadMax = 120
const timeZone = 'Asia/Tbilisi'

async function connectionOf(
  context: Context,
  subject: WatchSubject,
): Promise<WatchedConnection | null> {
  const { from: fromCode, to: toCode, date, priceMinor = null } = subject
  if (typeof fromCode !== 'string' || typeof toCode !== 'string') return null
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return null
  if (Number.isNaN(Date.parse(date)) || !new Date(date).toISOString().startsWith(date)) return null
  if (typeof priceMinor === 'string') return null
  if (priceMinor !== null && (!Number.isInteger(priceMinor) || priceMinor < 1 || priceMinor > 1e7))
    return null
  const network = await readNetwork(context)
  const from = placeOf(network, fromCode, context.locale)
  const to = placeOf(network, toCode, context.locale)
  return from && to && from.localityId !== to.localityId ? { from, to, date, priceMinor } : null
}

function todayOf({ clock }: Pick<Context, 'clock'>): string {
  return localDate(clock.now(), timeZone)
}

export const transportWatchSource: WatchSource = {
  name: transportName,

  async readWatched(context, subject) {
    const connection = await connectionOf(context, subject)
    if (!connection) return null
    const { from, to, date, priceMinor } = connection
    const today = todayOf(context)
    const ahead = (Date.parse(date) - Date.parse(today)) / 86_400_000
    if (ahead < 0 || ahead > daysAheadMax) return null
    const network = await readNetwork(context)
    const nameIn = (locale: 'ka' | 'en') => {
      const ends = [from, to].map(
        ({ view }) => placeOf(network, view.placeCode, locale)?.view.name ?? view.name,
      )
      return ends.join(' – ')
    }
    const day = (locale: 'ka' | 'en') => formatDate(locale, date, { timeZone: 'UTC' })
    const price = (locale: 'ka' | 'en') => formatMoney(locale, money(priceMinor ?? 0))
    const codes = { from: from.view.placeCode, to: to.view.placeCode, date }
    return {
      subjectKey: [codes.from, codes.to, date, priceMinor ?? 'any'].join(' '),
      subject: priceMinor === null ? codes : { ...codes, priceMinor },
      name: { ka: nameIn('ka'), en: nameIn('en') },
      tells:
        priceMinor === null
          ? {
              ka: `მოგწერთ, როცა თავისუფალი ადგილები გამოჩნდება: ${day('ka')}.`,
              en: `We write when seats are free on ${day('en')}.`,
            }
          : {
              ka: `მოგწერთ, როცა ბილეთი ${price('ka')} ან ნაკლები ეღირება: ${day('ka')}.`,
              en: `We write when a ticket on ${day('en')} costs ${price('en')} or less.`,
            },
      path: `/transport/search?${new URLSearchParams(codes).toString()}&adults=1`,
    }
  },

  async check(context, subject, before) {
    const connection = await connectionOf(context, subject)
    if (!connection || connection.date < todayOf(context))
      return { state: '', news: null, isOver: true }
    const { date, priceMinor } = connection
    const [day] = await journeyCalendar(context, {
      fromLocalityId: connection.from.localityId,
      toLocalityId: connection.to.localityId,
      date,
      days: 1,
    })
    const lowest = day?.state === 'available' ? day.priceMinor : null
    const isMet = lowest !== null && (priceMinor === null || lowest <= priceMinor)
    if (!isMet || before === 'yes')
      return { state: isMet ? 'yes' : 'no', news: null, isOver: false }
    const formatted = (locale: 'ka' | 'en') => ({
      day: formatDate(locale, date, { timeZone: 'UTC' }),
      price: formatMoney(locale, money(lowest)),
    })
    const [ka, en] = [formatted('ka'), formatted('en')]
    return {
      state: 'yes',
      news: {
        ka: `${ka.day}: თავისუფალი ადგილები ${ka.price}-დან`,
        en: `Seats on ${en.day} from ${en.price}`,
      },
      isOver: false,
    }
  },
}
