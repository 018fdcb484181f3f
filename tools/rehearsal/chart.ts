/** Charts of the report as static SVG text, readable without scripts. */

export interface Series {
  readonly name: string
  /** One value per second. */
  readonly values: readonly (number | undefined)[]
  readonly colour: 'a' | 'b' | 'c'
}

export interface Mark {
  readonly at: number
  readonly name: string
}

const width = 960
const height = 220
const left = 56
const bottom = 26
const top = 10
const ticksOfTime = 8

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Line charts over seconds, with marks at failures. */
export function chart(options: {
  readonly title: string
  readonly unit: string
  readonly seconds: number
  readonly series: readonly Series[]
  readonly marks: readonly Mark[]
  readonly opensAt: number
}): string {
  const { title, unit, seconds, series, marks, opensAt } = options
  const most = niceMax(
    Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))),
  )
  const x = (second: number) => left + ((width - left - 10) * second) / Math.max(1, seconds)
  const y = (value: number) => top + (height - top - bottom) * (1 - value / most)
  const lines = series.map(({ values, colour }) => {
    const points = Array.from(
      { length: Math.min(values.length, Math.ceil(seconds)) },
      (_, second) => `${x(second).toFixed(1)},${y(values[second] ?? 0).toFixed(1)}`,
    )
    return `<polyline class="line-${colour}" points="${points.join(' ')}"/>`
  })
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = most * share
    return `<line class="grid" x1="${left}" x2="${width - 10}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${shortNumber(value)}</text>`
  })
  const step = Math.max(10, Math.round(seconds / ticksOfTime / 10) * 10)
  const times: string[] = []
  for (let second = 0; second <= seconds; second += step)
    times.push(
      `<text x="${x(second)}" y="${height - 6}" text-anchor="middle">${second - opensAt} s</text>`,
    )
  const failed = marks.map(
    ({ at, name }) =>
      `<line class="mark" x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - bottom}"><title>${escapeText(name)}</title></line>`,
  )
  const opening = `<line class="opening" x1="${x(opensAt)}" x2="${x(opensAt)}" y1="${top}" y2="${height - bottom}"/>`
  const legend = series
    .map(({ name, colour }) => `<span class="key key-${colour}">${escapeText(name)}</span>`)
    .join(' ')
  return `<figure><figcaption>${escapeText(title)} <small>${escapeText(unit)}</small> ${legend}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}">${grid.join('')}${times.join('')}${opening}${failed.join('')}${lines.join('')}</svg></figure>`
}

/** Bars of shares, each compared with the fair share. */
export function bars(title: string, values: readonly number[]): string {
  const most = Math.max(1, ...values)
  const sum = values.reduce((total, value) => total + value, 0)
  const each = (width - left - 10) / values.length
  const fair = height - bottom - ((height - bottom - top) * sum) / values.length / most
  const drawn = values.map((value, place) => {
    const tall = ((height - bottom - top) * value) / most
    const from = left + each * place + 4
    return `<rect class="bar" x="${from}" y="${height - bottom - tall}" width="${each - 8}" height="${tall}"/><text x="${from + each / 2 - 4}" y="${height - 6}" text-anchor="middle">${place + 1}: ${value}</text>`
  })
  return `<figure><figcaption>${escapeText(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}">${drawn.join('')}<line class="opening" x1="${left}" x2="${width - 10}" y1="${fair}" y2="${fair}"/></svg></figure>`
}

function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= value) ?? 10
  return factor * power
}

function shortNumber(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1_000)}k` : String(Math.round(value * 10) / 10)
}

/** Moving averages over a few seconds, for readable lines. */
export function smoothed(values: readonly (number | undefined)[], over = 5): number[] {
  return Array.from({ length: values.length }, (_, second) => {
    const from = Math.max(0, second - over + 1)
    const part = values.slice(from, second + 1)
    return part.reduce((sum: number, value) => sum + (value ?? 0), 0) / part.length
  })
}
