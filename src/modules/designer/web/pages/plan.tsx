import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { readPlan } from '../../contract.ts'
import { PlanView } from '../parts/plan-view.tsx'
import { planReply } from '../plan-reply.ts'

export function loader(request: LoaderFunctionArgs) {
  return planReply(request, readPlan, { params: { planId: request.params['planId'] ?? '' } })
}

/** A hall plan, for operators. */
export default function PlanPage() {
  return <PlanView plan={useLoaderData<typeof loader>()} />
}
