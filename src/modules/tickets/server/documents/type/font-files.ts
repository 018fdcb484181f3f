import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { rememberLayouts } from './remember-layouts.ts'
import { unpackWoff } from './unpack-woff.ts'

/**
 * The font files of PDFs. Four of them hold the letters of nearly all tickets and are always loaded; the files of other
 * scripts are read with the first text that needs them.
 */

export type Weight = 400 | 600 | 800
export const weights: readonly Weight[] = [400, 600, 800]

/** One part of a family, as the package cuts it: a script, or a few hundred Chinese characters. */
export interface FontPart {
  readonly name: string
  readonly packageName: string
  readonly part: string
  /** A variable font holds all weights in one file. */
  readonly isVariable: boolean
  /** The letters that the package says it has; of usual parts none are asked. */
  readonly ranges: readonly Range[]
}

export type Range = readonly [from: number, to: number]

/** They make one picture of several emoji. */
const joiners = ['\u200D', '\uFE0F']

const { resolve } = createRequire(import.meta.url)

export function fontName(partName: string, weight: Weight): string {
  return `${partName} ${weight}`
}

const staticPart = (name: string, packageName: string, part = name): FontPart => ({
  name,
  packageName: `@fontsource/${packageName}`,
  part,
  isVariable: false,
  ranges: [],
})

/** Always loaded. The part `latin-ext` has the sign of the lari and the letters of Turkish and Azerbaijani. */
export const usualParts = {
  georgian: staticPart('georgian', 'noto-sans-georgian'),
  latin: staticPart('latin', 'noto-sans-georgian'),
  'latin-ext': staticPart('latin-ext', 'noto-sans'),
  cyrillic: staticPart('cyrillic', 'noto-sans'),
} as const

export type UsualPart = keyof typeof usualParts

export const emojiPackage = '@fontsource-variable/noto-emoji'

/** Of a package: the numbered parts are of one script each too, the letters that are used together. */
interface RarePackage {
  readonly packageName: string
  readonly isVariable: boolean
  /** Only these parts; all when absent. */
  readonly parts?: readonly string[]
}

/** In order of preference. The Chinese, Korean and emoji fonts are variable, because static ones hold each weight by itself. */
export const rarePackages: readonly RarePackage[] = [
  { packageName: '@fontsource/noto-sans', isVariable: false },
  { packageName: '@fontsource/noto-sans-georgian', isVariable: false },
  { packageName: '@fontsource/noto-sans-armenian', isVariable: false, parts: ['armenian'] },
  { packageName: '@fontsource/noto-sans-hebrew', isVariable: false, parts: ['hebrew'] },
  { packageName: '@fontsource/noto-sans-arabic', isVariable: false, parts: ['arabic'] },
  { packageName: '@fontsource/noto-sans-thai', isVariable: false, parts: ['thai'] },
  { packageName: '@fontsource-variable/noto-sans-sc', isVariable: true },
  { packageName: '@fontsource-variable/noto-sans-kr', isVariable: true },
  { packageName: emojiPackage, isVariable: true },
]

/** The address of a file of a font package. */
export function fileOfPackage(packageName: string, file: string): string {
  return resolve(`${packageName}/${file}`)
}

/** A font of one weight, with its plain file for the shaper. */
export interface LoadedFont {
  readonly font: Font
  readonly file: Buffer
}

/** Fonts of all weights of a part, by name. */
export async function readFonts(part: FontPart): Promise<Map<string, LoadedFont>> {
  // Loaded with the first document: many processes never make one.
  const { create } = await import('fontkit')
  const id = part.packageName.slice(part.packageName.indexOf('/') + 1)
  const fileFor = (ending: string) =>
    readFile(fileOfPackage(part.packageName, `files/${id}-${part.part}-${ending}`))
  const packed = part.isVariable ? await fileFor('wght-normal.woff2') : null
  const entries = weights.map(async (weight): Promise<[string, LoadedFont]> => {
    const file = packed
      ? await ofWeight(packed, part.ranges, weight)
      : unpackWoff(await fileFor(`${weight}-normal.woff`))
    return [fontName(part.name, weight), { font: create(file) as Font, file }]
  })
  return new Map(await Promise.all(entries))
}

/** The font of one weight out of a variable one: the PDF library embeds only such. */
async function ofWeight(packed: Buffer, ranges: readonly Range[], weight: Weight): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  )
  const text = [...letters, ...joiners].join('')
  return subsetFont(packed, text, { targetFormat: 'sfnt', variationAxes: { wght: weight } })
}

let usual: Promise<ReadonlyMap<string, Font>> | undefined

/** The usual fonts, read and parsed once a thread: a document that parses its own spends half of its time on that. */
export function loadUsualFonts(): Promise<ReadonlyMap<string, Font>> {
  usual ??= Promise.all(Object.values(usualParts).map(readFonts)).then((read) => {
    const entries = read.flatMap((fonts) => [...fonts])
    return new Map(entries.map(([name, { font }]) => [name, rememberLayouts(font)]))
  })
  return usual
}
