import { useShowTexts } from '../texts.ts'

/** The layout of plan and basket; on phones the plan ends above the collapsed sheet of offers. */
export const hallGrid =
  'grid flex-1 gap-x-10 pt-2 pb-(--sheet-rest) desk:grid-cols-[minmax(0,1fr)_22rem] desk:pb-4 wide:grid-cols-[minmax(0,1fr)_25rem]'

/** Reserves the map's space, so that the layout does not shift when it loads. */
export function MapWait() {
  const t = useShowTexts()
  return (
    <output className="flex flex-1 flex-col gap-2">
      <span className="skeleton h-11" />
      {/* Larger than any text that comes with the plan, so that the page's largest contentful paint is its first one. In the
          device's own font, because the same words in a font that came meanwhile may count as a larger and later paint. */}
      <span className="skeleton grid min-h-[13.5rem] flex-1 place-items-center text-center font-[system-ui] text-3xl text-soft">
        {t('mapLoading')}
      </span>
    </output>
  )
}

/** Placeholders for plan and basket until the script is loaded. */
export function ChoosingWait() {
  return (
    <div className={hallGrid}>
      <MapWait />
      <span className="skeleton hidden desk:block" />
    </div>
  )
}
