import { useEffect } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { listOperatorQueues } from '../../operator-contract.ts'
import { NewQueue } from '../parts/new-queue.tsx'
import { QueueCard } from '../parts/queue-card.tsx'
import { useTexts } from '../texts.ts'

/** Refresh interval of the figures while the page is visible. */
const refreshMilliseconds = 5_000

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listOperatorQueues, {}))
}

/** The operator's page of all queues with their controls. */
export default function QueuesPage() {
  const t = useTexts()
  const { queues } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, refreshMilliseconds)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <>
      <title>{t('pageTitle')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <FoldOut title={<span className="link">{t('newTitle')}</span>} className="mt-4">
        <div className="mt-2">
          <NewQueue />
        </div>
      </FoldOut>
      {queues.length === 0 ? (
        <p className="mt-6 border-t border-rule pt-4">{t('empty')}</p>
      ) : (
        <ul className="mt-6 space-y-6">
          {queues.map((queue) => (
            <QueueCard key={queue.queueId} queue={queue} />
          ))}
        </ul>
      )}
    </>
  )
}
