import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { useLocale } from '#design/texts.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Card } from '#design/parts/card.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { formatCount } from '#kernel/format.ts'
import { applyImport, getImport, type ImportView } from '../../import-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { ImportItems } from '../parts/import-items.tsx'
import { isUnderWay, stateLabels } from '../parts/import-state.ts'
import { useTexts } from '../texts.ts'

export function loader(request: LoaderFunctionArgs) {
  const importId = request.params['importId'] ?? ''
  return operatorReply(request, getImport, { params: { importId } })
}

const pollMilliseconds = 700

/** Planned changes of an import, its progress, and the button to apply it. */
export default function ImportPage() {
  const t = useTexts()
  const locale = useLocale()
  const loaded = useLoaderData<typeof loader>()
  const { importId } = loaded
  const { data: run, refetch } = useQuery({
    queryKey: ['import', importId],
    queryFn: () =>
      inTime((signal) =>
        browserClient(locale).send(getImport, { params: { importId } }, { signal }),
      ),
    initialData: loaded,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.state) ? pollMilliseconds : false,
  })
  return (
    <>
      <title>{t('importPageTitle', { name: run.name })}</title>
      <p>
        <LocalLink to="/operator/import" className="link inline-flex min-h-11 items-center">
          {t('navImport')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="wrap-anywhere">
        {run.name}
      </PageTitle>
      <Dotted
        className="mt-1 text-soft"
        facts={[
          t('sourceIs', { source: run.source }),
          <output key="state">{t(stateLabels[run.state])}</output>,
        ]}
      />
      {isUnderWay(run.state) && <Steps run={run} />}
      {run.state === 'failed' && (
        <div className="mt-5 max-w-2xl">
          <Notice>{run.failure}</Notice>
          <LinkButton look="quiet" to="/operator/import" className="mt-4">
            {t('startAgain')}
          </LinkButton>
        </div>
      )}
      {(run.state === 'checked' || run.state === 'applied') && (
        <>
          <Outcome run={run} onRequested={() => void refetch()} />
          <ImportItems importId={importId} counts={run.counts} />
        </>
      )}
    </>
  )
}

function Steps({ run }: { run: ImportView }) {
  const t = useTexts()
  const locale = useLocale()
  const total = run.stepsTotal
  return (
    <div className="mt-6 max-w-2xl">
      <Progress
        label={t(stateLabels[run.state])}
        {...(total > 0 ? { value: run.stepsDone, max: total } : {})}
      />
      <p className="figures mt-1 text-soft">
        {total > 0
          ? t('takenOf', {
              taken: formatCount(locale, run.stepsDone),
              capacity: formatCount(locale, total),
            })
          : t('waitMoment')}
      </p>
    </div>
  )
}

/** Result of the check in one sentence, and the possible actions. */
function Outcome({ run, onRequested }: { run: ImportView; onRequested: () => void }) {
  const t = useTexts()
  const { counts } = run
  if (run.state === 'applied') {
    return (
      <div className="mt-5 max-w-2xl rounded-lg border-l-4 border-good bg-card px-4 py-3">
        <p className="font-semibold">{t('appliedTitle')}</p>
        <p className="text-soft">{t('appliedText')}</p>
        <LocalLink to="/operator" className="link mt-1 inline-flex min-h-11 items-center">
          {t('navProgramme')}
        </LocalLink>
      </div>
    )
  }
  if (counts.bad > 0) {
    return (
      <div className="mt-5 max-w-2xl rounded-lg border-l-4 border-accent bg-accent-wash px-4 py-3">
        <p className="font-semibold">{t('badTitle', { count: counts.bad })}</p>
        <p>{t('badText')}</p>
        <p className="flex flex-wrap gap-x-5">
          <TableLinks
            href={`/v2/operator/imports/${run.importId}/problems.csv`}
            label={t('downloadProblems')}
          />
          <LocalLink to="/operator/import" className="link inline-flex min-h-11 items-center">
            {t('startAgain')}
          </LocalLink>
        </p>
      </div>
    )
  }
  if (counts.new + counts.changed === 0) {
    return (
      <p className="mt-5 max-w-2xl rounded-lg border-l-4 border-rule-strong bg-card px-4 py-3">
        {t('nothingToDo')}
      </p>
    )
  }
  return <Apply run={run} onRequested={onRequested} />
}

function Apply({ run, onRequested }: { run: ImportView; onRequested: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [isAgreed, setAgreed] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function apply(): Promise<void> {
    if (!isAgreed) {
      setRefusal(t('agreeFirst'))
      return
    }
    setSending(true)
    setRefusal(null)
    try {
      const { importId, digest } = run
      await browserClient(locale).send(applyImport, {
        params: { importId },
        body: { digest: digest ?? '' },
      })
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('errorText'))
    }
    setSending(false)
    onRequested()
  }
  return (
    <Card look="ruled" className="mt-5 max-w-2xl space-y-3">
      <p className="font-semibold">
        {t('readyTitle', { fresh: run.counts.new, changed: run.counts.changed })}
      </p>
      {refusal && <Notice key={refusal}>{refusal}</Notice>}
      <Checkbox
        label={t('noUndo')}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <Button isWaiting={isSending} waitingText={t('sending')} onClick={() => void apply()}>
        {t('apply')}
      </Button>
    </Card>
  )
}
