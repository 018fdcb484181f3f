import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { listUndelivered, resendUndelivered } from '../../undelivered-contract.ts'
import { UndeliveredTable } from '../parts/undelivered-table.tsx'
import { useTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listUndelivered))
}

/** Undeliverable messages to customers, with a button to send them again. */
export default function UndeliveredPage() {
  const t = useTexts()
  const locale = useLocale()
  const { messages, total, onTheWay } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)

  async function resend(key: string, ids: readonly string[], email?: string): Promise<void> {
    setWaitingFor(key)
    try {
      const body = { ids: [...ids], ...(email !== undefined && { email }) }
      const { resent, undelivered } = await browserClient(locale).send(resendUndelivered, { body })
      const left = formatCount(locale, undelivered)
      setNotice(t('undeliveredResent', { count: formatCount(locale, resent), left }))
      await revalidate()
    } catch (error) {
      setNotice(error instanceof CallError ? error.message : t('errorText'))
    }
    setWaitingFor(null)
  }

  return (
    <>
      <title>{t('undeliveredPageTitle')}</title>
      <PageTitle look="office">{t('undeliveredTitle')}</PageTitle>
      <p className="mt-2 max-w-[42rem] text-soft">{t('undeliveredLead')}</p>
      <div aria-live="polite">{notice && <Notice>{notice}</Notice>}</div>
      {onTheWay > 0 && (
        <p className="mt-6 text-soft">
          {t('undeliveredOnTheWay', { count: formatCount(locale, onTheWay) })}
        </p>
      )}
      {messages.length === 0 ? (
        <p className="mt-6 border-t border-rule pt-4 text-soft">
          {t(onTheWay > 0 ? 'undeliveredNothingElse' : 'undeliveredEmpty')}
        </p>
      ) : (
        <>
          <Button
            isWaiting={waitingFor === 'all'}
            waitingText={t('undeliveredResending')}
            onClick={() =>
              void resend(
                'all',
                messages.map(({ id }) => id),
              )
            }
            className="mt-6"
          >
            {t('undeliveredResendAll', { count: formatCount(locale, messages.length) })}
          </Button>
          {total > messages.length && (
            <p className="mt-2 text-soft">
              {t('undeliveredMore', { count: formatCount(locale, total - messages.length) })}
            </p>
          )}
          <UndeliveredTable
            messages={messages}
            waitingFor={waitingFor}
            onResend={(id, email) => void resend(id, [id], email)}
          />
        </>
      )}
    </>
  )
}
