/** For whom an enabled switch is on: decided by the switch and the caller alone, without a clock or randomness. */
import { createHash } from 'node:crypto'
import type { Locale } from '#kernel/locale.ts'

/** Every given condition must match; an omitted one matches everybody. */
export interface SwitchTargeting {
  /** Share of callers from 0 to 100. Those of 10 per cent are also among those of 20. */
  readonly percentage?: number | undefined
  readonly languages?: readonly Locale[] | undefined
  readonly audience?: 'signed-in' | undefined
  /** Staff of these organisers only. */
  readonly merchantIds?: readonly number[] | undefined
}

/** The caller that a switch is evaluated for. */
export interface SwitchCaller {
  /** The same for the same caller from request to request; absent where a page is made for everybody. */
  readonly targetingKey?: string | undefined
  readonly language: Locale
  readonly isSignedIn: boolean
  readonly merchantId?: number | undefined
}

/** Whether a switch that is on is on for this caller. */
export function isTargeted(key: string, targeting: SwitchTargeting, caller: SwitchCaller): boolean {
  const { percentage = 100, languages, audience, merchantIds } = targeting
  if (languages && !languages.includes(caller.language)) return false
  if (audience === 'signed-in' && !caller.isSignedIn) return false
  if (merchantIds && !merchantIds.includes(caller.merchantId ?? 0)) return false
  return percentage >= 100 || shareOf(key, caller.targetingKey) < percentage
}

/** True when the switch is on for every caller, so that shared pages may use it. */
export function isForEverybody({ percentage = 100, ...rest }: SwitchTargeting): boolean {
  return percentage >= 100 && !rest.languages && !rest.audience && !rest.merchantIds
}

/** A number from 0 up to 100 for a caller, another one for each switch. A caller without a key is outside every share. */
function shareOf(key: string, targetingKey: string | undefined): number {
  if (targetingKey === undefined) return Number.POSITIVE_INFINITY
  const digest = createHash('sha256').update(`${key}\n${targetingKey}`).digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100
}
