import type { MeasuringSettings } from '#design/data/server-calls.ts'
import type { Config } from '#platform/config.ts'

/** What pages are told of measuring, and which addresses their policy opens for it. */
export interface Measuring {
  readonly settings: MeasuringSettings
  /** Origins. */
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly pictures: readonly string[]
}

/** Null where no setting asks for any: then pages neither ask for a consent nor download anything for it. */
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
