import { useLocation } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import type { createPlan } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** What was read from the drawing of a new plan; the page that creates it passes it on. */
export type DrawingRead = Pick<ReplyOf<typeof createPlan>, 'leftOut' | 'sections'>

/** Places by section beside the plan, and what of the drawing was left out, until another page is opened. */
export function DrawingNotes() {
  const t = useTexts()
  const locale = useLocale()
  const read = useLocation().state as DrawingRead | null
  if (!read?.sections) return null
  const { leftOut, sections } = read
  return (
    <FoldOut
      title={t('drawingRead')}
      note={t('drawingLeftOutCount', { count: leftOut.length })}
      isOpen
      look="section"
      className="mb-near"
    >
      <ul className="columns-[16rem] gap-x-group">
        {sections.map(({ id, name, places }) => (
          <li key={id} className="flex justify-between gap-near">
            <span className="min-w-0">{name[locale]}</span>
            <span className="figures whitespace-nowrap">
              {t('drawingPlaces', { count: places, places: formatCount(locale, places) })}
            </span>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <>
          <h2 className="mt-near font-semibold">{t('drawingLeftOut')}</h2>
          <ul className="space-y-1 text-note">
            {leftOut.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </FoldOut>
  )
}
