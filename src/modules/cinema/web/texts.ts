import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the public cinema pages; downloaded with the first of them. */
export const useTexts = moduleTexts<typeof georgian>('movies')
