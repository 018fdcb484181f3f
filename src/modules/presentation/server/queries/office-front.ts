import type { ReplyOf } from '#contract/call.ts'
import {
  readCatalogue,
  readCategories,
  readQuestions,
} from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readSwitches } from '#platform/switches.ts'
import type { operatorFront } from '../../front-contract.ts'
import { isRunning, readContentNow } from '../content.ts'

/** All editable content of the home page and the lists, uncached. */
export async function readFront(context: Context): Promise<ReplyOf<typeof operatorFront>> {
  const now = context.clock.now()
  const [{ stories, billboards }, questions, categories, { shows }, switches] = [
    await readContentNow(context),
    await readQuestions(context),
    await readCategories(context),
    await readCatalogue(context.db),
    await readSwitches(context),
  ]
  const times = (row: { readonly showsFrom: Date | null; readonly showsUntil: Date | null }) => ({
    showsFrom: row.showsFrom?.toISOString() ?? null,
    showsUntil: row.showsUntil?.toISOString() ?? null,
    isRunning: isRunning(row, now),
  })
  return {
    billboards: billboards.map((row) => ({
      billboardId: row.id,
      version: row.version,
      placement: row.placement,
      categoryId: row.categoryId,
      advertiser: row.advertiser,
      title: row.title,
      text: row.text,
      picture: row.images['big'] ?? row.images['horizontal'] ?? null,
      showId: row.showId,
      address: row.address,
      theme: row.theme,
      weight: row.weight,
      position: row.position,
      switchKey: row.switchKey,
      ...times(row),
    })),
    stories: stories.map((story) => ({
      storyId: story.id,
      version: story.version,
      slug: story.slug,
      title: story.title,
      coverUrl: story.coverPath,
      position: story.position,
      ...times(story),
      items: story.items.map((item) => ({
        storyItemId: item.id,
        viewCount: item.viewCount,
        imageUrl: item.imagePath,
        title: item.title,
        text: item.text,
        seconds: item.seconds,
        showId: item.showId,
        categoryId: item.categoryId,
        address: item.address,
      })),
    })),
    questions: questions.map(({ id, ...question }) => ({ faqId: id, ...question })),
    categories: categories.map(({ id, ...category }) => ({ categoryId: id, ...category })),
    shows: [...shows.values()].map(({ id, name }) => ({ showId: id, name })),
    switchKeys: switches.map(({ key }) => key),
  }
}
