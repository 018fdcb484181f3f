import type { SeatFilters } from '#seatmap/filter.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import type { ZonePrices } from '#seatmap/web/labels.ts'
import { ZoneSwatch } from '#seatmap/web/zone-swatch.tsx'
import { useChoosingTexts } from '../choosing-texts.ts'

/** The price of each colour; clicking one shows only its places, clicking again shows all. */
export function ZoneLegend(props: {
  layout: SeatLayout
  zonePrices: ZonePrices
  filters: SeatFilters
  onChange: (filters: SeatFilters) => void
}) {
  const t = useChoosingTexts()
  const { layout, zonePrices, filters } = props

  function toggle(zone: string): void {
    const zoneKeys = new Set(filters.zoneKeys)
    if (!zoneKeys.delete(zone)) zoneKeys.add(zone)
    const { zoneKeys: _, ...others } = filters
    props.onChange(zoneKeys.size > 0 ? { ...others, zoneKeys } : others)
  }

  return (
    <ul aria-label={t('prices')} className="mt-2 flex flex-wrap gap-x-1 text-sm desk:text-note">
      {layout.zones.map((zone, index) => {
        const price = zonePrices.get(zone.key)
        if (!price) return null
        const isOut = filters.zoneKeys !== undefined && !filters.zoneKeys.has(zone.key)
        return (
          <li key={zone.key}>
            <button
              type="button"
              aria-pressed={filters.zoneKeys?.has(zone.key) ?? false}
              className={`flex min-h-11 items-center gap-2 rounded-md px-2 text-left desk:min-h-8 hover:bg-sunk aria-pressed:bg-sunk aria-pressed:font-semibold ${isOut ? 'text-soft' : ''}`}
              onClick={() => toggle(zone.key)}
            >
              <ZoneSwatch zone={index} />
              <span className="min-w-0">{price.label}</span>
              <span className="figures font-semibold whitespace-nowrap">{price.priceText}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
