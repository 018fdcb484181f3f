import { Skeleton } from '#design/parts/skeleton.tsx'
import { useTexts } from '../texts.ts'

/** Grid of the seat plan and the basket. */
export const planGrid =
  'grid flex-1 gap-x-10 gap-y-group pt-2 pb-28 desk:grid-cols-[minmax(0,1fr)_22rem] desk:pb-4 wide:grid-cols-[minmax(0,1fr)_25rem]'

/** Placeholder of the same size as plan and basket, which prevents layout shifts. */
export function SeatsPlaceholder() {
  const t = useTexts()
  return (
    <div className={planGrid}>
      <div className="flex flex-1 flex-col gap-2">
        <output className="sr-only">{t('mapLoading')}</output>
        <Skeleton blocks={['h-11', 'h-[22rem]']} />
      </div>
      <Skeleton blocks={['h-80']} className="hidden desk:block" />
    </div>
  )
}
