/**
 * Goal: pages take their controls from the kit. Method: what pages still draw by themselves is counted by kind, and the
 * numbers may only go down; each pattern is tried on what it must find.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { looseControls, looseKinds } from '../loose-controls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe.each(looseKinds)('$kind', (kind) => {
  test('no page draws more of it than before', () => {
    const found = looseControls(root, kind)
    expect(
      found.length,
      `Use ${kind.instead} (src/design/README.md), and when there are fewer set the number in tools/loose-controls.ts:\n${found.join('\n')}`,
    ).toBe(kind.allowed)
  })
})

test.each([
  ['title', '<h1 className="text-2xl">'],
  ['button', '<a className="button button-quiet">'],
  ['button', "<a className={isOn ? 'button' : ''}>"],
  ['choice', '<input type="checkbox" />'],
  ['field', '<select className="field mt-2">'],
  ['skeleton', '<div className="skeleton h-4" />'],
  ['card', '<div className="rounded-lg border border-rule bg-card p-5">'],
  ['dialog', '<dialog ref={dialog}>'],
  ['table', '<table>'],
])('%s is found', (name, source) => {
  const kind = looseKinds.find((one) => one.kind === name)
  expect(source.match(kind?.pattern ?? /$^/)).not.toBeNull()
})
