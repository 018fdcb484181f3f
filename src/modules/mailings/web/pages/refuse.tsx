import { useState } from 'react'
import { useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { moduleTexts, useLocale } from '#design/texts.tsx'
import { chooseMailings } from '../../contract.ts'
import type georgian from '../../messages/refusing-ka.json'

const useTexts = moduleTexts<typeof georgian>('refusing')

/** The URL is a secret: no referrer and no search index may get it. */
export function headers() {
  return { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }
}

/** Unsubscribes from an organiser's news, or subscribes again; opening the page changes nothing. */
export default function RefusePage() {
  const t = useTexts()
  const locale = useLocale()
  const { letterKey = '' } = useParams()
  const [chosen, setChosen] = useState<{ merchantName: string; hasNews: boolean } | null>(null)
  const { run, isWaiting, refusal } = useWork()
  const hasNews = chosen?.hasNews ?? true
  const toggle = () =>
    run(async () => {
      const body = { letterKey, hasNews: !hasNews }
      setChosen(await browserClient(locale).send(chooseMailings, { body }))
    })
  return (
    <div className="page max-w-[44rem] space-y-5 pt-8 pb-16 tablet:pt-12">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <PageTitle look="heading">{t('title')}</PageTitle>
      <p className="text-soft">{t('text')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <output className="block font-semibold empty:hidden">
        {chosen && t(chosen.hasNews ? 'started' : 'stopped', { merchant: chosen.merchantName })}
      </output>
      <Button
        look={hasNews ? 'main' : 'quiet'}
        isWaiting={isWaiting}
        waitingText={t('sending')}
        onClick={() => void toggle()}
      >
        {t(hasNews ? 'stop' : 'start')}
      </Button>
    </div>
  )
}
