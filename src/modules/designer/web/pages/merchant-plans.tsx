import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { listPlans } from '../../merchant-contract.ts'
import { organiserPort } from '../merchant-port.ts'
import { PlansView } from '../parts/plans-view.tsx'
import { PlanPortProvider } from '../plan-port.ts'

/** Hall plans of an organiser. */
export default function OrganisersPlansPage() {
  const plans = useLoaded(listPlans, {})
  return (
    <LoadedPart of={plans}>
      {(value) => (
        <PlanPortProvider value={organiserPort}>
          <PlansView office={value} />
        </PlanPortProvider>
      )}
    </LoadedPart>
  )
}
