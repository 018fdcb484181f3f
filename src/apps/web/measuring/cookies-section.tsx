import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { MeasuringSettings } from '#design/data/server-calls.ts'
import { ConsentForm } from './consent-form.tsx'
import { useConsentTexts } from './consent-texts.ts'

/** Lets a visitor change the consent. */
export default function CookiesSection() {
  const t = useConsentTexts()
  const root = useRouteLoaderData<{ readonly measuring?: MeasuringSettings }>('root')
  const [isSaved, setSaved] = useState(false)
  return (
    <section id="cookies" className="mt-10 space-y-3 border-t border-rule pt-8">
      <h2 className="font-display text-xl font-bold tablet:text-2xl">{t('heading')}</h2>
      {root?.measuring ? (
        <>
          <ConsentForm onSaved={() => setSaved(true)} />
          <output className="block min-h-6 text-good">{isSaved && t('saved')}</output>
        </>
      ) : (
        <p>{t('nothing')}</p>
      )}
    </section>
  )
}
