import { Wrench } from 'lucide-react'
import { Card } from '#design/parts/card.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import type { Brand } from '../../kinds.ts'
import { useBrandTexts, useTexts } from '../texts.ts'

interface HeadProps {
  readonly brand: Brand | null
  /** Defaults to the brand's title. */
  readonly title?: string
  readonly note?: string
  readonly isPaused: boolean
}

/** Title of a journey page, with the maintenance notice if sales are suspended. */
export function Head({ brand, title, note, isPaused }: HeadProps) {
  const t = useTexts()
  const ofBrand = useBrandTexts(brand)
  const shown = title ?? ofBrand('title')
  return (
    <>
      <title>{t('pageTitle', { title: shown })}</title>
      <meta name="description" content={ofBrand('lead')} />
      {ofBrand('name') === shown ? (
        <div
          className="mb-near h-1.5 w-16 rounded-full"
          style={{ background: `var(--category-${colourOf(brand)})` }}
        />
      ) : (
        <p className="font-semibold" style={{ color: `var(--category-${colourOf(brand)})` }}>
          {ofBrand('name')}
        </p>
      )}
      <PageTitle>{shown}</PageTitle>
      {note && <p className="mt-2 max-w-[42rem] text-lead text-soft">{note}</p>}
      {isPaused && (
        <Card tone="warn" className="mt-group flex items-start gap-near">
          <Wrench size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
          <p>{ofBrand('maintenance')}</p>
        </Card>
      )}
    </>
  )
}

function colourOf(brand: Brand | null): 'railway' | 'bus' {
  return brand === 'railway' || brand === null ? 'railway' : 'bus'
}
