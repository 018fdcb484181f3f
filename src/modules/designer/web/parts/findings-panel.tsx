import { AlertTriangle, OctagonAlert } from 'lucide-react'
import { useLocale } from '#design/texts.tsx'
import type { Finding } from '../../plan/findings.ts'
import { useTexts } from '../texts.ts'

interface FindingsPanelProps {
  readonly findings: readonly Finding[] | null
  readonly onShow: (finding: Finding) => void
}

/** Errors and warnings; a click selects the elements and scrolls to them. */
export function FindingsPanel({ findings, onShow }: FindingsPanelProps) {
  const t = useTexts()
  const locale = useLocale()
  if (findings === null) return <p className="text-soft">{t('checking')}</p>
  if (findings.length === 0) return <p>{t('nothingWrong')}</p>
  return (
    <ul className="space-y-1">
      {findings.map((finding, index) => {
        const { code, isError, values, items } = finding
        const section =
          locale === 'ka' ? values['section'] : (values['sectionEn'] ?? values['section'])
        const other = locale === 'ka' ? values['other'] : (values['otherEn'] ?? values['other'])
        const zone = locale === 'ka' ? values['zoneKa'] : values['zoneEn']
        const text = t(`found_${code}`, {
          ...values,
          section: section ?? '',
          other: other ?? '',
          zone: zone ?? '',
        })
        const Icon = isError ? OctagonAlert : AlertTriangle
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the list is replaced as a whole, never reordered
          <li key={index}>
            <button
              type="button"
              className="flex min-h-11 w-full items-start gap-near rounded-md px-2 py-2 text-left hover:bg-sunk disabled:hover:bg-transparent"
              disabled={items.length === 0}
              onClick={() => onShow(finding)}
            >
              <Icon
                size={18}
                aria-hidden="true"
                className={`mt-0.5 shrink-0 ${isError ? 'text-accent' : 'text-soft'}`}
              />
              <span>
                <span className="sr-only">{t(isError ? 'isError' : 'isWarning')}: </span>
                {text}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
