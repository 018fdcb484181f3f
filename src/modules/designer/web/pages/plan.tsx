import { lazy, Suspense } from 'react'
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { readPlan } from '../../contract.ts'
import { planReply } from '../plan-reply.ts'
import { useTexts } from '../texts.ts'
import { useIsInBrowser } from '../use-is-in-browser.ts'

/** A script of its own: nothing but this page draws. */
const PlanEditor = lazy(async () => ({
  default: (await import('../parts/plan-editor.tsx')).PlanEditor,
}))

export function loader(request: LoaderFunctionArgs) {
  return planReply(request, readPlan, { params: { planId: request.params['planId'] ?? '' } })
}

/** A plan of a hall, to be drawn. */
export default function PlanPage() {
  const t = useTexts()
  const locale = useLocale()
  const plan = useLoaderData<typeof loader>()
  const { planId = '' } = useParams()
  const isInBrowser = useIsInBrowser()
  const waiting = <Skeleton label={t('loading')} blocks={['h-[72dvh]']} />
  return (
    <>
      <title>{t('planPageTitle', { name: plan.name[locale] })}</title>
      <Suspense fallback={waiting}>
        {isInBrowser ? (
          <PlanEditor
            key={planId}
            plan={plan}
            reload={() => browserClient(locale).send(readPlan, { params: { planId } })}
          />
        ) : (
          waiting
        )}
      </Suspense>
    </>
  )
}
