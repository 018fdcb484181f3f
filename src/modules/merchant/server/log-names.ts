/** Names of shows and of drafts of shows in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, uuidsOf, type LogNamer } from '#platform/log-names.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

const texts = { en, ka }

export const showLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'draft',
    ids: uuidsOf,
    query: (ids) => sql<{ id: string; name: LocalizedText | null }>`
      select id, content -> 'name' as name from show_draft where id = any(${ids}::uuid[])`,
    present: ({ id, name }, locale) => {
      const text = name?.[locale] || name?.ka || name?.en
      return { name: text || texts[locale].showUnnamed, merchantPath: `/merchant/shows/${id}` }
    },
  }),
  createLogNamer({
    kind: 'show',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText; draftId: string | null }>`
      select s.id, s.name, d.id as "draftId" from catalogue_subject s
      left join show_draft d on d.show_id = s.id and d.archived_at is null
      where s.kind = 'show' and s.id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select merchant_id as "merchantId" from catalogue_subject
      where kind = 'show' and id = any(${ids}::integer[])`,
    present: ({ name, draftId }, locale) => ({
      name: name[locale],
      ...(draftId !== null && { merchantPath: `/merchant/shows/${draftId}` }),
    }),
  }),
]
