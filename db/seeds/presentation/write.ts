/** Inserts stories, billboards and campaigns that refer to existing shows and categories. */
import type { Context } from '#platform/context.ts'
import { insertRows } from '../rows.ts'
import { accessibility } from './accessibility.ts'
import { billboards } from './billboards.ts'
import { campaigns } from './campaigns.ts'
import { billboardPictures, coverOf, itemPicture } from './pictures.ts'
import { stories, type StoryItemSeed } from './stories.ts'

/** Inserts everything; `context.db` must be a transaction. Links to unknown shows are omitted. */
export async function writePresentation({ db }: Pick<Context, 'db'>): Promise<void> {
  const idsOf = async (table: 'show' | 'category') =>
    new Map(
      (await db.selectFrom(table).select(['id', 'slug']).execute()).map((row) => [
        row.slug,
        row.id,
      ]),
    )
  const shows = await idsOf('show')
  const categories = await idsOf('category')

  function targetOf({ leadsTo }: StoryItemSeed) {
    const target = { show_id: null, category_id: null, address: null }
    if (!leadsTo) return target
    if ('page' in leadsTo) return { ...target, address: leadsTo.page }
    if ('show' in leadsTo) return { ...target, show_id: shows.get(leadsTo.show) ?? null }
    return { ...target, category_id: categories.get(leadsTo.category) ?? null }
  }

  for (const [index, story] of stories.entries()) {
    const { id } = await db
      .insertInto('story')
      .values({
        slug: story.slug,
        title: JSON.stringify(story.title),
        cover_path: coverOf(story).path,
        position: index + 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(
      db,
      'story_item',
      story.items.map((item, place) => ({
        story_id: id,
        position: place + 1,
        image_path: itemPicture(story, place).path,
        title: item.title,
        text: item.text,
        seconds: item.seconds ?? 6,
        ...targetOf(item),
      })),
    )
  }
  await insertRows(
    db,
    'billboard',
    billboards.flatMap((billboard, index) => {
      if (billboard.show !== undefined && !shows.has(billboard.show)) return []
      return {
        placement: billboard.placement,
        category_id: billboard.category === undefined ? null : categories.get(billboard.category),
        advertiser: billboard.advertiser ?? null,
        title: billboard.title,
        text: billboard.text,
        images: Object.fromEntries(
          Object.entries(billboardPictures(index)).map(([kind, { path, width, height }]) => [
            kind,
            { url: path, width, height },
          ]),
        ),
        show_id: billboard.show === undefined ? null : shows.get(billboard.show),
        address: billboard.address ?? null,
        weight: billboard.weight ?? 1,
        position: index + 1,
        switch_key: billboard.switchKey ?? null,
      }
    }),
  )
  for (const { venues, words } of accessibility)
    await db
      .updateTable('venue')
      .set({ accessibility: JSON.stringify(words) })
      .where('slug', 'in', venues)
      .execute()
  await insertRows(
    db,
    'campaign',
    campaigns.map(({ sections, shows: slugs, questions, isOutOfMenu, ...campaign }, index) => ({
      path: campaign.path,
      theme: campaign.theme ?? null,
      hides_header: campaign.hidesHeader ?? false,
      hides_footer: campaign.hidesFooter ?? false,
      title: campaign.title,
      summary: campaign.summary,
      content: { sections, shows: slugs, questions, isOutOfMenu },
      position: index + 1,
    })),
  )
}
