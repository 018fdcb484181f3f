import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { isVisible, saleStateOf } from '../rules.ts'
import { readCatalogue } from '../snapshot.ts'

/** Name and address of a public show; null for others. */
export async function readShowLine(
  context: Pick<Context, 'db'>,
  showId: number,
): Promise<{ name: LocalizedText; slug: string } | null> {
  const show = (await readCatalogue(context.db)).shows.get(showId)
  return show && isVisible(show, undefined) ? { name: show.name, slug: show.slug } : null
}

/** Which of these shows have a date on sale now, and when the newest of those sales opened. */
export async function readOpenShows(
  context: Pick<Context, 'db' | 'clock'>,
  showIds: readonly number[],
): Promise<{ showId: number; openedAt: string }[]> {
  if (showIds.length === 0) return []
  const { shows } = await readCatalogue(context.db)
  const now = context.clock.now()
  return showIds.flatMap((showId) => {
    const show = shows.get(showId)
    if (!show || !isVisible(show, undefined)) return []
    const open = show.events.filter((event) => saleStateOf(event, now) === 'OnSale')
    if (open.length === 0) return []
    const times = open.map(({ salesOpenAt }) => salesOpenAt?.getTime() ?? 0)
    return [{ showId, openedAt: new Date(Math.max(...times)).toISOString() }]
  })
}
