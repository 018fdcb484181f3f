import { useParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { readPlan } from '../../merchant-contract.ts'
import { organiserPort } from '../merchant-port.ts'
import { PlanView } from '../parts/plan-view.tsx'
import { PlanPortProvider } from '../plan-port.ts'

/** A hall plan of an organiser. */
export default function OrganisersPlanPage() {
  const { planId = '' } = useParams()
  const plan = useLoaded(readPlan, { params: { planId } })
  return (
    <LoadedPart of={plan} height="h-[72dvh]">
      {(value) => (
        <PlanPortProvider value={organiserPort}>
          <PlanView plan={value} />
        </PlanPortProvider>
      )}
    </LoadedPart>
  )
}
