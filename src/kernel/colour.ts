/** Perceptual colours (OKLCH): the dominant colour of a picture, and its tones for readable text. Pure. */

interface Lch {
  /** 0 black to 1 white. */
  readonly lightness: number
  readonly chroma: number
  /** Radians. */
  readonly hue: number
}

type Rgb = readonly [red: number, green: number, blue: number]

/**
 * Tones derived from a poster for tickets and pages; each has a contrast of at least 4.5:1 with its background,
 * whatever the poster.
 */
export interface PosterTones {
  /** Text and edges on white and on light paper. */
  readonly onLight: string
  /** Text and edges on dark cards. */
  readonly onDark: string
  /** A background for white text. */
  readonly ground: string
  /** Labels on that background. */
  readonly label: string
}

/** `tokens.css` has the same figures: lightness, and the most chroma. */
export const posterTones = {
  onLight: [0.45, 0.15],
  onDark: [0.78, 0.13],
  ground: [0.36, 0.12],
  label: [0.9, 0.05],
} as const

/** The tones of a colour (`#a8123a`). */
export function tonesOf(colour: string): PosterTones {
  const { chroma, hue } = lchOf(rgbOf(colour))
  const tone = ([lightness, most]: readonly [number, number]): string =>
    hexOf(rgbOfLch({ lightness, chroma: Math.min(chroma, most), hue }))
  return {
    onLight: tone(posterTones.onLight),
    onDark: tone(posterTones.onDark),
    ground: tone(posterTones.ground),
    label: tone(posterTones.label),
  }
}

const hueSteps = 24
/** A picture with less average chroma than this is treated as black and white. */
const chromaLeast = 0.012

/**
 * The dominant colour of a picture: the average of the hue with the most chroma. Null for a grey picture.
 *
 * @param pixels three bytes a pixel
 */
export function strongestColour(pixels: Uint8Array): string | null {
  const count = Math.floor(pixels.length / 3)
  const weights = new Float64Array(hueSteps)
  const colours: Lch[] = []
  for (let at = 0; at < count; at += 1) {
    const colour = lchOf([
      (pixels[at * 3] ?? 0) / 255,
      (pixels[at * 3 + 1] ?? 0) / 255,
      (pixels[at * 3 + 2] ?? 0) / 255,
    ])
    colours.push(colour)
    const step = stepOf(colour)
    weights[step] = (weights[step] ?? 0) + weightOf(colour)
  }
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole < chromaLeast * count || whole === 0) return null
  // A hue is counted with its neighbours, since the borders between hue steps are arbitrary.
  const weightAround = (step: number): number =>
    [-1, 0, 1].reduce((sum, by) => sum + (weights[(step + by + hueSteps) % hueSteps] ?? 0), 0)
  const steps = Array.from({ length: hueSteps }, (_, step) => step)
  const best = steps.reduce((one, other) => (weightAround(other) > weightAround(one) ? other : one))
  const near = colours.filter((colour) => {
    const apart = Math.abs(stepOf(colour) - best)
    return Math.min(apart, hueSteps - apart) <= 1
  })
  return hexOf(rgbOfLch(averageOf(near)))
}

/** Light and dark pixels weigh less than medium ones. */
function weightOf({ lightness, chroma }: Lch): number {
  return chroma * (1 - Math.abs(lightness - 0.6))
}

function stepOf({ hue }: Lch): number {
  const turn = hue / (2 * Math.PI)
  return Math.floor((turn - Math.floor(turn)) * hueSteps) % hueSteps
}

function averageOf(colours: readonly Lch[]): Lch {
  let [weights, lightness, a, b] = [0, 0, 0, 0]
  for (const colour of colours) {
    const weight = weightOf(colour)
    weights += weight
    lightness += colour.lightness * weight
    a += Math.cos(colour.hue) * colour.chroma * weight
    b += Math.sin(colour.hue) * colour.chroma * weight
  }
  return {
    lightness: lightness / weights,
    chroma: Math.hypot(a, b) / weights,
    hue: Math.atan2(b, a),
  }
}

/** Contrast ratio of two colours (`#ffffff`), 1 to 21 (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map(linear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(colour: string): Rgb {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

function hexOf(rgb: Rgb): string {
  const parts = rgb.map((part) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

function linear(part: number): number {
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function gamma(part: number): number {
  return part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

/** Björn Ottosson's OKLab, https://bottosson.github.io/posts/oklab/. */
function lchOf(rgb: Rgb): Lch {
  const [red, green, blue] = rgb.map(linear) as [number, number, number]
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
  const b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
  return {
    lightness: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function rgbOfLch({ lightness, chroma, hue }: Lch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    gamma(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    gamma(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    gamma(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
  ]
}
