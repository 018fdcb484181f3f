import type { Locale } from '#kernel/locale.ts'
import type { DoorItemView } from '../contract.ts'
import type { EntranceStop } from './entrance-source.ts'

/** A stop in one language. */
export function presentStop(
  { name, code, timeZone, arrivesAt, departsAt }: EntranceStop,
  locale: Locale,
): DoorItemView['stops'][number] {
  return {
    name: name[locale],
    code,
    timeZone,
    arrivesAt: arrivesAt?.toISOString() ?? null,
    departsAt: departsAt?.toISOString() ?? null,
  }
}
