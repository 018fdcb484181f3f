import { MailX } from 'lucide-react'
import { useState } from 'react'
import { data as withStatus, useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Card } from '#design/parts/card.tsx'
import { openInvitation, type InvitedView } from '../../contract.ts'
import { InvitedCard } from '../parts/invited-card.tsx'
import { InvitedToJoin } from '../parts/invited-to-join.tsx'
import { InvitedToPay } from '../parts/invited-to-pay.tsx'
import { useTexts } from '../texts.ts'

/** A revoked invitation is shown as a message with its HTTP status, not as an error page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const token = (params['token'] ?? '').slice(0, 100)
  try {
    return { invited: await calls.send(openInvitation, { params: { token } }) }
  } catch (error) {
    if (error instanceof CallError && error.code === 'InvitationNotFound')
      return withStatus({ invited: null }, { status: error.status })
    return refusalAsResponse(Promise.reject(error))
  }
}

export const clientLoader = cachedClientLoader

/** The URL is a secret: no referrer, no search index and no cache may get it. */
export function headers() {
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
}

/** Page of a person invited to pay for an order or to join it. */
export default function InvitePage() {
  const t = useTexts()
  const { invited } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  return (
    <div className="page max-w-[46rem] pt-6 pb-16 tablet:pt-10">
      <title>{t('pageTitle')}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      {invited ? <Invited key={token} token={token} loaded={invited} /> : <Gone />}
    </div>
  )
}

function Invited({ token, loaded }: { token: string; loaded: InvitedView }) {
  const t = useTexts()
  // Results of calls on this page take precedence until it is loaded again.
  const [changed, setChanged] = useState({
    since: loaded,
    shown: loaded,
    receivedAt: null as number | null,
  })
  const isCurrent = changed.since === loaded
  const invited = isCurrent ? changed.shown : loaded
  const receivedAt = isCurrent ? changed.receivedAt : null
  const name = invited.inviterName || t('somebody')
  const take = (shown: InvitedView) =>
    setChanged({ since: loaded, shown, receivedAt: performance.now() })
  const props = { token, invited, name, receivedAt, onInvited: take }
  return (
    <div className="flex flex-col gap-6">
      {invited.purpose === 'pay' ? (
        <>
          <InvitedToPay {...props} />
          <InvitedCard invited={invited} />
        </>
      ) : (
        <InvitedToJoin {...props} />
      )}
    </div>
  )
}

function Gone() {
  const t = useTexts()
  return (
    <Card as="section" look="lifted">
      <MailX size={40} aria-hidden="true" className="text-accent" />
      <PageTitle look="heading" className="mt-4">
        {t('goneTitle')}
      </PageTitle>
      <p className="mt-3 text-lg text-soft">{t('goneText')}</p>
      <LinkButton to="/" className="mt-6">
        {t('toShows')}
      </LinkButton>
    </Card>
  )
}
