import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the page of promo codes and options. */
export const useTexts = moduleTexts<typeof georgian>('promotions')
