import type { Locale } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import type { Context } from '#platform/context.ts'
import type { LogNamer, LogNames } from '#platform/log-names.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { labelsOf, type Column } from '#platform/tables/column.ts'
import { factsInWords } from '../../log-facts.ts'
import { subjectInWords, type Say } from '../../log-subject.ts'
import en from '../../messages/en.json' with { type: 'json' }
import ka from '../../messages/ka.json' with { type: 'json' }
import { readStaffLog, type StaffLogRow } from '../staff-log.ts'
import { filterOf, namesOf, type LogQuery } from './log.ts'

const exportMax = 10_000
const label = labelsOf(ka, en)

/** An organiser's log as a table in the words of the page. */
export async function sheetOfLog(
  context: Context,
  namers: readonly LogNamer[],
  query: LogQuery,
): Promise<Sheet> {
  const rows = await readStaffLog(context, filterOf(query, exportMax))
  const names = await namesOf(context, namers, rows, 'merchant')
  const { locale } = context
  return sheetOf(locale, { name: label('logTitle'), columns: columnsOf(locale, names), rows })
}

function columnsOf(locale: Locale, names: LogNames): readonly Column<StaffLogRow>[] {
  const say = sayIn(locale)
  const words = { locale, say, names }
  const factsOf = (facts: StaffLogRow['before'], other: StaffLogRow['before']) =>
    factsInWords(facts, words, other)
      .map(({ name, value }) => `${name}: ${value}`)
      .join('; ')
  return [
    {
      kind: 'moment',
      key: 'at',
      label: label('logAt'),
      zone: 'tbilisi',
      precision: 'second',
      of: ({ at }) => at,
    },
    {
      kind: 'text',
      key: 'who',
      label: label('logWho'),
      of: ({ staffName }) => staffName || say('logShop'),
    },
    { kind: 'text', key: 'apiKey', label: label('logApiKey'), of: ({ keyName }) => keyName },
    {
      kind: 'text',
      key: 'action',
      label: label('logKind'),
      of: ({ action }) => {
        const key = `action-${action}`
        const said = say(key)
        return said === key ? action : said
      },
    },
    {
      kind: 'text',
      key: 'subject',
      label: label('logSubject'),
      of: ({ subject }) => {
        const { kind, name } = subjectInWords(subject, words)
        return name === null ? kind : say('logNamed', { kind, name })
      },
    },
    {
      kind: 'text',
      key: 'before',
      label: label('logBefore'),
      of: ({ before, after }) => factsOf(before, after),
    },
    {
      kind: 'text',
      key: 'after',
      label: label('logAfter'),
      of: ({ before, after }) => factsOf(after, before),
    },
  ]
}

/** The texts of the pages; a key without a text is itself. */
function sayIn(locale: Locale): Say {
  const texts: Readonly<Record<string, string>> = locale === 'ka' ? ka : en
  return (key, values) => {
    const text = texts[key]
    return text === undefined ? key : formatText(locale, text, values)
  }
}
