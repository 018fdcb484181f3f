import { Ban, Info, TriangleAlert } from 'lucide-react'
import { Card } from '#design/parts/card.tsx'
import { useCarrierText } from '../carrier-text.ts'
import type { ShownSegment } from '../journey-data.ts'
import { useTexts } from '../texts.ts'

const styles = {
  Info: { tone: 'plain', Icon: Info },
  Warning: { tone: 'warn', Icon: TriangleAlert },
  Error: { tone: 'bad', Icon: Ban },
} as const

/** Carriers' alerts about these vehicles, without duplicates. */
export function Alerts({ segments }: { segments: readonly Pick<ShownSegment, 'alerts'>[] }) {
  const t = useTexts()
  const textOf = useCarrierText()
  const all = new Map<number, ShownSegment['alerts'][number]>(
    segments.flatMap(({ alerts }) => alerts.map((alert) => [alert.alertId, alert] as const)),
  )
  if (all.size === 0) return null
  return (
    <ul aria-label={t('alerts')} className="mt-near space-y-tight">
      {[...all.values()].map(({ alertId, level, texts, url }) => {
        const { tone, Icon } = styles[level]
        const [header, description] = [textOf(texts.header), textOf(texts.description)]
        return (
          <li key={alertId}>
            <Card tone={tone} className="flex items-start gap-near text-note">
              <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
              <div className="min-w-0">
                {header.text && (
                  <p lang={header.lang} className="font-semibold break-words">
                    {header.text}
                  </p>
                )}
                {description.text && (
                  <p lang={description.lang} className="break-words">
                    {description.text}
                  </p>
                )}
                {url !== null && (
                  <a
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="link inline-flex min-h-11 items-center"
                  >
                    {t('alertMore')}
                  </a>
                )}
              </div>
            </Card>
          </li>
        )
      })}
    </ul>
  )
}
