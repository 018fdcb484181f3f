import { sql } from 'kysely'
import type { LocalizedText, Locale } from '#kernel/locale.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** What a rule, a code or a line is about. */
export interface Subject {
  readonly showId: number | null
  readonly eventId: number | null
  readonly categoryId: number | null
}

type Given = { readonly [Key in keyof Subject]?: number }

/** The one thing that was named, if it exists. */
export async function subjectOf(
  context: Context,
  given: Given,
): Promise<Result<Subject, 'BadRequest' | 'NotFound'>> {
  const subject = {
    showId: given.showId ?? null,
    eventId: given.eventId ?? null,
    categoryId: given.categoryId ?? null,
  }
  const named = Object.values(subject).filter((id) => id !== null)
  if (named.length !== 1) return notFitting('body.showId', 'Name one show, event or category')
  const names = await namesOf(context, [subject])
  return names(subject) === undefined ? fail('NotFound') : ok(subject)
}

export function notFitting(path: string, message: string): Failure<'BadRequest'> {
  return fail('BadRequest', { fields: [{ path, message }] })
}

/** Names of subjects in the language of the context; undefined for what does not exist. */
export async function namesOf(
  context: Context,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | undefined> {
  const wanted = (key: keyof Subject) => [
    ...new Set(subjects.flatMap((subject) => subject[key] ?? [])),
  ]
  const { rows } = await sql<{ key: string; name: LocalizedText; at: Date | null }>`
    select kind || ' ' || id as key, name, starts_at as at from catalogue_subject
    where kind = 'show' and id = any(${wanted('showId')}::int[])
      or kind = 'event' and id = any(${wanted('eventId')}::int[])
      or kind = 'category' and id = any(${wanted('categoryId')}::int[])`.execute(context.db)
  const names = new Map(rows.map((row) => [row.key, nameIn(row, context.locale)]))
  return (subject) => names.get(keyOf(subject))
}

function nameIn({ name, at }: { name: LocalizedText; at: Date | null }, locale: Locale): string {
  return at === null ? name[locale] : `${name[locale]} · ${at.toISOString().slice(0, 10)}`
}

/** `show 12`, as the log names it too. */
export function keyOf({ showId, eventId, categoryId }: Subject): string {
  if (showId !== null) return `show ${showId}`
  return eventId === null ? `category ${categoryId}` : `event ${eventId}`
}
