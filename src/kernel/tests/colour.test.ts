import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrastOf, posterTones, strongestColour, tonesOf } from '../colour.ts'

/*
 * Goal: text in a poster's colour can be read, whatever the poster, and the dominant colour of a picture is its
 * strongest one. Method: every corner of the cube of colours and many between them, against their backgrounds.
 */
const grounds = { paper: '#f4f3ef', sunk: '#eae9e5', card: '#ffffff', night: '#1f1e26' }
const parts = ['00', '2a', '55', '80', 'aa', 'd4', 'ff']
const posters = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
)

describe('tones of a poster', () => {
  test('keep 4.5:1 with what they stand on', () => {
    const least = { light: 21, dark: 21, ground: 21, label: 21 }
    for (const poster of posters) {
      const { onLight, onDark, ground, label } = tonesOf(poster)
      for (const light of [grounds.paper, grounds.sunk, grounds.card])
        least.light = Math.min(least.light, contrastOf(onLight, light))
      least.dark = Math.min(least.dark, contrastOf(onDark, grounds.night))
      least.ground = Math.min(least.ground, contrastOf(ground, '#ffffff'))
      least.label = Math.min(least.label, contrastOf(ground, label))
    }
    for (const [name, contrast] of Object.entries(least))
      expect(contrast, name).toBeGreaterThanOrEqual(4.5)
  })

  test('are those of the pages', () => {
    const css = readFileSync(join(import.meta.dirname, '../../design/tokens.css'), 'utf8')
    for (const [lightness, chroma] of [posterTones.onLight, posterTones.onDark])
      expect(css).toContain(`--tint: oklch(from var(--poster) ${lightness} min(c, ${chroma}) h)`)
  })

  test('keep the hue, and a grey stays grey', () => {
    expect(tonesOf('#ff3d8b').onLight).toMatch(/^#[89a-f]/)
    const { ground } = tonesOf('#777777')
    expect(new Set([ground.slice(1, 3), ground.slice(3, 5), ground.slice(5, 7)]).size).toBe(1)
  })
})

describe('the strongest colour', () => {
  const picture = (...areas: readonly (readonly [count: number, colour: string])[]) =>
    Uint8Array.from(
      areas.flatMap(([count, colour]) =>
        Array.from({ length: count }, () => [...Buffer.from(colour.slice(1), 'hex')]).flat(),
      ),
    )

  test('is that of the figure, not of a pale ground', () => {
    const found = strongestColour(picture([700, '#f4f1ea'], [300, '#d1122f']))
    expect(found).toMatch(/^#c|^#d/)
    expect(contrastOf(found ?? '', '#d1122f')).toBeLessThan(1.2)
  })

  test('is the hue with most colour, though it comes in shades', () => {
    const found = strongestColour(
      picture([300, '#0b5fa5'], [300, '#2f86d1'], [250, '#d1122f'], [150, '#ffffff']),
    )
    expect(Number.parseInt(found?.slice(5, 7) ?? '', 16)).toBeGreaterThan(128)
  })

  test('is none in black and white', () => {
    expect(strongestColour(picture([500, '#101010'], [500, '#f0f0f0']))).toBeNull()
    expect(strongestColour(new Uint8Array())).toBeNull()
  })
})
