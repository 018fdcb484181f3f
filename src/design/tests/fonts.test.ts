/**
 * Goal: a sum's minus sign (U+2212) looks like one. The Latin subsets of the Georgian fonts draw it like a hyphen, so
 * none of the fonts that do is used for it. Method: the declarations of `fonts.css` and the glyphs of their files.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'

const minus = 0x22_12
const hyphen = 0x2d

const css = readFileSync(new URL('../fonts.css', import.meta.url), 'utf8')
const { resolve } = createRequire(import.meta.url)

const faces = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = '']) => {
  const file = /url\('([^']+)'\)/.exec(body)?.[1]
  const range = /unicode-range:([^;]*);/.exec(body)?.[1]
  return file && range ? [{ file, range }] : []
})

function covers(range: string, code: number): boolean {
  return range.split(',').some((part) => {
    const [from = '', to = from] = part.trim().replace('U+', '').split('-')
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16)
  })
}

const fontOf = (file: string) => create(readFileSync(resolve(file))) as Font

test('no font that draws the minus sign like a hyphen is used for it', () => {
  expect(faces.length).toBeGreaterThan(4)
  const latin = faces.filter(({ range }) => covers(range, hyphen))
  expect(latin.length).toBeGreaterThan(1)
  for (const { file, range } of latin) {
    const widths = [hyphen, minus].map((code) => fontOf(file).glyphForCodePoint(code).advanceWidth)
    // The condition of the rule: such a font is listed, and left out for this character.
    expect(widths[1], file).toBe(widths[0])
    expect(covers(range, minus), file).toBe(false)
  }
})
