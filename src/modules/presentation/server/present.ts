/** Converts records to replies in the language of the request; content with a hidden target is left out. */
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { ShowLinks } from '#modules/catalogue/server/public-api.ts'
import type { Advertisement, Notice, Story, StoryItem } from '../contract.ts'
import type { BillboardRecord, StoryItemRecord, StoryRecord } from './content.ts'

/** What presentation depends on in a request. */
export interface Reader {
  readonly locale: Locale
  readonly now: Date
  readonly links: ShowLinks
}

type Link = NonNullable<StoryItem['link']>

/** Target of an item; `gone` when it is no longer visible. */
function linkOf(
  target: Pick<StoryItemRecord, 'showId' | 'categoryId' | 'address'>,
  { locale, links }: Reader,
): Link | null | 'gone' {
  if (target.showId !== null) {
    const show = links.byId(target.showId)
    return show ? { kind: 'show', path: localizedPath(locale, `/shows/${show.slug}`) } : 'gone'
  }
  if (target.address !== null) return { kind: 'page', path: localizedPath(locale, target.address) }
  if (target.categoryId === null) return null
  const slug = links.categorySlug(target.categoryId)
  return slug === null
    ? 'gone'
    : { kind: 'category', path: localizedPath(locale, `/category/${slug}`) }
}

/** Null when none of its items can be shown. */
export function presentStory(story: StoryRecord, reader: Reader): Story | null {
  const items = story.items.flatMap((item): StoryItem[] => {
    const link = linkOf(item, reader)
    if (link === 'gone') return []
    return [
      {
        id: item.id,
        imageUrl: item.imagePath,
        title: item.title[reader.locale],
        text: item.text[reader.locale],
        seconds: item.seconds,
        link,
        viewCount: item.viewCount,
      },
    ]
  })
  if (items.length === 0) return null
  return {
    storyId: story.id,
    slug: story.slug,
    title: story.title[reader.locale],
    coverUrl: story.coverPath,
    position: story.position,
    items,
  }
}

function billboardFields(billboard: BillboardRecord, path: string, locale: Locale) {
  const { images } = billboard
  return {
    advertiser: billboard.advertiser?.[locale] ?? null,
    title: billboard.title[locale],
    text: billboard.text[locale],
    images,
    imageUrl: images['big']?.url ?? images['horizontal']?.url ?? '',
    theme: billboard.theme,
    path,
  }
}

/** A show's billboard uses its category for the placement, never as its link. */
function pathOf(billboard: BillboardRecord, reader: Reader): string | null {
  const link = linkOf({ ...billboard, categoryId: null }, reader)
  return link === null || link === 'gone' ? null : link.path
}

export function presentAdvertisement(
  billboard: BillboardRecord,
  reader: Reader,
): Advertisement | null {
  const { placement, categoryId } = billboard
  const path = pathOf(billboard, reader)
  if (path === null || (placement !== 'home' && placement !== 'list')) return null
  const categorySlug = categoryId === null ? null : reader.links.categorySlug(categoryId)
  if (categoryId !== null && categorySlug === null) return null
  return {
    adId: billboard.id,
    placement,
    categorySlug,
    ...billboardFields(billboard, path, reader.locale),
    weight: billboard.weight,
    fromDate: billboard.showsFrom?.toISOString() ?? null,
    toDate: billboard.showsUntil?.toISOString() ?? null,
  }
}

export function presentNotice(billboard: BillboardRecord, reader: Reader): Notice | null {
  const path = pathOf(billboard, reader)
  if (path === null) return null
  return { billboardId: billboard.id, ...billboardFields(billboard, path, reader.locale) }
}
