import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of an order that is open; they come with the pages of paying. */
export const useTexts = moduleTexts<typeof georgian>('orders')
