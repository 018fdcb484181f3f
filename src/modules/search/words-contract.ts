/** Operators decide about what people search for and the programme does not contain: nobody else sees it before. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, instant, text } from '#contract/fields.ts'

const searchWords = z.object({
  /** Let through by operators, newest first. */
  shown: z.array(z.object({ text: z.string(), since: instant })),
  /** What enough people searched for lately, and the programme does not contain; most frequent first. */
  withheld: z.array(z.object({ text: z.string() })),
})
export type SearchWordsView = z.output<typeof searchWords>

const shared = { area: 'own', credential: 'operator' } as const

export const listSearchWords = defineCall({
  ...shared,
  id: 'own-operator-search-words',
  method: 'GET',
  path: '/v2/operator/search-words',
  summary: 'Words of top searches that operators let through, and those that wait for it',
  reply: searchWords,
})

export const decideSearchWord = defineCall({
  ...shared,
  id: 'own-operator-search-word-decide',
  method: 'POST',
  path: '/v2/operator/search-words',
  summary:
    'Lets words into the top searches once enough people search for them, or takes that back; effective within a minute',
  isForm: true,
  required: ['body'],
  body: z.object({ text: text(60, 1), isShown: flag }),
  reply: searchWords,
  errors: ['BadRequest'],
})
