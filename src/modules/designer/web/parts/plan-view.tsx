import { lazy, Suspense } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import type { PlanView as Plan } from '../../contract.ts'
import { usePlanPort } from '../plan-port.ts'
import { useTexts } from '../texts.ts'
import { useIsInBrowser } from '../use-is-in-browser.ts'
import { DrawingNotes } from './drawing-notes.tsx'

/** Loaded separately, since only this page needs it. */
const PlanEditor = lazy(async () => ({
  default: (await import('./plan-editor.tsx')).PlanEditor,
}))

/** A hall plan in the editor. */
export function PlanView({ plan }: { plan: Plan }) {
  const t = useTexts()
  const locale = useLocale()
  const { calls } = usePlanPort()
  const { planId } = plan
  const isInBrowser = useIsInBrowser()
  const waiting = <Skeleton label={t('loading')} blocks={['h-[72dvh]']} />
  return (
    <>
      <title>{t('planPageTitle', { name: plan.name[locale] })}</title>
      {isInBrowser && <DrawingNotes />}
      <Suspense fallback={waiting}>
        {isInBrowser ? (
          <PlanEditor
            key={planId}
            plan={plan}
            reload={() => browserClient(locale).send(calls.readPlan, { params: { planId } })}
          />
        ) : (
          waiting
        )}
      </Suspense>
    </>
  )
}
