import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listPlans } from '../../contract.ts'
import { PlansView } from '../parts/plans-view.tsx'
import { planReply } from '../plan-reply.ts'

export function loader(request: LoaderFunctionArgs) {
  return planReply(request, listPlans)
}

/** Hall plans, for operators. */
export default function PlansPage() {
  return <PlansView office={useLoaderData<typeof loader>()} />
}
