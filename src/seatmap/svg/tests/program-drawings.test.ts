import { expect, test } from 'vitest'
import { sectionCounts } from '../../section-counts.ts'
import { importSvg } from '../import-svg.ts'
import { programDrawings } from './program-drawings.ts'

/**
 * Goal: a hall has the seats that its drawing program shows, whichever that is. Method: drawings by the rules of each
 * program's export, compared by section; what is left out is named.
 */
test.each(programDrawings)('$program', ({ svg, places, leftOut = [] }) => {
  const drawn = importSvg(svg, { ka: 'დარბაზი', en: 'Hall' })
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.detail))
  const counts = sectionCounts(drawn.value.layout).map((section) => [
    section.name.en,
    section.places,
  ])
  expect(Object.fromEntries(counts)).toEqual(places)
  expect(drawn.value.leftOut.map(({ code }) => code)).toEqual(leftOut)
  expect(drawn.value.layout.sections[0]?.rows?.map(({ label }) => label)).toEqual(['1', '2'])
})

test('shows twenty programs', () => {
  expect(programDrawings.length).toBeGreaterThanOrEqual(20)
})
