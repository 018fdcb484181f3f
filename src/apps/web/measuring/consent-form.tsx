import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { giveConsent, readConsent } from './consent.ts'
import { useConsentTexts } from './consent-texts.ts'

/** All, nothing, or one by one: refusing takes no more presses than agreeing. */
export function ConsentForm({ onSaved }: { onSaved?: () => void }) {
  const t = useConsentTexts()
  const [isOpen, setOpen] = useState(onSaved !== undefined)
  const [chosen, setChosen] = useState(
    () => readConsent() ?? { statistics: false, advertising: false },
  )
  const say = (consent: typeof chosen): void => {
    giveConsent(consent)
    setChosen(consent)
    onSaved?.()
  }
  return (
    <div className="gap-x-part gap-y-near desk:flex desk:items-center">
      <div className="min-w-0 grow">
        <p className="font-semibold">{t('title')}</p>
        <p className="text-note text-soft">{t('text')}</p>
        {isOpen && (
          <div className="mt-tight">
            <Checkbox
              label={t('statistics')}
              hint={t('statisticsHint')}
              checked={chosen.statistics}
              onChange={(event) => setChosen({ ...chosen, statistics: event.target.checked })}
            />
            <Checkbox
              label={t('advertising')}
              hint={t('advertisingHint')}
              checked={chosen.advertising}
              onChange={(event) => setChosen({ ...chosen, advertising: event.target.checked })}
            />
          </div>
        )}
      </div>
      <div className="mt-near flex shrink-0 flex-wrap gap-tight desk:mt-0">
        <Button look="quiet" onClick={() => say({ statistics: true, advertising: true })}>
          {t('all')}
        </Button>
        <Button look="quiet" onClick={() => say({ statistics: false, advertising: false })}>
          {t('none')}
        </Button>
        {isOpen ? (
          <Button look="quiet" onClick={() => say(chosen)}>
            {t('save')}
          </Button>
        ) : (
          <Button look="plain" onClick={() => setOpen(true)}>
            {t('choose')}
          </Button>
        )}
      </div>
    </div>
  )
}
