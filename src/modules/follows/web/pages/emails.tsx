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
import { useLocale } from '#design/texts.tsx'
import { followEmailsByKey, readFollowEmailsByKey } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Without a browser: a mail program unsubscribes its reader. */
export function action({ request, params, context }: ActionFunctionArgs) {
  const body = { followKey: (params['followKey'] ?? '').slice(0, 120), hasEmails: false }
  return unsubscribeOnRequest(request, () =>
    refusalAsResponse(context.get(serverCallsContext).send(followEmailsByKey, { body })),
  )
}

/** An invalid link is shown as a message with its HTTP status, not as an error page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const followKey = (params['followKey'] ?? '').slice(0, 120)
  try {
    return { choice: await calls.send(readFollowEmailsByKey, { query: { followKey } }) }
  } catch (error) {
    if (error instanceof CallError && error.code === 'NotFound')
      return withStatus({ choice: null }, { status: error.status })
    return refusalAsResponse(Promise.reject(error))
  }
}

/** The address contains the key: no referrer, no search index and no cache may get it. */
export function headers() {
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
}

/** Page of the unsubscribe link: switches emails about follows off or on. Opening the link alone changes nothing. */
export default function FollowEmails() {
  const t = useTexts()
  const { choice } = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[44rem] space-y-5 pt-8 pb-16 tablet:pt-12">
      <title>{t('emailsTitle')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {choice ? <Choice hadEmails={choice.hasEmails} /> : <WrongKey />}
    </div>
  )
}

function Choice({ hadEmails }: { hadEmails: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const { followKey = '' } = useParams()
  const [saved, setSaved] = useState<boolean | null>(null)
  const { run, isWaiting, refusal } = useWork()
  const hasEmails = saved ?? hadEmails
  const save = () =>
    run(async () => {
      const body = { followKey, hasEmails: !hasEmails }
      setSaved((await browserClient(locale).send(followEmailsByKey, { body })).hasEmails)
    })
  return (
    <>
      <PageTitle look="heading">{t('emailsTitle')}</PageTitle>
      <p className="text-soft">{t('emailsText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
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
    </>
  )
}

function WrongKey() {
  const t = useTexts()
  return (
    <>
      <MailX size={40} aria-hidden="true" className="text-soft" />
      <PageTitle look="heading">{t('emailsWrongTitle')}</PageTitle>
      <p className="text-soft">{t('emailsWrongText')}</p>
      <LinkButton to="/">{t('emailsToHome')}</LinkButton>
    </>
  )
}
