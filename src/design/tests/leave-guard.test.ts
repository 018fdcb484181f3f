import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const modules = fileURLToPath(new URL('../../modules', import.meta.url))

/** The state of a form and the form itself, where they are in two files. */
const separate: Readonly<Record<string, string>> = {
  'rules-admin/web/use-rule-form.ts': 'rules-admin/web/parts/form-frame.tsx',
}

/**
 * Goal: a form that asks before the window is closed also asks before another page of the shop is opened. Method: the sources;
 * the question itself is asked in the component gallery.
 */
test('guarded forms contain the question for other pages of the shop', () => {
  const guarded = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && /\bisGuarded: true/.test(read(file)))
    .toSorted()
  expect(guarded.length).toBeGreaterThan(5)
  expect(guarded.filter((file) => !read(separate[file] ?? file).includes('<LeaveGuard'))).toEqual(
    [],
  )
})

function read(file: string): string {
  return readFileSync(path.join(modules, file), 'utf8')
}
