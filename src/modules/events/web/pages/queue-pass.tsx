import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { moduleTexts, useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import type georgian from '../../messages/queue-pass-ka.json'
import { storeToken, tellInside } from '../parts/queue-pass.ts'

const useTexts = moduleTexts<typeof georgian>('queuePass')

/** A link past a queue: its token comes behind the sign, so that no server on the way is sent it. */
export default function QueuePassPage() {
  const t = useTexts()
  const locale = useLocale()
  const showId = Number(useParams()['showId'])
  const [view, setView] = useState<QueueView | 'bad' | null>(null)
  useEffect(() => {
    let isGone = false
    const token = location.hash.slice(1)
    const query = { showId, ...(token && { waitingRoomToken: token }) }
    const look = async (): Promise<void> => {
      const found = await browserClient(locale).send(queueShowsGet, { query })
      if (isGone) return
      setView(found)
      if (found.state !== 'Admitted') return
      storeToken(showId, token)
      tellInside(showId, true)
    }
    look().catch(() => {
      if (!isGone) setView('bad')
    })
    return () => void (isGone = true)
  }, [showId, locale])
  const state = view === null || view === 'bad' ? view : view.state
  const isIn = state === 'Admitted' || state === 'Open'
  return (
    <div className="page max-w-2xl py-10">
      <title>{t('pageTitle')}</title>
      <meta name="robots" content="noindex" />
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-4" aria-live="polite">
        {view === null
          ? t('checking')
          : view !== 'bad' && view.admittedUntil
            ? t('good', { until: formatDateTime(locale, view.admittedUntil) })
            : t(isIn ? 'open' : 'bad')}
      </p>
      {view !== null && view !== 'bad' && isIn && view.pagePath && (
        <LinkButton to={view.pagePath} className="mt-6">
          {t('toTickets')}
        </LinkButton>
      )}
    </div>
  )
}
