import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  data,
  useActionData,
  useLoaderData,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { queueShowsGet, type QueueView } from '#modules/queue/contract.ts'
import { PlainQueueView } from '../parts/plain-queue.tsx'
import { storeToken, recordAdmission } from '../parts/queue-pass.ts'
import { useKnownPlace } from '../parts/use-known-place.ts'
import {
  actOnPlainQueue,
  readPlainQueue,
  type PlainOutcome,
  type PlainQueue,
} from '../plain-queue.ts'
import { useQueueTexts } from '../queue-texts.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const showId = showIdOf(params['showId'])
  const queue = await readPlainQueue(context.get(serverCallsContext), request, showId)
  const { state, name, pagePath } = queue.view
  // Neither a queue nor a show has this number.
  if (state === 'Open' && name === null && pagePath === null) throw data(null, { status: 404 })
  return queue
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return actOnPlainQueue(context.get(serverCallsContext), request, showIdOf(params['showId']))
}

/** The page of what does not exist is answered for anything but the number of a show. */
function showIdOf(written: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/.test(written ?? '')) throw data(null, { status: 404 })
  return Number(written)
}

/** Never cached, so that going back shows the current state. */
export const headers = () => ({ 'cache-control': 'private, no-store' })

/**
 * The queue of a show, with and without scripts; or, with a token in the fragment, the target of a link past it.
 */
export default function QueuePage() {
  const queue = useLoaderData() as PlainQueue
  const outcome = useActionData() as PlainOutcome | undefined
  const linkToken = useSyncExternalStore(watchHash, hashNow, noHash)
  const { revalidate } = useRevalidator()
  const { view, token } = queue
  const { showId, state, lookAgainSeconds } = view
  useKnownPlace(view)
  useEffect(() => {
    if (showId === null || state !== 'Admitted' || token === null) return
    storeToken(showId, token)
    recordAdmission(showId, true)
  }, [showId, state, token])
  useEffect(() => {
    if (state !== 'Waiting') return
    const timer = setInterval(() => void revalidate(), lookAgainSeconds * 1_000)
    return () => clearInterval(timer)
  }, [state, lookAgainSeconds, revalidate])
  return linkToken === '' || showId === null ? (
    <PlainQueueView queue={queue} outcome={outcome ?? null} />
  ) : (
    <PassedByLink showId={showId} token={linkToken} pagePath={view.pagePath} />
  )
}

function watchHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

const hashNow = (): string => location.hash.slice(1)
const noHash = (): string => ''

interface PassedByLinkProps {
  readonly showId: number
  readonly token: string
  /** Page of the show; null when it has none. */
  readonly pagePath: string | null
}

/** A link past a queue: its token is in the fragment, which is not sent to servers. */
function PassedByLink({ showId, token, pagePath }: PassedByLinkProps) {
  const t = useQueueTexts()
  const locale = useLocale()
  const [view, setView] = useState<QueueView | 'bad' | null>(null)
  useEffect(() => {
    let isGone = false
    const query = { showId, waitingRoomToken: token }
    const look = async (): Promise<void> => {
      const found = await browserClient(locale).send(queueShowsGet, { query })
      if (isGone) return
      setView(found)
      if (found.state !== 'Admitted') return
      storeToken(showId, token)
      recordAdmission(showId, true)
    }
    look().catch(() => {
      if (!isGone) setView('bad')
    })
    return () => void (isGone = true)
  }, [showId, token, locale])
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
      {view !== null && pagePath !== null && (
        <LinkButton to={pagePath} look={isIn ? 'main' : 'quiet'} className="mt-6">
          {t(isIn ? 'toTickets' : 'toShow')}
        </LinkButton>
      )}
    </div>
  )
}
