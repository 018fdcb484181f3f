import { useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { staffReversal, staffReverse, type ReversalView } from '../../reversal-contract.ts'
import { useTexts } from '../texts.ts'

/** Target of the link in a letter about a change: shows what would be reversed, and a button that does it. */
export default function ReversalPage() {
  const t = useTexts()
  const locale = useLocale()
  const [found, setFound] = useState<ReversalView | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const reversalKey = useRef('')
  useEffect(() => {
    // The key is in the URL fragment, which is not sent to servers, and is removed from the address bar at once.
    reversalKey.current = window.location.hash.slice(1) || reversalKey.current
    const key = reversalKey.current
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname)
    void browserClient(locale)
      .send(staffReversal, { body: { key: key === '' ? '-' : key } })
      .then(setFound)
      .catch((error: unknown) => setProblem(error instanceof CallError ? error.message : ''))
  }, [locale])
  return (
    <div className="mx-auto max-w-md space-y-group py-part">
      <title>{t('reversalTitle')}</title>
      <PageTitle look="office">{t('reversalTitle')}</PageTitle>
      {problem !== null ? (
        <ErrorState
          title={t('reversalGone')}
          action={<LinkButton to="/merchant">{t('toSignIn')}</LinkButton>}
        >
          {problem || t('networkProblem')}
        </ErrorState>
      ) : found ? (
        <Reverse reversalKey={reversalKey} change={found} />
      ) : (
        <Skeleton className="h-64 rounded-lg" />
      )}
    </div>
  )
}

interface ReverseProps {
  readonly reversalKey: { readonly current: string }
  readonly change: ReversalView
}

function Reverse({ reversalKey, change }: ReverseProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [isDone, setDone] = useState(false)
  const { kind, merchantName, personName, role, formerRole, madeAt, until } = change
  const reverse = () =>
    run(async () => {
      await browserClient(locale).send(staffReverse, { body: { key: reversalKey.current } })
      setDone(true)
    })
  // A time is never on another line than its date.
  const untilText = formatDateTime(locale, until).replaceAll(' ', '\u00A0')
  const facts = {
    name: personName ?? '',
    role: role ? t(`role-${role}`) : '',
    formerRole: formerRole ? t(`role-${formerRole}`) : '',
  }
  return (
    <div className="space-y-group">
      <div>
        <p className="font-semibold">{merchantName}</p>
        <p className="mt-1">{t(`reversal-${kind}`, facts)}</p>
        <p className="mt-1 text-note text-soft">{formatDateTime(locale, madeAt)}</p>
      </div>
      {isDone ? (
        <Card tone="good">
          <output className="block">{t('reversalDone')}</output>
          <LinkButton className="mt-near" to="/merchant">
            {t('toSignIn')}
          </LinkButton>
        </Card>
      ) : (
        <>
          <p className="text-soft">{t('reversalNote', { until: untilText })}</p>
          {refusal && <Notice>{refusal}</Notice>}
          <Button
            look="danger"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => void reverse()}
          >
            {t('reversalConfirm')}
          </Button>
        </>
      )}
    </div>
  )
}
