import { expect, test } from 'vitest'
import { placeholdersOf } from '#kernel/texts.ts'
import english from '../messages/problems-en.json' with { type: 'json' }
import georgian from '../messages/problems-ka.json' with { type: 'json' }
import drawingEnglish from '#seatmap/messages/drawing-en.json' with { type: 'json' }
import drawingGeorgian from '#seatmap/messages/drawing-ka.json' with { type: 'json' }
import { drawingProblemCodes } from '#seatmap/svg/elements.ts'
import { csvCell, csvOf } from '#platform/tables/csv.ts'
import { sheetOfProblems } from '../server/import/report-table.ts'
import { problemCodes } from '../server/import/record.ts'

/** Goal: every problem has a text in both languages, and its report is safe to open. Method: the tables themselves. */
test('every problem has a text in both languages, with the same placeholders', () => {
  expect(Object.keys(georgian).toSorted()).toEqual([...problemCodes].toSorted())
  expect(Object.keys(english).toSorted()).toEqual([...problemCodes].toSorted())
  for (const code of problemCodes) {
    expect(placeholdersOf(english[code]), code).toEqual(placeholdersOf(georgian[code]))
    expect(georgian[code], code).toMatch(/[\u10D0-\u10FF]/)
  }
})

test('every problem of a drawing has a text in both languages', () => {
  const keys = [...drawingProblemCodes, 'place'].toSorted()
  expect(Object.keys(drawingGeorgian).toSorted()).toEqual(keys)
  for (const code of drawingProblemCodes)
    expect(placeholdersOf(drawingEnglish[code]), code).toEqual(
      placeholdersOf(drawingGeorgian[code]),
    )
})

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', ' =1', '\r=1'])(
  'a cell of %j is no formula',
  (value) => {
    expect(csvCell({ kind: 'text', text: value })).toMatch(/^"'/)
  },
)

test('a report preserves quotes and Georgian letters, and its numbers are numbers', () => {
  const place = { file: 'a "b".csv', at: '12' }
  const problem = { code: 'bad-date', column: 'starts_at', values: { value: '=cmd' } } as const
  const report = csvOf([
    sheetOfProblems('en', [{ kind: 'event', key: '=HYPERLINK("x")', place, problems: [problem] }]),
  ])
  expect(report).toBe(
    '\uFEFF"File","Row","Column","Kind","Key","Problem"\r\n' +
      '"a ""b"".csv","12","starts_at","Event","\'=HYPERLINK(""x"")","“=cmd” is not a date with a time. For example: 2027-03-05 20:00"\r\n',
  )
  expect(csvCell({ kind: 'number', value: -5 })).toBe('"-5"')
})
