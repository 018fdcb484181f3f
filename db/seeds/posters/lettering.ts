/**
 * Titles as outlines of the self-hosted fonts, so that drawing requires no installed fonts. Georgian and
 * Latin glyphs come from two files of one family.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as fontkit from 'fontkit'

const require = createRequire(import.meta.url)

interface Face {
  readonly georgian: fontkit.Font
  readonly latin: fontkit.Font
}

function openFace(family: string, weight: number): Face {
  const { create } = require('fontkit') as typeof fontkit
  const open = (script: string) =>
    create(
      readFileSync(
        require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`),
      ),
    ) as fontkit.Font
  return { georgian: open('georgian'), latin: open('latin') }
}

/** Opened when first needed: most programs that read the seeds draw no letters. */
const opened = new Map<FaceName, Face>()
const files = {
  /** For titles. */
  serif: { family: 'noto-serif-georgian', weight: 900 },
  /** For small text. */
  sans: { family: 'noto-sans-georgian', weight: 700 },
}
export type FaceName = keyof typeof files

function faceOf(name: FaceName): Face {
  const known = opened.get(name)
  if (known) return known
  const { family, weight } = files[name]
  const face = openFace(family, weight)
  opened.set(name, face)
  return face
}

/** A line of text as one path, starting at (0, 0) on its baseline. */
export interface Lettering {
  readonly d: string
  readonly width: number
}

export function letter(text: string, size: number, faceName: FaceName): Lettering {
  const face = faceOf(faceName)
  let at = 0
  let d = ''
  for (const run of text.match(/[\u10A0-\u10FF]+|[^\u10A0-\u10FF]+/g) ?? []) {
    const font = /[\u10A0-\u10FF]/.test(run) ? face.georgian : face.latin
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    for (const [index, glyph] of glyphs.entries()) {
      d += glyph.path.scale(scale, -scale).translate(at, 0).toSVG()
      at += (positions[index]?.xAdvance ?? 0) * scale
    }
  }
  return {
    d: d.replaceAll(/\d+\.\d+/g, (value) => String(Math.round(Number(value) * 10) / 10)),
    width: at,
  }
}
