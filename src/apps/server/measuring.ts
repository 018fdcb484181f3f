import type { MeasuringSettings } from '#design/data/server-calls.ts'
import type { Config } from '#platform/config.ts'

/** Analytics settings for pages, and the origins that their content security policy must allow. */
export interface Measuring {
  readonly settings: MeasuringSettings
  /** Origins that may serve scripts. */
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly pictures: readonly string[]
}

/** Null without analytics settings: then pages neither ask for consent nor download analytics code. */
export function measuringOf(config: Config): Measuring | null {
  const settings: MeasuringSettings = {
    scriptUrl: config.ANALYTICS_URL ?? null,
    errorsDsn: config.ERRORS_DSN ?? null,
    facebookPixelUrl: config.FB_PIXEL_URL ?? null,
    googleAdsUrl: config.GOOGLE_ADS_URL ?? null,
  }
  if (Object.values(settings).every((value) => value === null)) return null
  const originsOf = (...addresses: (string | null)[]): string[] => [
    ...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : []))),
  ]
  const { scriptUrl, errorsDsn, facebookPixelUrl, googleAdsUrl } = settings
  return {
    settings,
    scripts: originsOf(scriptUrl),
    connections: [...originsOf(scriptUrl, errorsDsn), ...config.ANALYTICS_ORIGINS],
    pictures: [
      ...originsOf(scriptUrl, facebookPixelUrl, googleAdsUrl),
      ...config.ANALYTICS_ORIGINS,
    ],
  }
}
