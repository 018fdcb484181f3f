import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { watchAdd } from '#modules/follows/contract.ts'
import { useTexts } from '../texts.ts'

interface WatchConnectionProps {
  readonly from: string
  readonly to: string
  /** ISO date. */
  readonly date: string
}

/**
 * Form for an email alert when seats on a connection are available at a maximum price; guests sign in
 * first.
 */
export default function WatchConnection({ from, to, date }: WatchConnectionProps) {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const { run, isWaiting, refusal } = useWork()
  const [price, setPrice] = useState('')
  const [isDone, setDone] = useState(false)
  const lari = Number(price.replace(',', '.'))
  const isWrong = price !== '' && !(lari > 0 && lari <= 10_000)
  if (isDone)
    return (
      <output className="block py-near">
        {t('watchDone')}{' '}
        <LocalLink to="/account/saved" className="link">
          {t('watchSaved')}
        </LocalLink>
      </output>
    )
  return (
    <form
      noValidate
      className="space-y-near py-near"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        void run(async () => {
          const subject: Record<string, string | number> = { from, to, date }
          if (price !== '') subject['priceMinor'] = Math.round(lari * 100)
          const body = { source: 'transport', subject }
          try {
            await browserClient(locale).send(watchAdd, { body })
          } catch (error) {
            if (!(error instanceof CallError) || error.code !== 'Unauthenticated') throw error
            return window.location.assign(authAddress('login'))
          }
          return setDone(true)
        })
      }}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('watchPrice')}
        hint={t('watchPriceHint')}
        inputMode="decimal"
        autoComplete="off"
        frameClassName="max-w-xs"
        value={price}
        error={isWrong ? t('watchPriceWrong') : null}
        onChange={({ target }) => setPrice(target.value)}
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')}>
        {t('watchSend')}
      </SubmitBar>
    </form>
  )
}
