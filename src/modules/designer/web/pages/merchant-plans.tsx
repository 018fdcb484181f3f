import { useLoaded } from '#design/data/use-loaded.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { listPlans } from '../../merchant-contract.ts'
import { organiserPort } from '../merchant-port.ts'
import { PlansView } from '../parts/plans-view.tsx'
import { PlanPortProvider } from '../plan-port.ts'
import { useTexts } from '../texts.ts'

/** Plans of halls that an organiser has drawn. */
export default function OrganisersPlansPage() {
  const t = useTexts()
  const { loaded, reload } = useLoaded(listPlans, {})
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('notLoaded')}
        retryText={t('retry')}
        onRetry={reload}
      />
    )
  if (!loaded.value) return <Skeleton label={t('loading')} blocks={['h-96']} />
  return (
    <PlanPortProvider value={organiserPort}>
      <PlansView office={loaded.value} />
    </PlanPortProvider>
  )
}
