/**
 * Goal: pages use the component library. Method: controls that pages implement themselves are counted by kind, and
 * the numbers may only decrease; each pattern is tested with samples.
 */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { looseControls, looseKinds } from '../loose-controls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe.each(looseKinds)('$kind', (kind) => {
  test('is used as often as its limit', () => {
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
])('finds %s', (name, source) => {
  const kind = looseKinds.find((one) => one.kind === name)
  expect(source.match(kind?.pattern ?? /$^/)).not.toBeNull()
})
