import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the promo codes and options page. */
export const useTexts = moduleTexts<typeof georgian>('promotions')
