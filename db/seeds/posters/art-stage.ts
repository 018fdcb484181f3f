/** Poster art of theatre, opera and ballet, by slug. */
import {
  box,
  circle,
  clipped,
  ellipse,
  fill,
  group,
  halfDisc,
  leaf,
  line,
  moved,
  nth,
  overprint,
  path,
  polar,
  polygon,
  times,
  turned,
  waveBand,
  type Art,
  type Point,
} from './svg.ts'

export const stageArt: Readonly<Record<string, Art>> = {
  /** A crown in the shape of a garden. */
  'the-kings-garden': {
    ground: '#f4ead0',
    ink: '#173d2b',
    draw({ halfHeight, halfWidth }) {
      const greens = ['#2f7d4f', '#173d2b', '#5ba35f', '#173d2b', '#2f7d4f']
      const stem = (index: number) => {
        const turn = (index - 2) * 21
        const tall = nth([104, 122, 138, 122, 104], index)
        const leaves = times(5, (pair) => {
          const y = -24 - pair * ((tall - 30) / 5)
          const long = 34 - pair * 4
          return (
            moved(turned(leaf(long, 15, fill(nth(greens, index))), 58), 0, y) +
            moved(turned(leaf(long, 15, fill(nth(greens, index))), -58), 0, y)
          )
        })
        const fruit = circle(0, -tall, 10, fill(index % 2 ? '#e0a526' : '#d4472f'))
        return turned(box(-1.8, -tall, 3.6, tall, fill(nth(greens, index))) + leaves + fruit, turn)
      }
      const base = halfHeight * 0.62
      return (
        circle(0, base - 62, 88, fill('#f2c14e')) +
        moved([0, 4, 1, 3, 2].map(stem).join(''), 0, base) +
        box(-58, base - 4, 116, 24, fill('#e0a526')) +
        times(5, (index) =>
          circle(-44 + index * 22, base + 8, 5, fill(index % 2 ? '#d4472f' : '#173d2b')),
        ) +
        box(-halfWidth, base + 20, halfWidth * 2, halfHeight, fill('#7a4a2b'))
      )
    },
  },
  /** The front of a tram on wet rails. */
  'the-last-tram': {
    ground: '#24476b',
    ink: '#fff1d6',
    draw({ halfHeight, halfWidth }) {
      const rain = times(60, (index) => {
        const x = -halfWidth + ((index * 83.7) % (halfWidth * 2))
        const y = -halfHeight + ((index * 41.3) % (halfHeight * 2))
        return polygon(
          [
            [x, y],
            [x + 1.6, y],
            [x - 5, y + 18],
            [x - 6.6, y + 18],
          ],
          fill('#4f7aa3'),
        )
      })
      const beam = (side: number) =>
        polygon(
          [
            [side * 26, 44],
            [side * 60, halfHeight],
            [side * -2, halfHeight],
          ],
          { fill: '#ffd76a', opacity: 0.35 },
        )
      return (
        rain +
        polygon(
          [
            [-20, 60],
            [-12, 60],
            [-46, halfHeight],
            [-62, halfHeight],
          ],
          fill('#16304a'),
        ) +
        polygon(
          [
            [20, 60],
            [12, 60],
            [46, halfHeight],
            [62, halfHeight],
          ],
          fill('#16304a'),
        ) +
        path('M-22 -92L0 -76L22 -92', line('#16304a', 4)) +
        box(-58, -76, 116, 146, fill('#d9412e'), 20) +
        box(-58, 4, 116, 66, fill('#fff1d6'), 14) +
        box(-58, 4, 116, 22, fill('#fff1d6')) +
        box(-24, -68, 48, 15, fill('#ffd76a'), 3) +
        box(-48, -46, 44, 42, fill('#16304a'), 6) +
        box(4, -46, 44, 42, fill('#16304a'), 6) +
        circle(26, -20, 10, fill('#f0a57e')) +
        halfDisc(26, -4, 17, 0, fill('#ffd76a')) +
        box(15, -33, 22, 7, fill('#d9412e'), 3) +
        beam(-1) +
        beam(1) +
        circle(-28, 40, 13, fill('#ffd76a')) +
        circle(28, 40, 13, fill('#ffd76a')) +
        circle(0, 40, 6, fill('#d9412e')) +
        box(-64, 62, 128, 9, fill('#16304a'), 4)
      )
    },
  },
  /** Two chairs, overprinted. */
  'two-chairs': {
    ground: '#f7efe4',
    ink: '#2b2350',
    draw() {
      const chair = (colour: string) =>
        group(
          box(-38, -86, 15, 166, fill(colour)) +
            box(-38, -86, 62, 62, fill(colour), 10) +
            box(-38, 2, 84, 17, fill(colour), 3) +
            box(31, 2, 15, 78, fill(colour)),
          { style: 'mix-blend-mode:multiply' },
        )
      return (
        circle(0, -4, 84, overprint('#ffd9a8')) +
        moved(chair('#ff5f5f'), -24, 6) +
        moved(group(chair('#4a6bdc'), { transform: 'scale(-1 1)' }), 24, 6)
      )
    },
  },
  /** A sun with tiger stripes above a dark sea. */
  'the-tigers-trail': {
    ground: '#12262f',
    ink: '#ffb23e',
    draw(sheet) {
      const stripe = (y: number, side: number, reach: number, thick: number) =>
        path(
          `M${side * 96} ${y - thick}C${side * 60} ${y - thick * 0.4} ${side * 30} ${y + 8} ${side * (96 - reach)} ${y + 5}C${side * 34} ${y + 16} ${side * 62} ${y + thick} ${side * 96} ${y + thick}Z`,
          fill('#12262f'),
        )
      const coat = times(8, (index) => {
        const y = -76 + index * 20
        const side = index % 2 ? 1 : -1
        return stripe(y, side, 92, 7) + stripe(y + 9, -side, 62, 5)
      })
      const sun = circle(0, 0, 84, fill('#ff8a1f')) + coat
      return (
        moved(clipped(sun, circle(0, 0, 84, {}), 'coat'), 0, -8) +
        times(4, (index) =>
          waveBand(
            sheet,
            44 + index * 17,
            {
              height: 4,
              length: 62 + index * 12,
              phase: index * 0.37,
              bottom: sheet.halfHeight + 9,
            },
            fill(nth(['#1e5a66', '#184a56', '#143b46', '#12303a'], index)),
          ),
        )
      )
    },
  },
  /** A house and its reflection in a river. */
  'house-above-the-river': {
    ground: '#f1d9c0',
    ink: '#27333f',
    draw({ halfWidth, halfHeight }) {
      const house =
        polygon(
          [
            [-66, -34],
            [0, -84],
            [66, -34],
          ],
          fill('#b5452c'),
        ) +
        box(-54, -34, 108, 44, fill('#fbf3e4')) +
        box(-66, -38, 132, 6, fill('#27333f')) +
        times(4, (index) =>
          box(-44 + index * 25, -24, 13, 22, fill(index === 2 ? '#f0a93b' : '#27333f'), 6),
        ) +
        box(-60, 2, 120, 8, fill('#b5452c')) +
        box(28, -84, 10, 28, fill('#27333f'))
      const slices = 9
      const reflection = times(slices, (index) => {
        const y = 10 + index * 10.4
        const shift = (index % 2 ? 1 : -1) * (3 + index * 2.1)
        const mirrored = group(house, {
          transform: 'translate(0 20) scale(1 -1)',
          opacity: String(0.92 - index * 0.07),
        })
        return clipped(
          moved(mirrored, shift, 0),
          box(-halfWidth, y, halfWidth * 2, 8.4, {}),
          `water${index}`,
        )
      })
      return (
        circle(halfWidth * 0.45, -halfHeight * 0.5, 26, fill('#fff3dd')) +
        box(-halfWidth, 10, halfWidth * 2, halfHeight, fill('#7fa9ad')) +
        reflection +
        house
      )
    },
  },
  /** An answer sheet with a large tick. */
  'the-exam': {
    ground: '#f8f3e6',
    ink: '#1c2b6b',
    draw({ halfWidth, halfHeight, random }) {
      const rules = times(Math.ceil(halfHeight / 9), (index) =>
        box(-halfWidth, -halfHeight + 10 + index * 18, halfWidth * 2, 1, fill('#b9cbe6')),
      )
      const rows = times(8, (row) => {
        const chosen = random.integer(0, 3)
        return times(4, (column) => {
          const x = -39 + column * 26
          const y = -79 + row * 22.6
          return column === chosen
            ? circle(x, y, 8.4, fill('#1c2b6b'))
            : circle(x, y, 7.6, { fill: '#f8f3e6', stroke: '#1c2b6b', 'stroke-width': 1.8 })
        })
      })
      return (
        rules +
        box(-halfWidth * 0.68, -halfHeight, 1.6, halfHeight * 2, fill('#e2513c')) +
        rows +
        path('M-34 30L2 66L78 -40', {
          ...line('#e2513c', 21),
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
          style: 'mix-blend-mode:multiply',
        })
      )
    },
  },
  /** A bunch of grapes, each in a different colour. */
  'wine-season': {
    ground: '#f6ecd6',
    ink: '#4a1746',
    draw() {
      const rows: readonly number[] = [5, 6, 5, 4, 3, 2, 1]
      const inks = ['#8a3ffc', '#d4376e', '#4a57c9', '#b04ad0']
      const berries = rows
        .map((count, row) =>
          times(count, (index) =>
            circle(
              (index - (count - 1) / 2) * 27 + (row % 2 ? 2 : -2),
              -42 + row * 18.6,
              18,
              overprint(nth(inks, (row * 2 + index) % inks.length)),
            ),
          ),
        )
        .join('')
      return (
        path('M0 -54C2 -72 10 -82 24 -92', { ...line('#3d6b35', 7), 'stroke-linecap': 'round' }) +
        moved(turned(leaf(82, 56, overprint('#5fae4a')), -66), 2, -58) +
        moved(turned(leaf(56, 42, overprint('#9cc94b')), 62), 4, -60) +
        berries
      )
    },
  },
  /** A mask, half in the dark. */
  'hamlet-90': {
    ground: '#dcdad3',
    ink: '#151515',
    draw({ halfWidth, halfHeight }) {
      const face = (ground: string, hole: string) =>
        ellipse(0, 0, 66, 88, fill(ground)) +
        path('M-46 -22Q-28 -44 -10 -20Q-28 -10 -46 -22Z', fill(hole)) +
        path('M46 -22Q28 -44 10 -20Q28 -10 46 -22Z', fill(hole)) +
        path('M-32 44Q0 20 32 44Q0 36 -32 44Z', fill(hole)) +
        path('M-7 -14L-7 18Q0 24 7 18L7 -14', fill(hole))
      return (
        box(0, -halfHeight, halfWidth, halfHeight * 2, fill('#151515')) +
        clipped(face('#151515', '#dcdad3'), box(-200, -200, 200, 400, {}), 'light') +
        clipped(face('#e8412f', '#151515'), box(0, -200, 200, 400, {}), 'dark')
      )
    },
  },
  /** Woven diamonds of a carpet. */
  'abesalom-and-eteri': {
    ground: '#7c1f2d',
    ink: '#f3dfb4',
    draw({ halfWidth, halfHeight }) {
      const diamond = (x: number, y: number, wide: number, high: number, colour: string) =>
        polygon(
          [
            [x, y - high],
            [x + wide, y],
            [x, y + high],
            [x - wide, y],
          ],
          fill(colour),
        )
      const hooks = (x: number, y: number, size: number, colour: string) =>
        times(4, (turn) =>
          turned(
            path(`M${x - 7} ${y - size}v-11h14v11`, line(colour, 4)) +
              box(x - 2, y - size - 1, 4, 8, fill(colour)),
            turn * 90,
            x,
            y,
          ),
        )
      const medallion = (x: number, y: number) =>
        diamond(x, y, 68, 74, '#1f3a5f') +
        diamond(x, y, 57, 62, '#f3dfb4') +
        diamond(x, y, 47, 51, '#c2412d') +
        hooks(x, y, 19, '#f3dfb4') +
        diamond(x, y, 17, 18, '#e0a33a') +
        diamond(x, y, 8, 9, '#1f3a5f')
      const reach = Math.ceil(halfWidth / 136) + 1
      const middle = times(reach * 2 + 1, (index) => medallion((index - reach) * 136, 0))
      const between = times(reach * 2 + 2, (index) => {
        const x = (index - reach - 0.5) * 136
        return [-1, 1]
          .map(
            (side) =>
              diamond(x, side * 52, 30, 33, '#e0a33a') +
              diamond(x, side * 52, 20, 22, '#1f3a5f') +
              diamond(x, side * 52, 9, 10, '#f3dfb4'),
          )
          .join('')
      })
      const border = (y: number) =>
        box(-halfWidth, y - 11, halfWidth * 2, 22, fill('#1f3a5f')) +
        times(Math.ceil(halfWidth / 9) + 1, (index) =>
          diamond(-halfWidth + index * 18, y, 9, 9, index % 2 ? '#e0a33a' : '#f3dfb4'),
        )
      return middle + between + border(-halfHeight + 9) + border(halfHeight - 9)
    },
  },
  /** A white and a black swan on rings of water. */
  'swan-lake': {
    ground: '#16366b',
    ink: '#f4f1ea',
    draw({ halfWidth, halfHeight }) {
      const rings = times(16, (index) =>
        ellipse(
          0,
          6,
          46 + index * 22,
          12 + index * 9.4,
          line(index % 2 ? '#2a5596' : '#21488a', 5),
        ),
      )
      const swan = (colour: string, beak: string) =>
        path('M-66 6C-62 -38 -24 -58 14 -40C4 -28 12 -14 30 -18C48 -14 52 0 44 6Z', fill(colour)) +
        path('M34 2C56 -16 40 -36 34 -52C28 -70 40 -84 54 -78', {
          ...line(colour, 10),
          'stroke-linecap': 'round',
        }) +
        circle(54, -77, 7.5, fill(colour)) +
        polygon(
          [
            [59, -81],
            [78, -71],
            [58, -72],
          ],
          fill(beak),
        )
      return (
        box(-halfWidth, -halfHeight, halfWidth * 2, halfHeight + 6, fill('#16366b')) +
        circle(-halfWidth * 0.42, -halfHeight * 0.5, 30, fill('#f0c9a0')) +
        clipped(rings, box(-halfWidth, 6, halfWidth * 2, halfHeight, {}), 'lake') +
        swan('#f4f1ea', '#e4572e') +
        group(swan('#0a1a38', '#e4572e'), { transform: 'translate(0 12) scale(1 -1)' })
      )
    },
  },
  /** A rose of closing arcs. */
  carmen: {
    ground: '#151013',
    ink: '#ff4d4d',
    draw({ halfWidth, halfHeight }) {
      const dots: string[] = []
      for (let y = -halfHeight; y < halfHeight + 11; y += 11)
        for (let x = -halfWidth; x < halfWidth + 11; x += 11) {
          const shift = Math.round(y / 11) % 2 ? 5.5 : 0
          const apart = Math.hypot(x + shift, y)
          dots.push(
            circle(x + shift, y, Math.max(0, Math.min(4.6, (apart - 78) / 17)), fill('#7a1220')),
          )
        }
      const reds = ['#7a1220', '#a3162a', '#c91f35', '#e8323f', '#ff5a55', '#ff8a7a']
      const petals = times(6, (ring) =>
        times(5, (petal) => {
          const radius = 62 - ring * 11.5
          const [x, y] = polar(30 - ring * 5.4, petal * 72 + ring * 31)
          return halfDisc(
            x,
            y,
            radius * 0.86,
            petal * 72 + ring * 31 + 96,
            fill(nth(reds, (ring + petal) % 2 ? ring : Math.min(5, ring + 1))),
          )
        }),
      )
      return dots.join('') + petals + circle(0, 0, 5, fill('#151013'))
    },
  },
  /** A snow crystal cut from paper. */
  'the-snow-queen': {
    ground: '#bfe0ee',
    ink: '#143a63',
    draw({ halfWidth, halfHeight, random }) {
      const flakes = times(40, () =>
        circle(
          random.between(-halfWidth, halfWidth),
          random.between(-halfHeight, halfHeight),
          random.between(1, 4),
          fill('#ffffff'),
        ),
      )
      const kite = (y: number, wide: number, high: number, colour: string) => {
        const points: Point[] = [
          [0, y],
          [wide, y - high * 0.42],
          [0, y - high],
          [-wide, y - high * 0.42],
        ]
        return polygon(points, fill(colour))
      }
      const arm =
        kite(-8, 13, 84, '#ffffff') +
        kite(-22, 6.5, 52, '#3f86c4') +
        moved(turned(kite(0, 7, 34, '#143a63'), 52), 0, -44) +
        moved(turned(kite(0, 7, 34, '#143a63'), -52), 0, -44) +
        moved(turned(kite(0, 5, 22, '#3f86c4'), 52), 0, -66) +
        moved(turned(kite(0, 5, 22, '#3f86c4'), -52), 0, -66)
      const between = kite(-10, 9, 44, '#8fc3e0')
      return (
        flakes +
        times(6, (index) => turned(between, index * 60 + 30)) +
        times(6, (index) => turned(arm, index * 60)) +
        circle(0, 0, 9, fill('#e4572e'))
      )
    },
  },
}
