import type { CampaignBlock } from '../block-shapes.ts'

export const blockTypes = [
  'hero',
  'text',
  'shows',
  'carousel',
  'faq',
  'countdown',
  'banner',
  'questions',
] as const satisfies readonly CampaignBlock['type'][]

export const blockLabels = {
  hero: 'blockHero',
  text: 'blockText',
  shows: 'blockShows',
  carousel: 'blockCarousel',
  faq: 'blockFaq',
  countdown: 'blockCountdown',
  banner: 'blockBanner',
  questions: 'blockQuestions',
} as const satisfies Record<CampaignBlock['type'], string>

export const emptyText = { ka: '', en: '' }

export const newSlide: Extract<CampaignBlock, { type: 'carousel' }>['slides'][number] = {
  title: emptyText,
  text: emptyText,
  image: null,
  path: '/',
}
export const newQuestion = { question: emptyText, answer: emptyText }

/** An empty block of a kind, with a key that is unique on the page. */
export function newBlock(
  type: CampaignBlock['type'],
  others: readonly CampaignBlock[],
): CampaignBlock {
  let number = others.length + 1
  while (others.some(({ id }) => id === `${type}-${number}`)) number += 1
  const own = { id: `${type}-${number}`, title: emptyText }
  switch (type) {
    case 'hero':
      return { ...own, type, text: emptyText, image: null, way: null }
    case 'text':
      return { ...own, type, paragraphs: [], points: [], way: null }
    case 'shows':
      return { ...own, type, slugs: [] }
    case 'carousel':
      return { ...own, type, slides: [newSlide] }
    case 'faq':
      return { ...own, type, faqIds: [] }
    case 'countdown':
      return { ...own, type, until: nextWeek(), after: emptyText }
    case 'banner':
      return { ...own, type, text: emptyText, image: null, path: '/' }
    case 'questions':
      return { ...own, type, items: [newQuestion] }
  }
}

function nextWeek(): string {
  return new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 7 * 86_400_000).toISOString()
}
