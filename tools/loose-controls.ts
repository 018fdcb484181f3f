import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Controls and titles that pages implement instead of using the component library, by kind. Each limit may only
 * decrease: a test fails when there are more, or fewer, so that the limit is lowered.
 */
export interface LooseKind {
  readonly kind: string
  readonly pattern: RegExp
  readonly instead: string
  readonly allowed: number
}

export const looseKinds: readonly LooseKind[] = [
  { kind: 'title', pattern: /<h1\b(?!\s+className="sr-only")/g, instead: 'PageTitle', allowed: 0 },
  {
    kind: 'button',
    pattern:
      /(?<=["'`])button(?:-[a-z]+)?(?=[ "'`])(?=[^\n]*["'`])(?<=className=(?:"|\{[^\n]*)[^\n]*)/g,
    instead: 'Button or LinkButton',
    allowed: 0,
  },
  {
    kind: 'choice',
    pattern: /type="(?:checkbox|radio)"/g,
    instead: 'Checkbox, Radio or Switch',
    // The stars of a rating.
    allowed: 1,
  },
  {
    kind: 'field',
    pattern: /(?<=className=(?:"|\{[^\n]*["'`]))field(?=[ "'`])/g,
    instead: 'TextField, Textarea, Select or DateField',
    // The search in the header, on every first page; its list is loaded on use.
    allowed: 1,
  },
  {
    kind: 'skeleton',
    pattern: /(?<=className=(?:"|\{[^\n]*["'`]))skeleton(?=[ "'`])/g,
    instead: 'Skeleton',
    // The seat map and its basket, which adapt to the window.
    allowed: 3,
  },
  {
    kind: 'card',
    pattern: /rounded-(?:lg|xl) (?:border border-rule )?bg-card/g,
    instead: 'Card or Panel',
    allowed: 0,
  },
  // Stories and the ticket code fill the screen.
  { kind: 'dialog', pattern: /<dialog\b/g, instead: 'Dialog', allowed: 2 },
  // A calendar's days, and the figures of a chart for screen readers.
  { kind: 'table', pattern: /<table\b/g, instead: 'Table', allowed: 2 },
]

/** The places of each kind outside the library, as `file:line`. */
export function looseControls(root: string, kind: LooseKind): string[] {
  const files = globSync('src/{modules,apps,flows}/**/*.tsx', { cwd: root }).map((file) =>
    file.split(path.sep).join('/'),
  )
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(kind.pattern)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    )
  })
}
