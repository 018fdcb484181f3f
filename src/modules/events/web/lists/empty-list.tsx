import { LinkButton } from '#design/parts/link-button.tsx'
import { useListTexts } from './texts.ts'

/** Shown instead of the shows of an empty list. */
export default function EmptyList({ path, isFiltered }: { path: string; isFiltered: boolean }) {
  const t = useListTexts()
  return (
    <div className="border-t-2 border-ink py-16 text-center">
      <p className="text-lg">{t(isFiltered ? 'emptyCategory' : 'nothingYet')}</p>
      {isFiltered && <p className="mt-2 text-soft">{t('emptyHint')}</p>}
      <LinkButton look="quiet" to={isFiltered ? path : '/events'} className="mt-5">
        {t('showAll')}
      </LinkButton>
    </div>
  )
}
