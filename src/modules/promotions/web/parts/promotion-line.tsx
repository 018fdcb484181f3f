import { useState, type ReactNode } from 'react'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useTexts } from '../texts.ts'

interface PromotionLineProps {
  readonly name: string
  readonly state: 'on' | 'off' | 'over'
  readonly note?: string
  readonly facts: readonly ReactNode[]
  /** How often it was used, and for how much. */
  readonly figures: readonly ReactNode[]
  /** Opened by buttons of the line, one at a time. */
  readonly panels: readonly { readonly label: string; readonly content: ReactNode }[]
  readonly children?: ReactNode
}

const states = {
  on: { tone: 'good', text: 'isOn' },
  off: { tone: undefined, text: 'isOff' },
  over: { tone: 'warn', text: 'isOver' },
} as const

/** A promo code, batch or option in its list. */
export function PromotionLine(props: PromotionLineProps) {
  const t = useTexts()
  const { name, state, note, facts, figures, panels, children } = props
  const [open, setOpen] = useState<string | null>(null)
  return (
    <li className="border-b border-rule py-near">
      <div className="flex flex-wrap items-center gap-x-near">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <Badge tone={states[state].tone}>{t(states[state].text)}</Badge>
        <span className="min-w-0 grow text-soft">{note}</span>
        <div className="flex gap-x-near max-tablet:basis-full">
          {panels.map(({ label }) => (
            <Button
              key={label}
              look="plain"
              aria-expanded={open === label}
              aria-label={`${label}: ${name}`}
              onClick={() => setOpen(open === label ? null : label)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className="figures text-note text-soft">
        <Dotted facts={facts} />
        <Dotted facts={figures} />
      </div>
      {children}
      {panels.map(
        ({ label, content }) =>
          open === label && (
            <div key={label} className="mt-near max-w-4xl">
              {content}
            </div>
          ),
      )}
    </li>
  )
}
