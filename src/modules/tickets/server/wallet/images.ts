import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'

/** The platform mark: a ticket with its notches and the first letter of the name. */
const mark = (ticket: string, letter: string): string =>
  `<path fill="${ticket}" d="M6 2h20a3 3 0 0 1 3 3v7.2a3.8 3.8 0 0 0 0 7.6V27a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3v-7.2a3.8 3.8 0 0 0 0-7.6V5a3 3 0 0 1 3-3Z"/><path fill="${letter}" transform="translate(9.3 24.2)" d="M8.46 -11.51Q9.62 -11.17 10.47 -10.42Q11.32 -9.66 11.80 -8.49Q12.29 -7.33 12.29 -5.80Q12.29 -4.37 11.90 -3.24Q11.51 -2.12 10.76 -1.35Q10.02 -0.59 8.97 -0.19Q7.92 0.21 6.59 0.21Q5.36 0.21 4.32 -0.19Q3.28 -0.59 2.53 -1.35Q1.79 -2.12 1.37 -3.24Q0.95 -4.37 0.95 -5.80Q0.95 -7.43 1.44 -8.63Q1.93 -9.83 2.87 -10.58Q3.80 -11.34 5.12 -11.59Q5.21 -11.76 5.26 -11.96Q5.31 -12.16 5.31 -12.37Q5.31 -12.83 5.10 -13.10Q4.89 -13.38 4.60 -13.61Q4.22 -13.94 3.85 -14.43Q3.49 -14.91 3.49 -15.96L6.78 -15.96Q6.80 -15.54 7.07 -15.21Q7.33 -14.89 7.71 -14.55Q8.11 -14.22 8.42 -13.79Q8.74 -13.36 8.74 -12.68Q8.74 -12.35 8.67 -12.05Q8.61 -11.76 8.46 -11.51ZM6.64 -2.48Q7.37 -2.48 7.81 -2.86Q8.25 -3.23 8.46 -3.99Q8.67 -4.75 8.67 -5.80Q8.67 -6.87 8.46 -7.59Q8.25 -8.32 7.80 -8.69Q7.35 -9.07 6.62 -9.07Q5.52 -9.07 5.04 -8.23Q4.56 -7.39 4.56 -5.80Q4.56 -4.75 4.77 -3.99Q4.98 -3.23 5.44 -2.86Q5.90 -2.48 6.64 -2.48Z"/>`

/** For the lock screen, on white; and for the pass itself, whose background is dark. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 34 32"><rect x="-1" width="34" height="32" fill="#fff"/>${mark('#a8123a', '#fff')}</svg>`
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark('#fff', '#8a0e35')}</svg>`

const scales = [
  ['', 1],
  ['@2x', 2],
  ['@3x', 3],
] as const

type Images = Record<string, Buffer>
let drawn: Promise<Images> | undefined

/** The pictures of every pass, drawn once per process. */
export function passImages(): Promise<Images> {
  drawn ??= draw()
  drawn.catch(() => (drawn = undefined))
  return drawn
}

async function draw(): Promise<Images> {
  const images: Images = {}
  for (const [suffix, scale] of scales) {
    images[`icon${suffix}.png`] = await png(icon, 29 * scale)
    images[`logo${suffix}.png`] = await png(logo, 40 * scale)
  }
  return images
}

async function png(drawing: string, side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(drawing), { density: 300 })
    .resize(side, side, { fit: 'contain' })
    .png()
    .toBuffer()
}

/** Side of the square in which a phone shows the poster, in points. */
const posterSide = 90

/** The poster of an event ticket; none without a picture, and no pass fails for want of one. */
export async function posterImages(
  context: Pick<Context, 'log'>,
  { readPicture }: Pick<TicketPorts, 'readPicture'>,
  address: string | null,
): Promise<Images> {
  if (!readPicture || !address) return {}
  try {
    const picture = await readPicture(address)
    if (!picture) return {}
    const { default: sharp } = await import('sharp')
    const images = scales.map(async ([suffix, scale]) => {
      const side = posterSide * scale
      const content = await sharp(picture)
        .resize(side, side, { fit: 'inside' })
        .png({ palette: true })
        .toBuffer()
      return [`thumbnail${suffix}.png`, content] as const
    })
    return Object.fromEntries(await Promise.all(images))
  } catch (error) {
    context.log.warn({ err: error, address }, 'a pass goes without its picture')
    return {}
  }
}
