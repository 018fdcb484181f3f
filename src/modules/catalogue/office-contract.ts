/** The operators' search of the catalogue, for fields that name a show, a date, a category or an organiser. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text } from '#contract/fields.ts'

export const subjectKinds = ['show', 'event', 'category', 'merchant'] as const

const kindList = z.array(z.enum(subjectKinds)).min(1).max(4)

export const findSubjects = defineCall({
  id: 'own-operator-subjects',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/subjects',
  summary:
    'Finds shows, dates, categories or organisers by words in any spelling, or by their number; at most twelve of each, upcoming dates first.',
  credential: 'operator',
  query: z.object({
    /** One or more of `show`, `event`, `category` and `merchant`, separated by commas. */
    kinds: z.union([
      kindList,
      text(40, 1)
        .transform((value) => value.split(','))
        .pipe(kindList),
    ]),
    text: text(100),
  }),
  reply: z.object({
    subjects: z.array(
      z.object({
        kind: z.enum(subjectKinds),
        id: z.number().int(),
        /** In the language of the request; of a date with day and time. */
        name: z.string(),
        /** The venue of a date; null for others. */
        note: z.string().nullable(),
      }),
    ),
  }),
  required: ['kinds', 'text', 'authorization'],
})
export type SubjectKind = (typeof subjectKinds)[number]
export type SubjectView = z.output<typeof findSubjects.reply>['subjects'][number]
