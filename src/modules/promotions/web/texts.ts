import { roomTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the page of promo codes and options. */
export const useTexts = roomTexts<typeof georgian>('promotions')
