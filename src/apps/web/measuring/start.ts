/**
 * Analytics that are downloaded after the page, and only where configured. Errors are reported without consent,
 * since the reports contain no visitor data; everything else requires consent.
 */
import type { MeasuringSettings } from '#design/data/server-calls.ts'
import { clearForeignCookies, onConsent, readConsent, type Consent } from './consent.ts'
import { isMeasured } from './open-page.ts'

export async function startMeasuring(settings: MeasuringSettings): Promise<void> {
  if (!isMeasured(location.pathname)) return
  const { errorsDsn, scriptUrl, facebookPixelUrl, googleAdsUrl } = settings
  const allowRecording = errorsDsn
    ? (await import('./errors.ts')).startErrorReports(errorsDsn)
    : () => undefined
  let given: Consent = { statistics: false, advertising: false }

  async function apply(consent: Consent): Promise<void> {
    const before = given
    given = consent
    if (
      (before.statistics && !consent.statistics) ||
      (before.advertising && !consent.advertising)
    ) {
      clearForeignCookies()
      // Running scripts cannot be stopped, so the page is reloaded without them.
      return location.reload()
    }
    allowRecording(consent)
    if (scriptUrl && consent.statistics && !before.statistics)
      (await import('./analytics.ts')).startAnalytics({ scriptUrl })
    if (consent.statistics && !before.statistics) (await import('./visit.ts')).startVisit()
    if ((facebookPixelUrl || googleAdsUrl) && consent.advertising && !before.advertising)
      await (await import('./pixels.ts')).startPixels({ facebookPixelUrl, googleAdsUrl })
  }

  onConsent((consent) => void apply(consent))
  const said = readConsent()
  if (said) await apply(said)
  else (await import('./consent-banner.tsx')).showConsentBanner()
}
