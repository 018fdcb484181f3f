import { moduleTexts, type Translate } from '#design/texts.tsx'
import type railway from '../messages/railway-ka.json'
import type georgian from '../messages/transport-ka.json'
import type { Brand } from '../kinds.ts'

/** Texts of all journey pages. */
export const useTexts = moduleTexts<typeof georgian>('transport')

type BrandTexts = typeof railway

const hooks: Readonly<Record<Brand | 'all', () => Translate<BrandTexts>>> = {
  all: moduleTexts<BrandTexts>('transport'),
  railway: moduleTexts<BrandTexts>('railway'),
  ortachala: moduleTexts<BrandTexts>('ortachala'),
  omnibus: moduleTexts<BrandTexts>('omnibus'),
  georgianbus: moduleTexts<BrandTexts>('georgian-bus'),
  citybus: moduleTexts<BrandTexts>('citybus'),
  metrogeorgia: moduleTexts<BrandTexts>('metrobus'),
}

/** Name, title and notices of a brand; of all carriers for null. */
export function useBrandTexts(brand: Brand | null): Translate<BrandTexts> {
  return hooks[brand ?? 'all']()
}
