import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Fields by what they are called, in the source of all pages. */
function fieldsForEmail(): { readonly file: string; readonly field: string }[] {
  return globSync('src/{design,modules}/**/*.tsx').flatMap((file) => {
    const elements = readFileSync(file, 'utf8').match(/<TextField\b[^]*?\/>/g) ?? []
    return elements
      .filter((field) => /(?:field\('|name="|name=\{`)[^'"`]*e-?mail/i.test(field))
      .map((field) => ({ file, field }))
  })
}

it('every field for an email address asks about likely slips, since it says what it is for', () => {
  const fields = fieldsForEmail()
  expect(fields.length).toBeGreaterThan(3)
  expect(fields.filter(({ field }) => !/(?:type|inputMode)="email"/.test(field))).toEqual([])
})
