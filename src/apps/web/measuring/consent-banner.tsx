import { createRoot } from 'react-dom/client'
import { TextsProvider } from '#design/texts.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { onConsent } from './consent.ts'
import { ConsentForm } from './consent-form.tsx'
import { useConsentTexts } from './consent-texts.ts'

/**
 * Asks for consent at the bottom of the page without blocking it: nothing is measured until it is answered. On
 * pages with a bottom action bar (`foot-bar`) it waits for the next page.
 */
export function showConsentBanner(): void {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onConsent(() => {
    root.unmount()
    place.remove()
  })
  root.render(
    <TextsProvider locale={splitLocale(location.pathname).locale} modules={{}}>
      <Banner />
    </TextsProvider>,
  )
}

function Banner() {
  const t = useConsentTexts()
  return (
    <section aria-label={t('title')} className="consent-bar">
      <ConsentForm />
    </section>
  )
}
