/** A campaign page in the language of the request; links to hidden shows and deleted questions are left out. */
import { localizedPath, type LocalizedText } from '#kernel/locale.ts'
import type { CampaignBlock, CampaignEdition } from '../block-shapes.ts'
import type { CampaignPage, ShownBlock } from '../contract.ts'
import type { Reader } from './present.ts'

/** Frequent questions by id, in the language of the request. */
export type FaqEntries = ReadonlyMap<number, { readonly question: string; readonly answer: string }>

export interface PresentedPage {
  readonly path: string
  readonly edition: CampaignEdition
  readonly menu: readonly { readonly path: string; readonly title: LocalizedText }[]
  readonly faq: FaqEntries
  readonly isPreview: boolean
}

export function presentCampaign(page: PresentedPage, reader: Reader): CampaignPage {
  const { locale } = reader
  const { edition, menu, path, isPreview } = page
  return {
    path: localizedPath(locale, path),
    theme: edition.theme,
    hidesHeader: edition.hidesHeader,
    hidesFooter: edition.hidesFooter,
    title: edition.title[locale],
    summary: edition.summary[locale],
    menu: menu.map((entry) => ({
      path: localizedPath(locale, entry.path),
      title: entry.title[locale],
    })),
    blocks: edition.blocks.flatMap((block) => presentBlock(block, page.faq, reader) ?? []),
    isPreview,
    isOutOfMenu: edition.isOutOfMenu,
  }
}

/** Null when all its entries were left out. */
function presentBlock(block: CampaignBlock, faq: FaqEntries, reader: Reader): ShownBlock | null {
  const { locale } = reader
  const localized = (text: LocalizedText): string => text[locale]
  const localPath = (path: string): string =>
    path.startsWith('/') ? localizedPath(locale, path) : path
  const way = (given: { path: string; text: LocalizedText } | null) =>
    given && { path: localPath(given.path), text: localized(given.text) }
  const { id } = block
  const title = localized(block.title)
  switch (block.type) {
    case 'hero':
      return {
        id,
        type: 'hero',
        title,
        text: localized(block.text),
        image: block.image,
        way: way(block.way),
      }
    case 'text':
      return {
        id,
        type: 'text',
        title,
        paragraphs: block.paragraphs.map(localized),
        points: block.points.map(localized),
        way: way(block.way),
      }
    case 'shows': {
      const shows = block.slugs.flatMap((slug) => showOf(slug, reader) ?? [])
      return shows.length > 0 ? { id, type: 'shows', title, shows } : null
    }
    case 'carousel':
      return {
        id,
        type: 'carousel',
        title,
        slides: block.slides.map((slide) => ({
          title: localized(slide.title),
          text: localized(slide.text),
          image: slide.image,
          path: localPath(slide.path),
        })),
      }
    case 'faq': {
      const items = block.faqIds.flatMap((faqId) => faq.get(faqId) ?? [])
      return items.length > 0 ? { id, type: 'faq', title, items } : null
    }
    case 'countdown':
      return { id, type: 'countdown', title, until: block.until, after: localized(block.after) }
    case 'banner':
      return {
        id,
        type: 'banner',
        title,
        text: localized(block.text),
        image: block.image,
        path: localPath(block.path),
      }
    case 'questions':
      return {
        id,
        type: 'questions',
        title,
        items: block.items.map(({ question, answer }) => ({
          question: localized(question),
          answer: localized(answer),
        })),
      }
  }
}

function showOf(slug: string, { links, locale }: Reader) {
  const show = links.bySlug(slug)
  if (!show) return null
  const { showId, name, images, fromDate, timeZone, venueName, minPrice } = show
  return {
    showId,
    name,
    path: localizedPath(locale, `/shows/${slug}`),
    imageUrl: images.v3Poster?.url ?? images.vertical?.url ?? null,
    fromDate,
    timeZone,
    venueName,
    minPrice,
  }
}
