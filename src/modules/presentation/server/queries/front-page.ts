import type { Context } from '#platform/context.ts'
import { readSwitchesOn } from '#platform/switches.ts'
import { readShowLinks } from '#modules/catalogue/server/public-api.ts'
import type { Banner } from '#modules/catalogue/contract.ts'
import type { Advertisement, Notice, Story } from '../../contract.ts'
import { isRunning, readContent, type BillboardRecord, type Content } from '../content.ts'
import { presentAdvertisement, presentNotice, presentStory, type Reader } from '../present.ts'
import { pickByWeight } from '../rules.ts'

/** The reader and the content of one request. */
export interface FrontContext {
  readonly reader: Reader
  readonly content: Content
  /** Billboards within their display period whose switch, if any, is on. */
  readonly billboards: readonly BillboardRecord[]
}

export async function readFrontContext(context: Context): Promise<FrontContext> {
  const [content, links, switchesOn] = await Promise.all([
    readContent(context),
    readShowLinks(context),
    readSwitchesOn(context),
  ])
  const now = context.clock.now()
  return {
    reader: { locale: context.locale, now, links },
    content,
    billboards: content.billboards.filter(
      (billboard) =>
        isRunning(billboard, now) &&
        (billboard.switchKey === null || switchesOn.has(billboard.switchKey)),
    ),
  }
}

export function storiesOf({ content, reader }: FrontContext): Story[] {
  return content.stories
    .filter((story) => isRunning(story, reader.now))
    .flatMap((story) => presentStory(story, reader) ?? [])
}

/** Paths, without a language, of the pages of the stories that are shown now. */
export async function readStoryPaths(context: Context): Promise<string[]> {
  return storiesOf(await readFrontContext(context)).map(({ slug }) => `/stories/${slug}`)
}

export function advertisementsOf({ billboards, reader }: FrontContext): Advertisement[] {
  return billboards.flatMap((billboard) => presentAdvertisement(billboard, reader) ?? [])
}

export function noticesOf(
  { billboards, reader }: FrontContext,
  placement: BillboardRecord['placement'],
): Notice[] {
  return billboards
    .filter((billboard) => billboard.placement === placement)
    .flatMap((billboard) => presentNotice(billboard, reader) ?? [])
}

/** One advertisement for a placement: of the requested category if it has its own, otherwise one for all categories. */
export function pickAdvertisement(
  front: FrontContext,
  place: { readonly placement: 'home' | 'list'; readonly categorySlug?: string },
  random: Context['random'],
): Advertisement | null {
  const matching = advertisementsOf(front).filter((ad) => ad.placement === place.placement)
  const own = matching.filter(
    (ad) => ad.categorySlug !== null && ad.categorySlug === place.categorySlug,
  )
  const chosen = own.length > 0 ? own : matching.filter((ad) => ad.categorySlug === null)
  const [byte = 0, next = 0] = random.bytes(2)
  return pickByWeight(chosen, (byte * 256 + next) / 65_536)
}

/** Billboards first, then the shows selected for the top of the home page. */
export async function mainBannersOf(front: FrontContext): Promise<Banner[]> {
  const billboards = noticesOf(front, 'main-banner').map((notice) => ({
    bannerId: notice.billboardId,
    kind: 'billboard' as const,
    title: notice.title,
    text: notice.text,
    imageUrl: notice.imageUrl,
    images: notice.images,
    theme: notice.theme,
    path: notice.path,
    position: 0,
  }))
  return [...billboards, ...(await front.reader.links.mainBanners())].map((banner, index) => ({
    ...banner,
    position: index + 1,
  }))
}
