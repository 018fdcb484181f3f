/** Subjects of organisers’ e-mails in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const mailingLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'mailing',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; subject: LocalizedText }>`
      select id, subject from mailing where id = any(${ids}::integer[])`,
    present: ({ id, subject }, locale) => ({
      name: subject[locale] || subject.ka || subject.en,
      merchantPath: `/merchant/messages/${id}`,
    }),
  }),
]
