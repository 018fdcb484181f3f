import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import {
  emojiPackage,
  fileOfPackage,
  fontName,
  loadUsualFonts,
  rarePackages,
  readFonts,
  weights,
  type FontPart,
  type Range,
  type UsualPart,
} from './font-files.ts'
import { clustersOf, isUnseen, printable, replacement } from './letters.ts'
import { rememberLayouts } from './remember-layouts.ts'
import { shapeWithHarfBuzz } from './shaping.ts'

/** The fonts of one document, and which of them draws a letter. */
export interface Fonts {
  readonly known: ReadonlyMap<string, Font>
  /** The part that draws all of a cluster (a letter with its marks); null where none does. */
  partOf(cluster: string): string | null
  /** Code points in the texts that no font has. */
  readonly missing: readonly number[]
}

/** What is remembered of rare letters; more are found anew. */
const choicesMax = 20_000

/** The part of each rare letter met so far, and null for letters no font has. */
let choices = new Map<string, string | null>()
const rareFonts = new Map<string, Promise<ReadonlyMap<string, Font>>>()

/** Whether a usual font draws this letter, by letter. */
const usualLetters = new Map<string, UsualPart | null>()

/** The usual fonts, and those of the rare letters in these texts. */
export async function loadFonts(texts: readonly string[]): Promise<Fonts> {
  const known = new Map(await loadUsualFonts())
  if (choices.size > choicesMax) choices = new Map()
  const chosen = choices
  const partOf = (cluster: string) => usualPartOf(cluster, known) ?? chosen.get(cluster) ?? null
  const missing = new Set<number>()
  const load = async (cluster: string): Promise<void> => {
    for (const part of await rarePartsOf(cluster, chosen))
      for (const [name, font] of await fontsOf(part)) known.set(name, font)
  }
  for (const cluster of new Set(texts.flatMap((text) => clustersOf(printable(text))))) {
    if (usualPartOf(cluster, known) !== null || isUnseen(cluster)) continue
    await load(cluster)
    if (partOf(cluster) === null)
      for (const letter of cluster)
        if (!isUnseen(letter) && partOf(letter) === null)
          missing.add(letter.codePointAt(0) as number)
  }
  if (missing.size > 0) await load(replacement)
  return { known, partOf, missing: [...missing] }
}

/** The parts a cluster needs: one for all of it, else one for each of its letters. */
async function rarePartsOf(
  cluster: string,
  chosen: Map<string, string | null>,
): Promise<FontPart[]> {
  const whole = await choose(cluster, chosen)
  if (whole) return [whole]
  const letters = [...cluster].filter((letter) => !isUnseen(letter))
  if (letters.length < 2) return []
  const parts = await Promise.all(letters.map((letter) => choose(letter, chosen)))
  return parts.filter((part) => part !== null)
}

async function choose(
  cluster: string,
  chosen: Map<string, string | null>,
): Promise<FontPart | null> {
  const parts = await rareParts()
  const known = chosen.get(cluster)
  if (known !== undefined) return parts.find(({ name }) => name === known) ?? null
  const codes = codesOf(cluster)
  for (const part of inOrder(cluster, parts)) {
    if (!codes.every((code) => isIn(part.ranges, code))) continue
    const font = (await fontsOf(part)).get(fontName(part.name, weights[0] as 400))
    if (!font || !codes.every((code) => font.hasGlyphForCodePoint(code))) continue
    chosen.set(cluster, part.name)
    return part
  }
  chosen.set(cluster, null)
  return null
}

/** Pictures of emoji come first for what is an emoji by itself; other fonts have some as plain signs. */
function inOrder(cluster: string, parts: readonly FontPart[]): readonly FontPart[] {
  if (!/\p{Emoji_Presentation}|\uFE0F/u.test(cluster)) return parts
  const isEmoji = ({ packageName }: FontPart) => packageName === emojiPackage
  return [...parts.filter(isEmoji), ...parts.filter((part) => !isEmoji(part))]
}

function codesOf(cluster: string): number[] {
  return [...cluster]
    .filter((letter) => !isUnseen(letter))
    .map((letter) => letter.codePointAt(0) as number)
}

function fontsOf(part: FontPart): Promise<ReadonlyMap<string, Font>> {
  const known = rareFonts.get(part.name)
  if (known) return known
  const loading = loadShaped(part)
  rareFonts.set(part.name, loading)
  return loading
}

async function loadShaped(part: FontPart): Promise<ReadonlyMap<string, Font>> {
  const read = await readFonts(part)
  const entries = weights.map(async (weight): Promise<[string, Font]> => {
    const name = fontName(part.name, weight)
    const loaded = read.get(name)
    if (!loaded) throw new Error(`The font ${name} was not read`)
    const shaped = await shapeWithHarfBuzz(loaded)
    return [name, rememberLayouts(shaped)]
  })
  return new Map(await Promise.all(entries))
}

let listed: Promise<readonly FontPart[]> | undefined

/** The parts of all packages with the letters that each says it has. */
function rareParts(): Promise<readonly FontPart[]> {
  listed ??= Promise.all(
    rarePackages.map(async ({ packageName, isVariable, parts }) => {
      const text = await readFile(fileOfPackage(packageName, 'unicode.json'), 'utf8')
      return Object.entries(JSON.parse(text) as Record<string, string>).flatMap(
        ([key, ranges]): FontPart[] => {
          // Numbered parts are written in brackets.
          const part = key.replaceAll(/[[\]]/g, '')
          if (parts && !parts.includes(part)) return []
          const name = `${packageName} ${part}`
          return [{ name, packageName, part, isVariable, ranges: rangesOf(ranges) }]
        },
      )
    }),
  ).then((all) => all.flat())
  return listed
}

/** "U+0370-0377,U+037A" as numbers. */
function rangesOf(text: string): Range[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

function isIn(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([from, to]) => from <= code && code <= to)
}

/** The usual part of a single letter, if its fonts have it. */
function usualPartOf(cluster: string, known: ReadonlyMap<string, Font>): UsualPart | null {
  const remembered = usualLetters.get(cluster)
  if (remembered !== undefined) return remembered
  const code = cluster.codePointAt(0) as number
  const isSingle = cluster.length === (code > 0xffff ? 2 : 1)
  const part = isSingle ? partByCode(code) : null
  const isDrawn = part !== null && known.get(fontName(part, 400))?.hasGlyphForCodePoint(code)
  const usual = isDrawn ? part : null
  if (usualLetters.size > choicesMax) usualLetters.clear()
  usualLetters.set(cluster, usual)
  return usual
}

function partByCode(code: number): UsualPart | null {
  if ((code >= 0x10d0 && code <= 0x10ff) || (code >= 0x1c90 && code <= 0x1cbf)) return 'georgian'
  if (code >= 0x20 && code <= 0xff && code !== 0x7f) return 'latin'
  if ((code >= 0x0100 && code <= 0x02af) || code === 0x20be || code === 0x20ba) return 'latin-ext'
  if ((code >= 0x0400 && code <= 0x045f) || code === 0x2116) return 'cyrillic'
  const isMark = (code >= 0x2013 && code <= 0x201e) || code === 0x2022 || code === 0x2026
  return isMark || code === 0x20ac ? 'latin' : null
}
