import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { targetOf } from '../popularity.ts'
import { normalizedKey, shownText } from '../normalize.ts'
import { readIndex } from '../index-sync.ts'
import type { SearchPorts } from '../search-source.ts'
import { insertClicks, type ClickRow } from '../store.ts'
import { visitorHash } from '../visitor-hash.ts'

export interface Click {
  readonly text: string
  readonly itemId: number
  readonly itemType: 'Show' | 'Event' | 'Venue' | 'Person'
  /** Position in the list, from 0. */
  readonly position: number
  readonly ip: string
}

const clicksPerBatchMax = 500
/** Matches email addresses and personal numbers, which must not be shown to others. */
const looksPersonal = /@|\d[\d\s()+-]{5,}\d/

const batchers = new WeakMap<Database, RequestBatcher<ClickRow, true>>()

/**
 * Records that a visitor chose an item after this text. Concurrent clicks are written in one batch, and the same
 * click of a visitor counts once a day. Texts that look like personal data are not stored.
 */
export async function recordClick(
  context: Context,
  ports: SearchPorts,
  click: Click,
): Promise<Result<{ isCounted: boolean }, ErrorCode>> {
  const index = await readIndex(context, ports.sources)
  if (!targetOf(index, click.itemType, click.itemId)) return fail('NotFound')
  const text = shownText(click.text)
  const textKey = normalizedKey(text)
  if (textKey === '' || looksPersonal.test(text)) return ok({ isCounted: false })
  const { day, hash } = await visitorHash(context, click)
  const { itemType, itemId, position } = click
  const row = { day, textKey, text, itemType, itemId, position, visitor: hash }
  await batcherOf(context.db).submit('clicks', row)
  return ok({ isCounted: true })
}

function batcherOf(db: Database): RequestBatcher<ClickRow, true> {
  let batcher = batchers.get(db)
  if (!batcher) {
    batcher = createRequestBatcher<ClickRow, true>({
      batchMax: clicksPerBatchMax,
      async run(_, rows) {
        await insertClicks(db, rows)
        return rows.map(() => true)
      },
    })
    batchers.set(db, batcher)
  }
  return batcher
}
