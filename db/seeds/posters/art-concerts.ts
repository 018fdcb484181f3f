/** Poster art of concerts, by slug. */
import {
  box,
  circle,
  clipped,
  fill,
  halfDisc,
  line,
  moved,
  nth,
  path,
  polar,
  polygon,
  times,
  turned,
  waveBand,
  type Art,
} from './svg.ts'

export const concertArt: Readonly<Record<string, Art>> = {
  /** Vertical neon tubes as a skyline. */
  'neon-city': {
    ground: '#17123a',
    ink: '#ffe9f3',
    draw({ halfWidth, halfHeight, random }) {
      const colours = ['#ff3d8b', '#19d3e0', '#ffd23f', '#7a5cff', '#ff7a3d']
      const count = Math.floor((halfWidth * 2) / 17)
      const step = (halfWidth * 2) / count
      return times(count, (index) => {
        const x = -halfWidth + (index + 0.5) * step
        const rise = 0.35 + 0.6 * Math.abs(Math.sin(index * 1.9)) * random.between(0.6, 1)
        const top = halfHeight - rise * halfHeight * 1.75
        const tall = halfHeight + 20 - top
        const cut = tall * random.between(0.25, 0.6)
        return (
          box(x - 5, top, 10, cut - 7, fill(random.pick(colours)), 5) +
          box(x - 5, top + cut, 10, tall, fill(random.pick(colours)), 5) +
          (random.next() > 0.55 ? circle(x, top - 13, 5, fill(random.pick(colours))) : '')
        )
      })
    },
  },
  /** Arches of a riveted bridge below a dotted sky. */
  'iron-bridge-20': {
    ground: '#f0562b',
    ink: '#1b1310',
    draw({ halfWidth, halfHeight }) {
      const ink = '#1b1310'
      const dots: string[] = []
      for (let y = -halfHeight; y < halfHeight * 0.62; y += 9)
        for (let x = -halfWidth - 9; x < halfWidth + 9; x += 9) {
          const shift = Math.round(y / 9) % 2 ? 4.5 : 0
          const apart = Math.hypot(x + shift - 30, y + 40)
          dots.push(circle(x + shift, y, Math.max(0, 4.6 - apart / 30), fill('#ffd08a')))
        }
      const arch = (x: number, radius: number) =>
        circle(x, 62, radius, line(ink, 11)) +
        circle(x, 62, radius - 17, line(ink, 4)) +
        times(17, (index) => {
          const [ax, ay] = polar(radius - 3, 180 + index * 11.25)
          return path(`M${x + ax} ${62 + ay}L${x + ax} 62`, line(ink, 2.4))
        })
      const span = 150
      const arches = times(7, (index) => arch((index - 3) * span + 12, 68))
      return (
        dots.join('') +
        clipped(
          arches,
          box(-halfWidth, -halfHeight, halfWidth * 2, halfHeight + 62, {}),
          'bridge',
        ) +
        box(-halfWidth, 56, halfWidth * 2, 13, fill(ink)) +
        times(40, (index) => circle(-halfWidth + index * 13, 62.5, 2, fill('#f0562b')))
      )
    },
  },
  /** Waves as a musical stave with notes. */
  'notes-of-the-sea': {
    ground: '#f3ead7',
    ink: '#0f2f4a',
    draw(sheet) {
      const { halfWidth, halfHeight, random } = sheet
      const colours = ['#8cc9c6', '#3f9db0', '#1f6f96', '#164c74', '#0f2f4a']
      const waves = colours.map((colour, index) => {
        const y = -18 + index * ((halfHeight + 30) / 5)
        const options = {
          height: 11 - index,
          length: 120 + index * 14,
          phase: index * 0.31,
          bottom: halfHeight + 9,
        }
        const x = -halfWidth * 0.75 + index * halfWidth * 0.36 + random.between(-8, 8)
        const wave = Math.sin((x / options.length + options.phase) * 2 * Math.PI) * options.height
        const note =
          turned(circle(x, y + wave - 7, 8.5, fill('#e4572e')), -20, x, y) +
          box(x + 4.4, y + wave - 52, 3, 43, fill('#e4572e'), 1)
        return note + waveBand(sheet, y, options, fill(colour))
      })
      return circle(halfWidth * 0.32, -halfHeight * 0.42, 38, fill('#f4b942')) + waves.join('')
    },
  },
  /** A paper moon over a curved keyboard. */
  'night-jazz-mtatsminda': {
    ground: '#1d2547',
    ink: '#f6ecd2',
    draw({ halfWidth, halfHeight, random }) {
      const stars = times(14, () => {
        const x = random.between(-halfWidth, halfWidth)
        const y = random.between(-halfHeight, halfHeight * 0.2)
        const s = random.between(1.5, 4)
        return polygon(
          [
            [x, y - s * 2],
            [x + s * 0.5, y - s * 0.5],
            [x + s * 2, y],
            [x + s * 0.5, y + s * 0.5],
            [x, y + s * 2],
            [x - s * 0.5, y + s * 0.5],
            [x - s * 2, y],
            [x - s * 0.5, y - s * 0.5],
          ],
          fill('#8fa3e0'),
        )
      })
      const moon = path('M8 -82A62 62 0 1 0 62 14A50 50 0 1 1 8 -82Z', fill('#f3b63f'))
      const radius = 260
      const count = Math.ceil(halfWidth / 8) + 2
      const keys = times(count * 2 + 1, (index) => {
        const turn = (index - count) * 4.1
        const white = turned(box(-8.6, -radius - 34, 17.2, 120, fill('#f6ecd2'), 2), turn)
        return white
      })
      const black = times(count * 2, (index) =>
        [2, 6].includes(((index % 7) + 7) % 7)
          ? ''
          : turned(box(-5, -radius - 36, 10, 40, fill('#d9483b'), 2), (index - count + 0.5) * 4.1),
      )
      return stars + moved(moon, -22, -8) + moved(keys + black, 0, radius + halfHeight - 6)
    },
  },
  /** Mountains of felt, each with a light and a dark side. */
  'voices-of-the-mountains': {
    ground: '#e9dcc3',
    ink: '#3a2118',
    draw({ halfWidth, halfHeight }) {
      const peak = (x: number, y: number, half: number, light: string, dark: string) =>
        polygon(
          [
            [x, y],
            [x - half, halfHeight + 9],
            [x, halfHeight + 9],
          ],
          fill(light),
        ) +
        polygon(
          [
            [x, y],
            [x + half, halfHeight + 9],
            [x, halfHeight + 9],
          ],
          fill(dark),
        ) +
        polygon(
          [
            [x, y],
            [x - half * 0.2, y + 32],
            [x - 3, y + 22],
            [x, y + 34],
          ],
          fill('#f7f0e2'),
        ) +
        polygon(
          [
            [x, y],
            [x + half * 0.2, y + 32],
            [x + 4, y + 20],
            [x, y + 34],
          ],
          fill('#d9c7a6'),
        )
      const voice = times(7, (index) =>
        circle(0, -halfHeight * 0.3, 24 + index * 21, line(index % 2 ? '#c9482b' : '#e3a13c', 5)),
      )
      return (
        voice +
        circle(0, -halfHeight * 0.3, 13, fill('#c9482b')) +
        peak(-halfWidth * 0.62, -18, 105, '#4b7a76', '#2e5450') +
        peak(halfWidth * 0.66, -6, 110, '#a3552f', '#7a3a22') +
        peak(0, -halfHeight * 0.3, 96, '#5d3526', '#3a2118')
      )
    },
  },
  /** Close-up of a violin with its four strings. */
  'four-strings': {
    ground: '#f0b35a',
    ink: '#32130b',
    draw({ halfWidth, halfHeight }) {
      const hole = (side: number) =>
        path(
          `M${side * 62} -42C${side * 92} -56 ${side * 84} -14 ${side * 60} 0C${side * 36} 14 ${side * 30} 54 ${side * 58} 44`,
          line('#32130b', 8),
        ) +
        circle(side * 60, -36, 9, fill('#32130b')) +
        circle(side * 60, 38, 9, fill('#32130b'))
      return (
        circle(-halfWidth - 34, 0, 118, fill('#c2561d')) +
        circle(halfWidth + 34, 0, 118, fill('#c2561d')) +
        circle(-halfWidth - 48, 0, 88, fill('#8e2f12')) +
        circle(halfWidth + 48, 0, 88, fill('#8e2f12')) +
        hole(-1) +
        hole(1) +
        times(4, (index) =>
          box(
            -22 + index * 14,
            -halfHeight - 9,
            1.4 + index * 1.1,
            halfHeight * 2 + 18,
            fill('#32130b'),
          ),
        ) +
        box(-34, 50, 68, 11, fill('#fbe6bd'), 3)
      )
    },
  },
  /** A loudspeaker cone, sliced and shifted. */
  'factory-floor': {
    ground: '#d7172a',
    ink: '#120607',
    draw({ halfHeight, halfWidth }) {
      const cone = times(9, (index) =>
        circle(0, 0, 112 - index * 13, fill(index % 2 ? '#d7172a' : '#120607')),
      )
      const slices = 9
      const high = (halfHeight * 2) / slices
      return times(slices, (index) => {
        const shift = nth([0, 16, -22, 9, 0, -30, 12, -8, 20], index)
        const y = -halfHeight + index * high
        return clipped(
          moved(cone, shift, 0),
          box(-halfWidth, y, halfWidth * 2, high - 1.2, {}),
          `slice${index}`,
        )
      })
    },
  },
  /** An open envelope in the shape of a house. */
  'letters-home': {
    ground: '#cfe0e3',
    ink: '#203a4c',
    draw({ halfWidth, halfHeight }) {
      const edge = times(Math.ceil(halfWidth / 12) + 2, (index) => {
        const x = -halfWidth - 20 + index * 26
        return polygon(
          [
            [x, halfHeight],
            [x + 11, halfHeight],
            [x + 19, halfHeight - 13],
            [x + 8, halfHeight - 13],
          ],
          fill(index % 2 ? '#d8503f' : '#2f6690'),
        )
      })
      return (
        box(40, -74, 15, 48, fill('#203a4c')) +
        circle(52, -84, 7, fill('#fffaf0')) +
        circle(65, -90, 5, fill('#fffaf0')) +
        polygon(
          [
            [-78, -8],
            [0, -86],
            [78, -8],
          ],
          fill('#d8503f'),
        ) +
        polygon(
          [
            [-56, -8],
            [0, -64],
            [56, -8],
          ],
          fill('#f1c9a5'),
        ) +
        box(-40, -52, 80, 90, fill('#fffaf0')) +
        times(4, (index) => box(-28, -40 + index * 11, index === 3 ? 34 : 56, 3, fill('#9fb7c0'))) +
        polygon(
          [
            [-78, -8],
            [0, 40],
            [78, -8],
            [78, 74],
            [-78, 74],
          ],
          fill('#f7e3c8'),
        ) +
        polygon(
          [
            [-78, 74],
            [-14, 30],
            [0, 40],
            [14, 30],
            [78, 74],
          ],
          fill('#ecd0ab'),
        ) +
        edge
      )
    },
  },
  /** A block of flats with lit windows on the ninth floor. */
  'ninth-floor': {
    ground: '#b9b5ad',
    ink: '#191817',
    draw({ halfWidth, halfHeight, random }) {
      const columns = Math.max(6, Math.round(halfWidth / 17))
      const wide = (halfWidth * 2) / columns
      const rows = 9
      const high = (halfHeight * 2 + 6) / rows
      return times(rows * columns, (index) => {
        const row = Math.floor(index / columns)
        const x = -halfWidth + (index % columns) * wide
        const y = -halfHeight + row * high
        const isAwake = row === 1
        const pane = isAwake ? '#ffd400' : random.pick(['#3c3a38', '#2b2a29', '#4d4a47', '#2b2a29'])
        const inner = box(x + 3, y + 3, wide - 6, high - 6, fill(pane))
        const kind = random.integer(0, 5)
        if (isAwake)
          return (
            inner +
            (kind < 2
              ? circle(x + wide / 2, y + high - 9, 5.5, fill('#191817')) +
                box(x + wide / 2 - 7, y + high - 6, 14, 3, fill('#191817'))
              : '')
          )
        if (kind === 0) return inner + box(x + 3, y + 3, (wide - 6) / 2, high - 6, fill('#e8503a'))
        if (kind === 1)
          return (
            inner +
            polygon(
              [
                [x + 3, y + high - 3],
                [x + wide - 3, y + 3],
                [x + wide - 3, y + high - 3],
              ],
              fill('#8f8a82'),
            )
          )
        return inner + (kind === 2 ? box(x + 3, y + high * 0.55, wide - 6, 2, fill('#b9b5ad')) : '')
      })
    },
  },
  /** A flame surrounded by lights. */
  'christmas-chorale': {
    ground: '#0f3b36',
    ink: '#f7e3b0',
    draw({ halfWidth, halfHeight }) {
      const rings = Math.ceil(Math.hypot(halfWidth, halfHeight) / 15)
      const lights = times(rings, (ring) => {
        const radius = 38 + ring * 15
        const count = 12 + ring * 6
        return times(count, (index) => {
          const [x, y] = polar(radius, (index / count) * 360 + ring * 7)
          const colour = (index + ring) % 5 === 0 ? '#e4572e' : ring % 2 ? '#f2b84b' : '#f7e3b0'
          return circle(x, y + 6, Math.max(0.8, 4.6 - ring * 0.42), fill(colour))
        })
      })
      return (
        lights +
        path('M0 -44C26 -12 28 6 20 18A24 24 0 0 1 -20 18C-28 4 -12 -10 0 -44Z', fill('#f2b84b')) +
        path('M0 -14C13 2 13 12 9 18A11 11 0 0 1 -9 18C-13 8 -4 2 0 -14Z', fill('#fff6dc')) +
        halfDisc(0, 32, 9, 180, fill('#e4572e'))
      )
    },
  },
}
