/**
 * Finds migration steps that would break the previous release: during a deployment, servers of both releases share
 * one schema (docs/OPERATIONS.md, upgrades).
 */

const steps: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /\bdrop\s+(?:table|view|column|function|type)\b/i, reason: 'removes what is in use' },
  { pattern: /\brename\s+(?:column\s+|to\s+|\w+\s+to\b)/i, reason: 'renames what is in use' },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i,
    reason: 'changes the type of a column',
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/i,
    reason: 'refuses rows of the release before',
  },
  {
    pattern:
      /\badd\s+(?:column\s+)?\w+\s+(?:(?!\bdefault\b|\bgenerated\b)[^,;])*\bnot\s+null\b(?:(?!\bdefault\b|\bgenerated\b)[^,;])*(?=[,;])/i,
    reason: 'adds a column that the release before does not fill',
  },
]

/** A file declares this when the removed object has been unused since an earlier release. */
const declaration = /^--\s*contract: unused since (\d{4})\b/im

/**
 * @param number of the migration, to which the declared release is compared @returns one line per breaking step;
 * none if the file declares the object as unused
 */
export function breakingSteps(text: string, number: number): string[] {
  const [, since] = declaration.exec(text) ?? []
  if (since !== undefined && Number(since) < number) return []
  const statements = text.replaceAll(/--.*$/gm, '').split(';')
  return statements.flatMap((statement) =>
    steps
      .filter(({ pattern }) => pattern.test(`${statement};`))
      .map(({ reason }) => `${statement.trim().split('\n', 1)[0] ?? ''}: ${reason}`),
  )
}
