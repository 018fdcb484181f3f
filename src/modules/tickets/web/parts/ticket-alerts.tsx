import { TriangleAlert } from 'lucide-react'
import { Card } from '#design/parts/card.tsx'
import type { TicketView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

/** What the carrier announces for the time of a ticket. */
export function TicketAlerts({ alerts }: Pick<TicketView, 'alerts'>) {
  const t = useTexts()
  if (alerts.length === 0) return null
  return (
    <ul aria-label={t('alerts')} className="not-printed space-y-tight">
      {alerts.map(({ header, text, url }) => (
        <li key={`${header} ${text}`}>
          <Card tone="warn" className="flex items-start gap-near text-note">
            <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
            <div className="min-w-0">
              {header && <p className="font-semibold break-words">{header}</p>}
              {text && <p className="break-words">{text}</p>}
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
