import { pageData } from '#design/data/page-data.ts'
import { ownAdvertisement, type Advertisement } from '#modules/presentation/contract.ts'
import { AdSlot } from '#modules/presentation/web/parts/late-ad-slot.tsx'
import { useShellTexts } from '../texts.ts'

/** The advertisement of a list, or of its category if it has one. */
export const listAdvertisement = pageData(ownAdvertisement, ({ params }) => ({
  query: { placement: 'list' as const, categorySlug: params['slug'] },
}))

export function ListAdvertisement({ ad }: { ad: Advertisement }) {
  const t = useShellTexts()
  return <AdSlot ad={ad} label={t('advertising')} className="" />
}
