import { useParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { readPlan } from '../../merchant-contract.ts'
import { organiserPort } from '../merchant-port.ts'
import { PlanView } from '../parts/plan-view.tsx'
import { PlanPortProvider } from '../plan-port.ts'
import { useTexts } from '../texts.ts'

/** A plan of a hall that an organiser draws. */
export default function OrganisersPlanPage() {
  const t = useTexts()
  const { planId = '' } = useParams()
  const { loaded, reload } = useLoaded(readPlan, { params: { planId } })
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('notLoaded')}
        retryText={t('retry')}
        onRetry={reload}
      />
    )
  if (!loaded.value) return <Skeleton label={t('loading')} blocks={['h-[72dvh]']} />
  return (
    <PlanPortProvider value={organiserPort}>
      <PlanView plan={loaded.value} />
    </PlanPortProvider>
  )
}
