import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { linesAllowed, linesMax, longFiles } from './file-lengths.ts'
import { stateNumbers, stateNumbersIn } from './state-numbers.ts'
import { checkFiles, checkTextArguments } from './text-arguments.ts'
import { unboundedReplies, unboundedRepliesIn } from './unbounded-replies.ts'
import { unnamedColumns, unnamedColumnsIn } from './unnamed-columns.ts'
import { unboundedWaits, unboundedWaitsIn } from './unbounded-waits.ts'
import { allowedDates } from './allowed-dates.ts'
import { readTestSources, writtenDates } from './written-dates.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Goal: files are short enough to read at once. Method: the lines of every source file are counted; generated files
 * and data are exempt.
 */
describe('length of files', () => {
  it(`is ${linesMax.source} lines at most, ${linesMax.test} in tests`, () => {
    expect(longFiles(root)).toEqual([])
  })

  it.each([
    ['src/modules/orders/server/store.ts', linesMax.source],
    ['src/modules/orders/tests/order-life.test.ts', linesMax.test],
    ['tests/e2e/kit.test.ts', linesMax.test],
    ['src/platform/database/types.ts', null],
    ['db/seeds/content/venues.ts', null],
  ])('is bounded for %s by %s', (file, lines) => {
    expect(linesAllowed(file)).toBe(lines)
  })
})

/**
 * Goal: readers of SQL see what a state means. Method: the templates and conditions of every source file are
 * searched; samples of each form are found, and similar code is not.
 */
describe('states in SQL', () => {
  it('are written by name, never as numbers', () => {
    expect(stateNumbers(root)).toEqual([])
  })

  it.each([
    ['sql`select from orders o where o.status in (2, 5, 6)`', 'status in (2'],
    ['sql<Row>`update place_leg set state = 0, hold_id = null`', 'state = 0'],
    ['sql`select from run where status <> 1`', 'status <> 1'],
    ["db.selectFrom('ticket').where('status', '=', 1)", "'status', '=', 1"],
    ["db.selectFrom('ticket').where('ticket.status', 'in', [1, 2])", "'ticket.status', 'in', [1"],
  ])('are found in %s', (code, found) => {
    expect(stateNumbersIn(code)).toEqual([found])
  })

  it.each([
    'sql`select from orders where status in ${openStatuses}`',
    'sql`select from place_leg where state = ${placeStates.held}`',
    'const { content, status = 200 } = reply',
    '// status = 1 once meant that\n',
  ])('leave %s alone', (code) => {
    expect(stateNumbersIn(code)).toEqual([])
  })
})

/**
 * Goal: a renamed placeholder is noticed before a page breaks. Method: calls that fill in texts are compared with the
 * placeholders of the Georgian texts, which `messages.test.ts` compares with the other languages; samples of wrong
 * calls are found.
 */
describe('values of texts', () => {
  it('are those that the texts ask for, in every call', () => {
    const { wrong, checked } = checkTextArguments(root)
    expect(wrong).toEqual([])
    // A check that no longer recognises the calls would find nothing wrong, either.
    expect(checked).toBeGreaterThan(4_000)
  }, 120_000)

  const project: Readonly<Record<string, string>> = {
    'src/modules/a/messages/ka.json': JSON.stringify({
      plain: 'ა',
      seats: '{count, plural, one {# {kind}} other {#}}',
      'end-a': '{at}',
      'end-b': '{at}',
    }),
    'src/modules/a/web/texts.ts': `
      import { moduleTexts } from '#design/texts.tsx'
      import type georgian from '../messages/ka.json'
      export const useTexts = moduleTexts<typeof georgian>('a')`,
  }
  const problemsOf = (code: string): readonly string[] => {
    const head = "import { useTexts } from './texts.ts'\n"
    const text = `${head}import ka from '../messages/ka.json'\n${code}`
    const { wrong } = checkFiles([{ file: 'src/modules/a/web/x.tsx', text }], (name) => {
      const content = project[name]
      if (content === undefined) throw new Error(`no ${name}`)
      return content
    })
    return wrong.map((each) => each.replace(/^[^ ]+ /, ''))
  }

  it.each([
    ["const t = useTexts(); t('seats', { count })", 'seats misses kind'],
    ["const t = useTexts(); t('seats')", 'seats misses count, kind'],
    ["const t = useTexts(); t('plain', { count: 1 })", 'plain has no placeholder for count'],
    ["const t = useTexts(); t(isA ? 'plain' : 'seats', { count })", 'plain, seats misses kind'],
    ['const t = useTexts(); t(`end-${x}`, {})', 'end-[\\w-]* misses at'],
    [
      "const y = (t: ReturnType<typeof useTexts>) => <p>{t('plain', { at })}</p>",
      'plain has no placeholder for at',
    ],
    ["formatText('ka', ka.seats, { kind, count, more })", 'seats has no placeholder for more'],
  ])('are found wrong in %s', (code, problem) => {
    expect(problemsOf(code)).toEqual([problem])
  })

  it.each([
    "const t = useTexts(); t('seats', { count, kind })",
    "const t = useTexts(); t('seats', { count, ...rest })",
    "const t = useTexts(); t('plain')",
    "const t = useTexts(); t(isA ? 'plain' : 'seats', { count, kind })",
    'const t = useTexts(); t(`end-${x}`, { at })',
    "const other = words(); other('seats')",
  ])('are right in %s', (code) => {
    expect(problemsOf(code)).toEqual([])
  })
})

/**
 * Goal: a test that waits in vain fails and says for what. Method: loops with pauses are searched in tests, tools and
 * fakes; `waitFor` of `tests/support/wait.ts` and `expect.poll` have a deadline.
 */
describe('loops that wait', () => {
  it('have a deadline', () => {
    expect(unboundedWaits(root)).toEqual([])
  })

  it.each([
    'while (crowd.underpaid === 0) await pause(50)',
    'while (!(await shows(replica, number))) await pause(2)',
    'for (;;) {\n  if (await isDone()) return\n  await new Promise((done) => setTimeout(done, 9))\n}',
  ])('are found in %s', (code) => {
    expect(unboundedWaitsIn(`before()\n${code}\nthrow new Error('after')`)).toHaveLength(1)
  })

  it.each([
    'while (!signal.aborted) await pause(50)',
    'while ((await executeRefunds(context)) > 0);\nawait pause(50)',
    'for (;;) {\n  if (performance.now() > deadline) return\n  await pause(5)\n}',
  ])('are not found in %s', (code) => {
    expect(unboundedWaitsIn(code)).toEqual([])
  })
})

/**
 * Goal: no outside party can fill the server's memory with a reply. Method: the server's code is searched for reads of whole
 * replies; all go through `platform/bounded-reply.ts`.
 */
describe('replies of outside parties', () => {
  it('are read up to a limit', () => {
    expect(unboundedReplies(root)).toEqual([])
  })

  it.each(['const text = await response.text()', 'return answer.json()'])(
    'are found in %s',
    (code) => {
      expect(unboundedRepliesIn(code)).toHaveLength(1)
    },
  )

  it('are left alone where they are bounded', () => {
    expect(unboundedRepliesIn('const text = await readText(response, 100)')).toEqual([])
  })
})

/**
 * Goal: a column that the next release adds changes no statement of this one. Method: stars over tables are searched in
 * the SQL of the running shop; stars over what a statement lists itself are left alone.
 */
describe('columns of statements', () => {
  it('are named', () => {
    expect(unnamedColumns(root)).toEqual([])
  })

  it.each([
    "db.selectFrom('venue').selectAll().execute()",
    "db.updateTable('venue').set(values).returningAll()",
    'sql`update ticket set used_at = ${now} returning *`',
    'sql`select * from venue where id = ${id}`',
    'sql`select count(*), (select max(id) from (select * from venue v join show s on true) one)`',
    'sql`select t.*, 1 as one from ticket as t`',
    'sql`with one as (select ticket.* from ticket) select 1`',
    'sql`insert into venue select * from jsonb_populate_recordset(null::venue, ${rows})`',
  ])('are found unnamed in %s', (code) => {
    expect(unnamedColumnsIn(code)).toHaveLength(1)
  })

  it.each([
    'sql`select count(*) from venue`',
    'sql`with one as materialized (select id from venue) select * from one`',
    'sql`with one as (select id from venue) select one.*, 2 * 3 from one`',
    'sql`select * from unnest(${ids}::int[])`',
    'sql`select room.* from (select id from venue) room`',
    '// select * from venue',
    'selectAll(document)',
  ])('are left alone in %s', (code) => {
    expect(unnamedColumnsIn(code)).toEqual([])
  })
})

/**
 * Goal: no test fails from some day on. Method: dates written out are searched in test code that runs with the real
 * clock; samples of each kind are found, and those of a fixed clock are not.
 */
describe('dates of tests', () => {
  it('are relative to the clock, unless the clock is fixed', () => {
    const { wrong, unused } = writtenDates(readTestSources(root), allowedDates)
    expect(wrong).toEqual([])
    expect(unused, 'allowed files without such dates').toEqual([])
  })

  const shop = {
    file: 'tests/hostile/shop.ts',
    text: 'export const open = () => testClock(new Date())',
  }
  const datesIn = (text: string, file = 'src/modules/a/tests/a.test.ts') =>
    writtenDates([shop, { file, text }], {}).wrong
  const using = "import { open } from '../../../../tests/hostile/shop.ts'\n"

  it.each([
    [`${using}move(shop, '2027-03-05T20:00:00+04:00')`, '2027-03-05'],
    ["const now = Date.now()\nbook({ until: '2031-05-01' })", '2031-05-01'],
    [`${using}const row = \`show,2030-03-05 20:00,\${price}\``, '2030-03-05'],
    [`${using}save({ kind: 'child', birthDate: '2019-06-01' })`, '2019-06-01'],
  ])('are found in %s', (text, date) => {
    expect(datesIn(text)).toEqual([`src/modules/a/tests/a.test.ts: ${date}`])
  })

  it.each([
    "const clock = testClock()\nmove('2027-03-05')",
    `${using}refuse({ date: '2027-02-30' })`,
    `${using}refuse({ from: '2020-01-01' })`,
    `${using}open({ isDemo: true }, '2026-12-03')`,
    `${using}// On 2027-03-05 this failed.`,
    `${using}adult({ birthDate: '1990-02-28' })`,
  ])('may be written out in %s', (text) => {
    expect(datesIn(text)).toEqual([])
  })

  it('are only looked for in tests', () => {
    expect(datesIn("const now = Date.now()\n'2031-05-01'", 'src/modules/a/server/a.ts')).toEqual([])
  })
})
