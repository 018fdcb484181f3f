/** Names of shows and of drafts of shows in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const showLogNamers: readonly LogNamer[] = [
  {
    kind: 'draft',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: string; name: LocalizedText | null }>`
        select id, content -> 'name' as name from show_draft
        where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(
        rows.flatMap(({ id, name }) => {
          const text = name?.[locale] || name?.ka || name?.en
          return text ? [[id, { name: text, merchantPath: `/merchant/shows/${id}` }]] : []
        }),
      )
    },
  },
  {
    kind: 'show',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText; draftId: string | null }>`
        select s.id, s.name, d.id as "draftId" from catalogue_subject s
        left join show_draft d on d.show_id = s.id and d.archived_at is null
        where s.kind = 'show' and s.id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(
        rows.map(({ id, name, draftId }) => [
          String(id),
          {
            name: name[locale],
            ...(draftId !== null && { merchantPath: `/merchant/shows/${draftId}` }),
          },
        ]),
      )
    },
  },
]
