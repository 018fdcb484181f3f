import { money } from '#kernel/money.ts'
import type { Locale } from '#kernel/locale.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readChannelNames } from '#platform/http/api-keys.ts'
import type { FiguresView, GroupView, StatisticsView } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import { readTypeNames } from './queries/names.ts'
import type { Figures, Group, Statistics } from './queries/statistics.ts'
import { nameZones } from './queries/zones.ts'

/** Display name of a source; its internal name when it has none. */
export function nameOfSource(source: string, locale: Locale): string {
  const words: Readonly<Record<string, string>> = locale === 'ka' ? ka : en
  return words[`source-${source}`] ?? source
}

/** Display name of a channel: in words, else the application's name, else its key. */
function nameOfChannel(
  channel: string,
  locale: Locale,
  applications: ReadonlyMap<string, string>,
): string {
  const words: Readonly<Record<string, string>> = locale === 'ka' ? ka : en
  if (channel === '') return words['channel-unknown'] ?? ''
  return words[`channel-${channel}`] ?? applications.get(channel) ?? channel
}

export function presentFigures(figures: Figures): FiguresView {
  const { ticketCount, endedCount, usedCount, merchantDiscountMinor, houseDiscountMinor } = figures
  return {
    ticketCount,
    endedCount,
    usedCount,
    face: money(figures.faceMinor),
    discount: money(merchantDiscountMinor + houseDiscountMinor),
    platformDiscount: money(houseDiscountMinor),
    paidByPass: money(figures.advanceMinor),
    sold: money(figures.soldMinor),
    ended: money(figures.endedMinor),
    elsewhereCount: figures.elsewhereCount,
    elsewhere: money(figures.elsewhereMinor),
  }
}

export async function presentStatistics(
  context: Context,
  ports: EntrancePorts,
  { merchantId, statistics }: { readonly merchantId: number; readonly statistics: Statistics },
): Promise<StatisticsView> {
  const { byType } = statistics
  const typeOf = ({ source, key }: (typeof byType)[number]) => ({
    source,
    ticketTypeId: Number(key),
  })
  const nameOf = await readTypeNames(context, ports, { merchantId, types: byType.map(typeOf) })
  const applications = await readChannelNames(
    context,
    statistics.byChannel.map(({ key }) => key),
  )
  const plain = (groups: readonly Group[]): GroupView[] =>
    groups.map((group) => ({ key: group.key, name: group.key, ...presentFigures(group) }))
  return {
    totals: presentFigures(statistics.totals),
    before: statistics.before && presentFigures(statistics.before),
    byDay: plain(statistics.byDay),
    byHour: plain(statistics.byHour),
    byChannel: plain(statistics.byChannel).map((group) => ({
      ...group,
      name: nameOfChannel(group.key, context.locale, applications),
    })),
    byZone: plain(await nameZones(context, statistics.byZone)),
    byVisit: plain(statistics.byVisit),
    byType: byType.map((group) => {
      const { key, source } = group
      const name = nameOf(typeOf(group)) ?? `${nameOfSource(source, context.locale)} ${key}`
      return { key: `${source} ${key}`, name, ...presentFigures(group) }
    }),
    forecast: statistics.forecast.map(({ day, ticketCount, soldMinor }) => ({
      day,
      ticketCount,
      sold: money(soldMinor),
    })),
  }
}
