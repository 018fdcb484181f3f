/** Texts about a switch for operators. */
import type { switchKeys, SwitchView } from '../switches-contract.ts'
import { useOfficeTexts } from './texts.ts'

export type MerchantName = { readonly merchantId: number; readonly name: string }
type Targeting = SwitchView['targeting']

const labels = {
  'railway-maintenance': 'switchRailway',
  'omnibus-maintenance': 'switchOmnibus',
  'ortachala-maintenance': 'switchOrtachala',
  'georgianbus-maintenance': 'switchGeorgianBus',
  'citybus-maintenance': 'switchCityBus',
  'metrogeorgia-maintenance': 'switchMetro',
  'rugby-gift': 'switchRugby',
  'basketball-banner': 'switchBasketball',
} as const satisfies Record<(typeof switchKeys)[number], string>

/** Message key of a built-in switch; undefined for switches created by operators. */
export function toggleLabel(key: string): (typeof labels)[keyof typeof labels] | undefined {
  return (labels as Partial<Record<string, (typeof labels)[keyof typeof labels]>>)[key]
}

/** Targeting as a call expects it: conditions that match everybody are omitted; undefined without any condition. */
export function targetingOf({ percentage, languages, audience, merchantIds }: Targeting) {
  const parts = {
    ...(percentage < 100 && { percentage }),
    ...(languages.length > 0 && { languages }),
    ...(audience === 'signed-in' && { audience }),
    ...(merchantIds.length > 0 && { merchantIds }),
  }
  return Object.keys(parts).length > 0 ? parts : undefined
}

/** Describes the audience of a switch. */
export function useTargetingText(
  merchants: readonly MerchantName[],
): (targeting: Targeting) => string {
  const t = useOfficeTexts()
  return ({ percentage, languages, audience, merchantIds }) => {
    const names = merchants.filter(({ merchantId }) => merchantIds.includes(merchantId))
    const parts = [
      percentage < 100 ? t('togglePercent', { percent: percentage }) : null,
      audience === 'signed-in' ? t('toggleSignedIn') : null,
      ...languages.map((language) => t(language === 'ka' ? 'toggleKa' : 'toggleEn')),
      names.length > 0
        ? t('toggleMerchants', { names: names.map(({ name }) => name).join(', ') })
        : null,
    ].filter((part) => part !== null)
    return parts.length > 0 ? parts.join(', ') : t('toggleAll')
  }
}
