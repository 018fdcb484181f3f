/** Names in our languages: from the feed's translations, otherwise in the feed's own language. */
import { sql, type RawBuilder } from 'kysely'

/**
 * SQL expression for the name of a staged row in our languages.
 *
 * @param text column of the name
 * @param of table and field of `translations.txt`, and the column that identifies rows
 */
export function translatedName(
  text: RawBuilder<unknown>,
  of: { readonly table: string; readonly field: string; readonly id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const base = sql`coalesce(nullif(trim(${text}), ''), '')`
  const inLanguage = (language: string): RawBuilder<unknown> => sql`(
    select translation from staged_translations
    where table_name = ${of.table} and field_name = ${of.field} and split_part(lower(language), '-', 1) = ${language}
      and (record_id = ${of.id} or record_id is null and field_value = ${text})
    order by record_id nulls last, line limit 1)`
  return sql`jsonb_strip_nulls(jsonb_build_object(
    'ka', coalesce(${inLanguage('ka')}, ${base}), 'en', coalesce(${inLanguage('en')}, ${base}),
    'ru', ${inLanguage('ru')}, 'az', ${inLanguage('az')}))`
}
