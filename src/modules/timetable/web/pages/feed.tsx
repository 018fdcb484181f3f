import { useQuery } from '@tanstack/react-query'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Card } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { getFeedImport, type FeedImportView, type FeedReportView } from '../../feed-contract.ts'
import { ApplyFeed } from '../parts/apply-feed.tsx'
import { FeedReport } from '../parts/feed-report.tsx'
import { isUnderWay, stateLabels } from '../parts/feed-state.ts'
import { useTexts } from '../texts.ts'

export function loader({ url, context, params }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const importId = params['importId'] ?? ''
  return signInFirst(calls, url, calls.send(getFeedImport, { params: { importId } }))
}

const pollMilliseconds = 700

/** Page of a feed import: its changes, its progress, and the button that applies it. */
export default function FeedPage() {
  const t = useTexts()
  const locale = useLocale()
  const loaded = useLoaderData<typeof loader>()
  const { importId } = loaded
  const { data: feed, refetch } = useQuery({
    queryKey: ['feed', importId],
    queryFn: () =>
      inTime((signal) =>
        browserClient(locale).send(getFeedImport, { params: { importId } }, { signal }),
      ),
    initialData: loaded,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.state) ? pollMilliseconds : false,
  })
  const { report, state } = feed
  return (
    <>
      <title>{t('feedPageTitle', { name: feed.name })}</title>
      <p>
        <LocalLink to="/operator/feeds" className="link inline-flex min-h-11 items-center">
          {t('feedsTitle')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="break-words">
        {feed.name}
      </PageTitle>
      <p className="mt-1 break-words text-soft">
        <Dotted
          facts={[
            t(`brand-${feed.brand}`),
            feed.fileName,
            <output key="state">{t(stateLabels[state])}</output>,
          ]}
        />
      </p>
      {isUnderWay(state) && <ImportProgress feed={feed} />}
      {state === 'uploading' && <p className="mt-5 max-w-2xl">{t('uploadBroken')}</p>}
      {state === 'failed' && (
        <div className="mt-5 max-w-2xl">
          <Notice>{feed.failure}</Notice>
        </div>
      )}
      {report && (state === 'checked' || state === 'applied') && (
        <>
          <Outcome feed={feed} report={report} onRequested={() => void refetch()} />
          <FeedReport report={report} />
        </>
      )}
    </>
  )
}

function ImportProgress({ feed }: { feed: FeedImportView }) {
  const t = useTexts()
  const locale = useLocale()
  const { step, stepsDone, stepsTotal, state } = feed
  const total = stepsTotal === null ? {} : { value: stepsDone, max: stepsTotal }
  return (
    <div className="mt-6 max-w-2xl">
      <Progress label={t(stateLabels[state])} {...total} className="w-full" />
      <p className="figures mt-1 text-soft" aria-live="off">
        {step === null
          ? t('waitMoment')
          : step === 'read'
            ? t('rowsRead', { count: formatCount(locale, stepsDone) })
            : t(step === 'trips' ? 'tripsDone' : 'runDaysDone', {
                done: formatCount(locale, stepsDone),
                total: formatCount(locale, stepsTotal ?? stepsDone),
              })}
      </p>
    </div>
  )
}

interface OutcomeProps {
  readonly feed: FeedImportView
  readonly report: FeedReportView
  readonly onRequested: () => void
}

/** Summary of the validation, and the actions that are possible. */
function Outcome({ feed, report, onRequested }: OutcomeProps) {
  const t = useTexts()
  const box = 'mt-5 max-w-2xl'
  if (feed.state === 'applied')
    return (
      <Card tone="good" className={box}>
        <p className="font-semibold">{t('appliedTitle')}</p>
        <p className="text-soft">{t('appliedText')}</p>
      </Card>
    )
  if (report.errors > 0)
    return (
      <Card tone="bad" className={box}>
        <p className="font-semibold">{t('badTitle', { count: report.errors })}</p>
        <p>{t('badText')}</p>
      </Card>
    )
  if (report.isSame)
    return (
      <Card tone="plain" className={box}>
        {t('sameFeed')}
      </Card>
    )
  return <ApplyFeed importId={feed.importId} report={report} onRequested={onRequested} />
}
