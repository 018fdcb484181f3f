/** Subjects of organisers' e-mails in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

export const mailingLogNamers: readonly LogNamer[] = [
  {
    kind: 'mailing',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; subject: LocalizedText }>`
        select id, subject from mailing where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, subject }) => [
          String(id),
          {
            name: subject[locale] || subject.ka || subject.en,
            merchantPath: `/merchant/messages/${id}`,
          },
        ]),
      )
    },
  },
]
