import { useState, type ReactNode } from 'react'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useTexts } from '../texts.ts'

interface CodeLineProps {
  readonly code: string
  readonly isActive: boolean
  readonly note: string
  /** Its discount or subject, and its uses. */
  readonly facts: readonly ReactNode[]
  /** Its form, below the line while it is open. */
  readonly children: (close: () => void) => ReactNode
}

/** A code of an organiser in a list, with its form. */
export function CodeLine({ code, isActive, note, facts, children }: CodeLineProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="py-near">
      <div className="flex flex-wrap items-center gap-x-group gap-y-1">
        <span className="figures font-semibold break-all">{code}</span>
        <Badge tone={isActive ? 'good' : undefined}>{t(isActive ? 'isOn' : 'isOff')}</Badge>
        <span className="min-w-0 grow text-soft">{note}</span>
        <Button
          look="plain"
          aria-expanded={isOpen}
          aria-label={t('promoChange', { code })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('change')}
        </Button>
      </div>
      <Dotted facts={facts} className="figures text-note text-soft" />
      {isOpen && children(() => setOpen(false))}
    </li>
  )
}
