import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime } from '#kernel/format.ts'
import type { TicketTypeView } from '#modules/events/contract.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

/** The parts of a package, each with its date. */
export function PackageParts({ parts }: Pick<TicketTypeView, 'parts'>) {
  const k = useKindsTexts()
  const t = useChoosingTexts()
  const locale = useLocale()
  if (parts.length === 0) return null
  return (
    <div className="mt-2 text-note">
      <p className="text-soft">{k('packageHolds')}:</p>
      <ul className="mt-1 space-y-1">
        {parts.map((part) => (
          <li key={part.ticketTypeId} className="border-l-2 border-rule-strong pl-3 leading-snug">
            <span className="figures font-semibold">
              {part.quantity} × {part.eventName}
            </span>
            {part.name !== part.eventName && `, ${part.name}`}
            <span className="figures block text-sm text-soft">
              {part.isOpenDate
                ? t('validUntil', {
                    date: formatDate(locale, part.startsAt, { timeZone: part.timeZone }),
                  })
                : formatDateTime(locale, part.startsAt, part.timeZone)}{' '}
              · {part.venueName}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
