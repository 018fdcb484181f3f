/** Words that operators let into the top searches. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { decideSearchWord, listSearchWords, type SearchWordsView } from '../words-contract.ts'
import { readIndex } from './index-sync.ts'
import { normalizedKey, shownText } from './normalize.ts'
import { forgetPopularity, withheldSearches } from './popularity.ts'
import type { SearchPorts } from './search-source.ts'
import { deleteSearchWord, insertSearchWord, readSearchWords } from './store.ts'

export const wordRoutes = (ports: SearchPorts): readonly Implementation[] => [
  implement(listSearchWords, requireOperator, async (context) => ok(await listed(context, ports))),
  implement(decideSearchWord, requireOperator, async (context, { body }) => {
    const done = await decide(context, body)
    return done.ok ? ok(await listed(context, ports)) : done
  }),
]

async function decide(
  context: Context,
  given: { readonly text: string; readonly isShown: boolean },
): Promise<Result<null, ErrorCode>> {
  const text = shownText(given.text)
  const textKey = normalizedKey(text)
  if (textKey === '')
    return fail('BadRequest', { fields: [{ path: 'body.text', message: 'No word in it' }] })
  const done = await inTransaction(context, async (inside) => {
    const isChanged = given.isShown
      ? await insertSearchWord(inside.db, { textKey, text, at: inside.clock.now() })
      : await deleteSearchWord(inside.db, textKey)
    if (isChanged)
      await logOperatorAction(inside, {
        action: given.isShown ? 'search.show-words' : 'search.withhold-words',
        subject: `search-words ${textKey}`,
        detail: { text },
      })
    return ok(null)
  })
  forgetPopularity(context.db)
  return done
}

async function listed(context: Context, ports: SearchPorts): Promise<SearchWordsView> {
  const index = await readIndex(context, ports.sources)
  const words = await readSearchWords(context.db)
  const withheld = await withheldSearches(context, index)
  return {
    shown: words.map(({ text, createdAt }) => ({ text, since: createdAt.toISOString() })),
    withheld: withheld.map((text) => ({ text })),
  }
}
