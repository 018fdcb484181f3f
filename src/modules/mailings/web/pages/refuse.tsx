import { MailX } from 'lucide-react'
import { useState } from 'react'
import {
  data as withStatus,
  useLoaderData,
  useParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { unsubscribeOnRequest } from '#design/data/one-click.ts'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { moduleTexts, useLocale } from '#design/texts.tsx'
import { chooseMailings, readMailingChoice } from '../../contract.ts'
import type georgian from '../../messages/refusing-ka.json'

const useTexts = moduleTexts<typeof georgian>('refusing')

/** Without a browser: a mail program unsubscribes its reader. */
export function action({ request, params, context }: ActionFunctionArgs) {
  const body = { letterKey: (params['letterKey'] ?? '').slice(0, 200), hasNews: false }
  return unsubscribeOnRequest(request, () =>
    refusalAsResponse(context.get(serverCallsContext).send(chooseMailings, { body })),
  )
}

/** An invalid link is shown as a message with its HTTP status, not as an error page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const letterKey = (params['letterKey'] ?? '').slice(0, 200)
  try {
    return { choice: await calls.send(readMailingChoice, { query: { letterKey } }) }
  } catch (error) {
    if (error instanceof CallError && error.code === 'NotFound')
      return withStatus({ choice: null }, { status: error.status })
    return refusalAsResponse(Promise.reject(error))
  }
}

/** The URL is a secret: no referrer, no search index and no cache may get it. */
export function headers() {
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
}

/** Unsubscribes from an organiser's news, or subscribes again; opening the page changes nothing. */
export default function RefusePage() {
  const t = useTexts()
  const { choice } = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[44rem] pt-8 pb-16 tablet:pt-12">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {choice ? <Choice hadNews={choice.hasNews} /> : <WrongKey />}
    </div>
  )
}

function Choice({ hadNews }: { hadNews: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const { letterKey = '' } = useParams()
  const [chosen, setChosen] = useState<{ merchantName: string; hasNews: boolean } | null>(null)
  const { run, isWaiting, refusal } = useWork()
  const hasNews = chosen?.hasNews ?? hadNews
  const toggle = () =>
    run(async () => {
      const body = { letterKey, hasNews: !hasNews }
      setChosen(await browserClient(locale).send(chooseMailings, { body }))
    })
  return (
    <div className="space-y-5">
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

function WrongKey() {
  const t = useTexts()
  return (
    <div className="space-y-5">
      <MailX size={40} aria-hidden="true" className="text-soft" />
      <PageTitle look="heading">{t('wrongTitle')}</PageTitle>
      <p className="text-soft">{t('wrongText')}</p>
      <LinkButton to="/">{t('toHome')}</LinkButton>
    </div>
  )
}
