/**
 * Goal: both languages have the same messages, and every zone's colour is readable in both themes. Method: compare
 * keys and placeholders; compute WCAG contrast from the stylesheet's colours.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatText, placeholdersOf } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import { sectionNote } from '../web/labels.ts'
import { nth } from './nth.ts'

const stylesheet = readFileSync(new URL('../web/seatmap.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'

/** Relative luminance of an `oklch(L C H)`, by the published OKLab matrices. */
function luminance(colour: string): number {
  const [lightness, chroma, hue] = (colour.match(/[\d.]+/g) ?? []).map(Number) as [
    number,
    number,
    number,
  ]
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(Math.max(value, 0), 1)
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function colourOf(name: string, theme: Theme): string {
  const pair = new RegExp(`${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(
    stylesheet,
  )
  if (!pair) throw new Error(`No colour ${name}`)
  return nth(pair, theme === 'light' ? 1 : 2)
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('colours, %s', (theme) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'zone %d has enough contrast to its numbers and the background',
    (zone) => {
      const colour = colourOf(`--zone-${zone}`, theme)
      expect(contrast(colour, colourOf('--map-on-zone', theme))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colour, colourOf('--map-paper', theme))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each([
    ['--map-ink', '--map-paper', 4.5],
    ['--map-ink-soft', '--map-paper', 4.5],
    ['--map-ink-soft', '--map-ground', 4.5],
    ['--map-on-stage', '--map-stage', 4.5],
    ['--map-on-chosen', '--map-chosen', 4.5],
    ['--map-ink-soft', '--map-pitch', 4.5],
    ['--map-focus', '--map-paper', 3],
  ] as const)('%s on %s', (one, other, least) => {
    expect(contrast(colourOf(one, theme), colourOf(other, theme))).toBeGreaterThanOrEqual(least)
  })
})

describe('messages', () => {
  it('have the same keys and values in both languages', () => {
    expect(Object.keys(en)).toEqual(Object.keys(ka))
    for (const key of Object.keys(ka) as (keyof typeof ka)[])
      expect(placeholdersOf(en[key])).toEqual(placeholdersOf(ka[key]))
  })
})

it('leaves the price out on a plan that sells nothing', () => {
  const translate = (key: keyof typeof en, values = {}) => formatText('en', en[key], values)
  expect(sectionNote('35 ₾', 12, translate)).toBe('from 35 ₾, 12 places free')
  expect(sectionNote('', 12, translate)).toBe('12 places free')
  expect(sectionNote(undefined, 0, translate)).toBe('sold out')
})
