import { useShowTexts } from '../texts.ts'

/** What stands around the plan and the basket; on a phone the plan ends where the sheet of offers rests. */
export const hallGrid =
  'grid flex-1 gap-x-10 pt-2 pb-[max(20dvh,9.75rem)] desk:grid-cols-[minmax(0,1fr)_22rem] desk:pb-4 wide:grid-cols-[minmax(0,1fr)_25rem]'

/** Keeps the room the map will take, so that nothing jumps when it arrives. */
export function MapWait() {
  const t = useShowTexts()
  return (
    <output className="flex flex-1 flex-col gap-2" aria-label={t('mapLoading')}>
      <span className="skeleton h-11" />
      <span className="skeleton min-h-[14rem] flex-1" />
    </output>
  )
}

/** The whole of choosing before its script is there: the plan's place and the basket's. */
export function ChoosingWait() {
  return (
    <div className={hallGrid}>
      <MapWait />
      <span className="skeleton hidden desk:block" />
    </div>
  )
}
