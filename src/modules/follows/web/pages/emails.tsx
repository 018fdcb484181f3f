import { useState } from 'react'
import { useParams } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { followEmailsByKey } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** The address contains the key: it is neither sent to other sites as a referrer nor indexed by search engines. */
export function headers() {
  return { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }
}

/** Page of the unsubscribe link: switches emails about follows off or on. Opening the link alone changes nothing. */
export default function FollowEmails() {
  const t = useTexts()
  const { followKey = '' } = useParams()
  const [saved, setSaved] = useState<boolean | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hasEmails = saved ?? true

  async function save(): Promise<void> {
    setWaiting(true)
    setProblem(null)
    try {
      const body = { followKey, hasEmails: !hasEmails }
      setSaved((await browserClient().send(followEmailsByKey, { body })).hasEmails)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    }
    setWaiting(false)
  }

  return (
    <div className="page max-w-[44rem] space-y-5 pt-8 pb-16 tablet:pt-12">
      <title>{t('emailsTitle')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <PageTitle look="heading">{t('emailsTitle')}</PageTitle>
      <p className="text-soft">{t('emailsText')}</p>
      {problem && <Notice>{problem}</Notice>}
      <output className="block font-semibold empty:hidden">
        {saved !== null && t(saved ? 'emailsStarted' : 'emailsStopped')}
      </output>
      <Button
        look={hasEmails ? 'main' : 'quiet'}
        isWaiting={isWaiting}
        waitingText={t('sending')}
        onClick={() => void save()}
      >
        {t(hasEmails ? 'emailsStop' : 'emailsStart')}
      </Button>
    </div>
  )
}
