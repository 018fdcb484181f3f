import { useShowTexts } from '../texts.ts'

/** Keeps the room the map will take, so that nothing jumps when it arrives. */
export function MapWait() {
  const t = useShowTexts()
  return (
    <output className="block" aria-label={t('mapLoading')}>
      <span className="skeleton block h-11 max-w-sm" />
      <span className="skeleton mt-4 block h-6 max-w-lg" />
      <span className="skeleton mt-4 block h-[clamp(20rem,100vw,min(68dvh,44rem))]" />
    </output>
  )
}

/** The whole of choosing before its script is there: the plan's place and the basket's. */
export function ChoosingWait() {
  return (
    <div className="grid gap-x-10 gap-y-6 pt-6 pb-28 desk:grid-cols-[minmax(0,1fr)_22rem] desk:pt-8 desk:pb-0 wide:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0 tablet:pt-12">
        <MapWait />
      </div>
      <span className="skeleton hidden h-80 desk:block" />
    </div>
  )
}
