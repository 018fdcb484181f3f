import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of checkout and of the pages that follow a payment. */
export const useTexts = moduleTexts<typeof georgian>('orders')
