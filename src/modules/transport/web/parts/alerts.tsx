import { TriangleAlert } from 'lucide-react'
import { Card } from '#design/parts/card.tsx'
import type { AlertView, SegmentView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

/** What carriers say of these vehicles, each once. */
export function Alerts({ segments }: { segments: readonly Pick<SegmentView, 'alerts'>[] }) {
  const t = useTexts()
  const all = new Map<number, AlertView>(
    segments.flatMap(({ alerts }) => alerts.map((alert) => [alert.alertId, alert] as const)),
  )
  if (all.size === 0) return null
  return (
    <ul aria-label={t('alerts')} className="mt-near space-y-tight">
      {[...all.values()].map(({ alertId, header, description, url }) => (
        <li key={alertId}>
          <Card tone="warn" className="flex items-start gap-near text-note">
            <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
            <div className="min-w-0">
              {header && <p className="font-semibold break-words">{header}</p>}
              {description && <p className="break-words">{description}</p>}
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
      ))}
    </ul>
  )
}
