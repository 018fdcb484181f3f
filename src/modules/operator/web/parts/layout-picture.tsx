import { useLocale } from '#design/texts.tsx'
import type { ShownLayout } from '../../layout-contract.ts'
import { useTexts } from '../texts.ts'

/** Colours of zones; the legend names each zone, so colour is not the only cue. */
const colours = [
  'var(--category-concerts)',
  'var(--category-railway)',
  'var(--category-bus)',
  'var(--category-festivals)',
  'var(--category-movie)',
  'var(--category-sport)',
  'var(--category-theatre)',
  'var(--category-exhibitions)',
]

function colourOf(zone: number): string {
  return colours[zone % colours.length] ?? 'currentColor'
}

function pointsText(points: readonly number[]): string {
  return points.map((value, index) => `${value}${index % 2 === 0 ? ',' : ' '}`).join('')
}

/** Preview of a parsed hall: outlines, elements not for sale, and the seats, by zone. */
export function LayoutPicture({ layout }: { layout: ShownLayout }) {
  const t = useTexts()
  const locale = useLocale()
  const { seats } = layout
  return (
    <figure>
      <svg
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className="card card-ruled max-h-[32rem] w-full p-0"
      >
        <title>{t('layoutPicture')}</title>
        {layout.shapes.map((shape) => (
          <polygon
            key={`${shape.kind} ${shape.points.slice(0, 6).join()}`}
            points={pointsText(shape.points)}
            fill="var(--sunk)"
            stroke="var(--rule-strong)"
          />
        ))}
        {layout.outlines.map((outline) => (
          <polygon
            key={outline.points.slice(0, 8).join()}
            points={pointsText(outline.points)}
            fill={colourOf(outline.zone)}
            fillOpacity={0.14}
            stroke={colourOf(outline.zone)}
          >
            <title>{outline.name[locale]}</title>
          </polygon>
        ))}
        {Array.from({ length: seats.length / 3 }, (_, index) => (
          <circle
            key={index}
            cx={seats[index * 3]}
            cy={seats[index * 3 + 1]}
            r={2}
            fill={colourOf(seats[index * 3 + 2] ?? 0)}
          />
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-note">
        {layout.zones.map((zone, index) => (
          <span key={zone.key} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="size-3 rounded-full"
              style={{ background: colourOf(index) }}
            />
            {zone.name[locale]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
