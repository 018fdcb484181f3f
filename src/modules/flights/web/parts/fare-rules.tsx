import { useLoaded } from '#design/data/use-loaded.ts'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { flightFareRules } from '../../search-contract.ts'
import { useTexts } from '../texts.ts'
import { Rules } from './fare-conditions.tsx'

/** The conditions of a fare in the results, loaded when opened. */
export function FareRules({ itineraryId }: { itineraryId: string }) {
  const t = useTexts()
  const { loaded } = useLoaded(flightFareRules, { query: { itineraryId } })
  if (loaded.value) return <Rules rules={loaded.value.rules} />
  if (loaded.state === 'failed') return <Notice>{loaded.problem ?? t('rulesFailed')}</Notice>
  return <Skeleton label={t('rulesLoading')} blocks={['h-5', 'h-5 w-4/5']} className="py-near" />
}
