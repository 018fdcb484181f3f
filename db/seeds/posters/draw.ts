/** Draws a motif and a title on a sheet of one format. */
import { seededRandom } from '../random.ts'
import type { ShowSeed } from '../content/types.ts'
import type { PosterFormat } from './formats.ts'
import { letter } from './lettering.ts'
import { attributes, group, path, fill, type Art } from './svg.ts'

interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The parts of a show that determine its drawing; the slug seeds the variations. */
type Drawn = Pick<ShowSeed, 'slug' | 'posterTitle'>

interface Title {
  readonly art: Region
  readonly content: string
}

const lineHeight = 1.06
/** Extents of Georgian letters below and above the baseline, as shares of the font size. */
const descent = 0.3
const ascent = 0.76

/** The SVG document of a show in one format. `caption` is the small text above the title. */
export function drawPoster(show: Drawn, art: Art, format: PosterFormat, caption: string): string {
  const { width, height } = format
  const integer = { x: 0, y: 0, width, height }
  const title = format.hasTitle
    ? setTitle(show.posterTitle, caption, art, format)
    : { art: integer, content: '' }
  return `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ width, height, viewBox: `0 0 ${width} ${height}` })}><rect${attributes({ width, height, fill: art.ground })}/>${drawFigure(show, art, title.art)}${title.content}</svg>`
}

function drawFigure(show: Drawn, art: Art, region: Region): string {
  const scale = Math.min(region.width, region.height) / 200
  const figure = art.draw({
    halfWidth: region.width / 2 / scale,
    halfHeight: region.height / 2 / scale,
    random: seededRandom(show.slug),
  })
  const { x, y, width, height } = region
  const placed = group(figure, {
    transform: `translate(${x + width / 2} ${y + height / 2}) scale(${scale})`,
  })
  return `<clipPath id="sheet"><rect${attributes({ x, y, width, height })}/></clipPath>${group(placed, { 'clip-path': 'url(#sheet)' })}`
}

/** Portrait sheets have the title below the motif, landscape ones beside it. */
function setTitle(
  lines: readonly string[],
  caption: string,
  art: Art,
  format: PosterFormat,
): Title {
  const { width, height } = format
  const isUpright = height > width
  const margin = Math.round(Math.min(width, height) * 0.06)
  const queue = isUpright ? width - margin * 2 : width * 0.5 - margin * 1.5
  const widest = Math.max(...lines.map((text) => letter(text, 100, 'serif').width))
  const sizeMax = isUpright ? height * 0.135 : height * 0.2
  const size = Math.min((queue / widest) * 100, sizeMax)
  const captionSize = Math.round(Math.min(width, height) * 0.034)
  const block = captionSize * 2.1 + size * (ascent + descent + (lines.length - 1) * lineHeight)
  const top = height - margin * 0.7 - block
  const text = [
    set(caption, margin, top + captionSize, captionSize, 'sans', art.ink),
    ...lines.map((title, index) =>
      set(
        title,
        margin,
        top + captionSize * 2.1 + size * (ascent + index * lineHeight),
        size,
        'serif',
        art.ink,
      ),
    ),
  ]
  const region = isUpright
    ? { x: 0, y: 0, width, height: Math.round(top - captionSize * 0.9) }
    : { x: Math.round(width * 0.5), y: 0, width: Math.round(width * 0.5), height }
  return { art: region, content: text.join('') }
}

function set(
  text: string,
  x: number,
  y: number,
  size: number,
  face: 'serif' | 'sans',
  colour: string,
): string {
  return group(path(letter(text, size, face).d, fill(colour)), {
    transform: `translate(${x} ${y})`,
  })
}
