/**
 * Finds migration steps that stop a shop that sells: they keep a lock while they read or write a whole table, or cannot run
 * as they are written (db/migrations/README.md).
 */
import { concurrentIndex } from '#platform/database/apply-migration.ts'
import {
  runsOutsideTransaction,
  statementsOf,
  withoutComments,
} from '#platform/database/migration-file.ts'

/** A file declares this of a table that never has more than some thousand rows. */
const fewRows = /^--\s*few rows: ([\w, ]+)$/gim

const creation = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/i
const index =
  /^create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+(?:only\s+)?(\w+)/i
const alteration = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)\s+([\s\S]*)$/i
const change =
  /^(?:with\b[\s\S]*?\)\s*)?(?:update\s+(?:only\s+)?(\w+)|delete\s+from\s+(?:only\s+)?(\w+))/i
const copy = /^insert\s+into\s+\w+[\s\S]*?\bselect\b[\s\S]*?\bfrom\s+(\w+)/i

/** What may stand in a file whose statements are committed one by one, and is repeated after a crash. */
const repeatable =
  /^(?:create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?\w+\s+on|drop\s+index\s+concurrently\s+if\s+exists|alter\s+table\s+\w+\s+validate\s+constraint|analyze)\b/i

const volatile =
  /\b(?:random|gen_random_uuid|uuidv[47]|clock_timestamp|timeofday|nextval|gen_random_bytes)\s*\(/i

interface AlterRule {
  readonly pattern: RegExp
  readonly reason: string
}

/** Of one action of `alter table`. */
const alterRules: readonly AlterRule[] = [
  {
    pattern: /^alter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i,
    reason: 'rewrites the table: add a column and fill it in batches',
  },
  {
    pattern: /^set\s+(?:logged|unlogged|tablespace|access\s+method)\b/i,
    reason: 'rewrites the table',
  },
  {
    pattern:
      /^add\s+(?:column\s+)?(?!constraint\b)\w+\s+[\s\S]*\b(?:(?:small|big)?serial|generated)\b/i,
    reason: 'rewrites the table: add a plain column and fill it in batches',
  },
  {
    pattern: /^add\s+(?:column\s+)?(?!constraint\b|check\b)\w+\s+[\s\S]*\bcheck\s*\(/i,
    reason:
      'reads the whole table in its lock: add the check `not valid` by itself, and validate it in a later file',
  },
  {
    pattern:
      /^add\s+(?:column\s+)?(?!constraint\b|unique\b|primary\b)\w+\s+[\s\S]*\b(?:unique|primary\s+key)\b/i,
    reason: 'builds an index in its lock: create it concurrently',
  },
  {
    pattern: /^add\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\b(?!\s+using\s+index)/i,
    reason: 'builds an index in its lock: create it concurrently, then `using index`',
  },
  {
    pattern: /^add\s+(?:constraint\s+\w+\s+)?exclude\b/i,
    reason: 'builds an index in its lock',
  },
  {
    pattern:
      /^add\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key|not\s+null)\b(?![\s\S]*\bnot\s+valid\b)/i,
    reason:
      'reads the whole table in its lock: add it `not valid`, and validate it in a later file',
  },
]

/** Checks `column is not null` that all rows are known to pass, as `table.column`. */
export type CheckedColumns = Set<string>

export interface MigrationText {
  readonly name: string
  readonly text: string
}

/** One line per step that stops others, by file; the files in their order, since a later one may rest on an earlier one. */
export function slowSteps(files: readonly MigrationText[], since: number): string[] {
  const notValid = new Map<string, string>()
  const checked: CheckedColumns = new Set()
  return files.flatMap(({ name, text }) => {
    const steps = stepsOf(text, checked)
    for (const statement of statementsOf(text))
      learnChecks(withoutComments(statement.text), { notValid, checked })
    return numberOf(name) > since ? steps.map((step) => `${name}: ${step}`) : []
  })
}

function numberOf(name: string): number {
  return Number(/^\d+/.exec(name)?.[0] ?? 0)
}

/** Remembers which columns are known to have a value in every row. */
function learnChecks(
  statement: string,
  { notValid, checked }: { notValid: Map<string, string>; checked: CheckedColumns },
): void {
  const [, table = '', actions = ''] = alteration.exec(statement) ?? []
  for (const [, constraint = '', column = ''] of actions.matchAll(
    /add\s+constraint\s+(\w+)\s+check\s*\(\s*(\w+)\s+is\s+not\s+null\s*\)/gi,
  ))
    notValid.set(`${table}.${constraint}`, `${table}.${column}`)
  for (const [, constraint = ''] of actions.matchAll(/validate\s+constraint\s+(\w+)/gi)) {
    const column = notValid.get(`${table}.${constraint}`)
    if (column !== undefined) checked.add(column)
  }
}

function stepsOf(text: string, checked: CheckedColumns): string[] {
  const isAlone = runsOutsideTransaction(text)
  const small = new Set(
    [...text.matchAll(fewRows)].flatMap(([, names = '']) => names.split(/[\s,]+/)),
  )
  const steps: string[] = []
  for (const { text: written, isBatched } of statementsOf(text)) {
    const statement = withoutComments(written)
    const [, created] = creation.exec(statement) ?? []
    if (created !== undefined) small.add(created)
    const reasons = isAlone
      ? reasonsAlone(statement, isBatched)
      : reasonsTogether(statement, { isBatched, small, checked })
    steps.push(
      ...reasons.map((reason) => `${statement.replaceAll(/\s+/g, ' ').slice(0, 80)}: ${reason}`),
    )
  }
  return steps
}

function reasonsAlone(statement: string, isBatched: boolean): string[] {
  if (isBatched) {
    if (!change.test(statement)) return ['only `update` and `delete` come in batches']
    if (!/\blimit\s+\d+/i.test(statement)) return ['a batch has a `limit`']
    // Rows that are locked at that moment would be left out for ever.
    return /\bskip\s+locked\b/i.test(statement) ? ['a batch waits for locked rows'] : []
  }
  return repeatable.test(statement)
    ? []
    : ['cannot be repeated after a crash: put it into a file of its own, in a transaction']
}

function reasonsTogether(
  statement: string,
  {
    isBatched,
    small,
    checked,
  }: { isBatched: boolean; small: ReadonlySet<string>; checked: CheckedColumns },
): string[] {
  if (isBatched) return ['batches are committed one by one: `-- outside a transaction`']
  if (concurrentIndex(statement) !== null || /^drop\s+index\s+concurrently\b/i.test(statement))
    return ['cannot run in a transaction: `-- outside a transaction`']
  const [, indexed] = index.exec(statement) ?? []
  if (indexed !== undefined && !small.has(indexed))
    return ['stops writers while it reads the table: create it concurrently, outside a transaction']
  const [, updated, deleted] = change.exec(statement) ?? []
  const changed = updated ?? deleted
  if (changed !== undefined && !small.has(changed))
    return ['locks all its rows until the end: change them in batches, outside a transaction']
  const [, copied] = copy.exec(statement) ?? []
  if (
    copied !== undefined &&
    !small.has(copied) &&
    !/^(?:unnest|generate_series|values)$/i.test(copied)
  )
    return ['reads a whole table: copy it in batches, or let a sweep do it']
  if (/^(?:vacuum\s+full|cluster|truncate|lock\s+table|reindex)\b/i.test(statement))
    return ['keeps everybody away from the table']
  const [, altered = '', actions = ''] = alteration.exec(statement) ?? []
  if (small.has(altered)) return []
  return actionsOf(actions).flatMap((action) => reasonsOfAction(altered, action, checked))
}

/** The parts between commas that are in no parenthesis. */
function actionsOf(actions: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of actions) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function reasonsOfAction(table: string, action: string, checked: CheckedColumns): string[] {
  const [, column] = /^alter\s+(?:column\s+)?(\w+)\s+set\s+not\s+null\b/i.exec(action) ?? []
  if (column !== undefined)
    return checked.has(`${table}.${column}`)
      ? []
      : ['reads the whole table in its lock: first validate a check that the column is not null']
  const [, given = ''] = /^add\s+(?:column\s+)?[\s\S]*\bdefault\b([\s\S]*)$/i.exec(action) ?? []
  if (volatile.test(given))
    return ['writes every row in its lock: add it without the default, and fill it in batches']
  if (/^validate\s+constraint\b/i.test(action))
    return [
      'reads the whole table: `-- outside a transaction`, so that no other lock is kept meanwhile',
    ]
  const found = alterRules.find(({ pattern }) => pattern.test(action))
  return found ? [found.reason] : []
}
