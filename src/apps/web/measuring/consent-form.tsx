import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { saveConsent, readConsent } from './consent.ts'
import { useConsentTexts } from './consent-texts.ts'

/** Accept all, reject all, or choose: rejecting takes no more clicks than accepting. */
export function ConsentForm({ onSaved }: { onSaved?: () => void }) {
  const t = useConsentTexts()
  const [isOpen, setOpen] = useState(onSaved !== undefined)
  const [chosen, setChosen] = useState(
    () => readConsent() ?? { statistics: false, advertising: false },
  )
  const say = (consent: typeof chosen): void => {
    saveConsent(consent)
    setChosen(consent)
    onSaved?.()
  }
  return (
    <div className="max-w-md">
      <div className="flex items-center justify-between gap-near">
        <p className="font-semibold">{t('title')}</p>
        {!isOpen && (
          <Button look="plain" className="-mr-near" onClick={() => setOpen(true)}>
            {t('choose')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mb-near">
          <p className="text-note text-soft">{t('text')}</p>
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
      <div className="grid grid-cols-2 gap-tight">
        <Button look="quiet" onClick={() => say({ statistics: true, advertising: true })}>
          {t('all')}
        </Button>
        <Button look="quiet" onClick={() => say({ statistics: false, advertising: false })}>
          {t('none')}
        </Button>
      </div>
      {isOpen && (
        <Button look="quiet" isWide className="mt-tight" onClick={() => say(chosen)}>
          {t('save')}
        </Button>
      )}
    </div>
  )
}
