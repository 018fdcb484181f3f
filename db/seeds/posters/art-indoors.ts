/** Poster art of children's shows and exhibitions, by slug. */
import {
  box,
  circle,
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
  quarterDisc,
  times,
  turned,
  type Art,
} from './svg.ts'

export const indoorArt: Readonly<Record<string, Art>> = {
  /** A giant who fills the sheet, and a small man. */
  natsarkekia: {
    ground: '#ffc93c',
    ink: '#2b2250',
    draw({ halfWidth, halfHeight }) {
      const hair = times(9, (index) =>
        turned(moved(leaf(58, 30, fill('#2b2250')), 0, -66), (index - 4) * 17, 0, 8),
      )
      const horn = (side: number) =>
        path(
          `M${side * 44} -52C${side * 58} -92 ${side * 92} -92 ${side * 88} -62C${side * 84} -70 ${side * 68} -66 ${side * 62} -34Z`,
          fill('#f4f1e4'),
        )
      return (
        circle(0, 24, 96, fill('#e9603f')) +
        hair +
        horn(-1) +
        horn(1) +
        circle(0, 22, 74, fill('#e9603f')) +
        circle(-27, 0, 19, fill('#f4f1e4')) +
        circle(27, 0, 19, fill('#f4f1e4')) +
        circle(-20, 9, 8.5, fill('#2b2250')) +
        circle(20, 9, 8.5, fill('#2b2250')) +
        box(-49, -27, 42, 9, fill('#2b2250'), 4) +
        box(7, -27, 42, 9, fill('#2b2250'), 4) +
        ellipse(0, 28, 16, 13, fill('#c2432a')) +
        path('M-46 46Q0 62 46 46Q40 88 0 88T-46 46Z', fill('#7d1f2f')) +
        polygon(
          [
            [-34, 50],
            [-20, 53.5],
            [-28, 68],
          ],
          fill('#f4f1e4'),
        ) +
        polygon(
          [
            [34, 50],
            [20, 53.5],
            [28, 68],
          ],
          fill('#f4f1e4'),
        ) +
        box(-halfWidth, halfHeight - 12, halfWidth * 2, 24, fill('#2f8f5b')) +
        circle(-halfWidth * 0.8, halfHeight - 38, 7, fill('#f3c9a0')) +
        box(-halfWidth * 0.8 - 7, halfHeight - 46, 14, 7, fill('#2b2250'), 3) +
        path(`M${-halfWidth * 0.8 - 9} ${halfHeight - 11}l4 -22h10l4 22Z`, fill('#1c7ed6')) +
        polygon(
          [
            [-halfWidth * 0.8 + 8, halfHeight - 26],
            [-halfWidth * 0.8 + 24, halfHeight - 30],
            [-halfWidth * 0.8 + 22, halfHeight - 20],
          ],
          fill('#fff3b0'),
        )
      )
    },
  },
  /** A kettle as a rocket among planets. */
  'the-space-tale': {
    ground: '#1a2a6c',
    ink: '#ffe66d',
    draw({ halfWidth, halfHeight, random }) {
      const stars = times(60, () =>
        circle(
          random.between(-halfWidth, halfWidth),
          random.between(-halfHeight, halfHeight),
          random.between(0.5, 1.7),
          fill('#ffffff'),
        ),
      )
      const colours = ['#ff6b6b', '#4ecdc4', '#ffe66d', '#ff9f68', '#c084fc', '#7dd3fc']
      const cx = -halfWidth * 0.5
      const cy = halfHeight * 0.72
      const orbits = times(6, (index) => {
        const radius = 54 + index * 31
        const [x, y] = polar(radius, -(22 + ((index * 47) % 66)))
        const size = nth([6, 9, 8, 15, 12, 9], index)
        return (
          circle(cx, cy, radius, line('#4157b5', 1.6)) +
          circle(cx + x, cy + y, size, fill(nth(colours, index))) +
          (index === 4
            ? turned(
                ellipse(cx + x, cy + y, size * 1.9, size * 0.5, line('#ffe66d', 2.6)),
                -24,
                cx + x,
                cy + y,
              )
            : '')
        )
      })
      const rocket =
        path('M-11 34L0 62L11 34Z', fill('#ff9f68')) +
        path('M-26 34L-15 6V34ZM26 34L15 6V34Z', fill('#ff6b6b')) +
        path('M0 -48C20 -28 20 14 15 34H-15C-20 14 -20 -28 0 -48Z', fill('#fdf6e3')) +
        path('M0 -48C9 -39 14 -28 16 -17H-16C-14 -28 -9 -39 0 -48Z', fill('#ff6b6b')) +
        circle(0, 2, 9, fill('#4ecdc4')) +
        circle(0, 2, 9, line('#1a2a6c', 3)) +
        path('M-5.5 0l2.5 -6l3 4l3 -4l2.5 6Z', fill('#ff9f68'))
      return (
        stars +
        circle(cx, cy, 34, fill('#ffb703')) +
        orbits +
        moved(turned(rocket, 38), halfWidth * 0.4, -halfHeight * 0.32)
      )
    },
  },
  /** A flask with bubbles. */
  'bubble-laboratory': {
    ground: '#fdf3ff',
    ink: '#3d2c8d',
    draw({ halfWidth, halfHeight, random }) {
      const inks = ['#7bdff2', '#f7aef8', '#b388eb', '#8ef0c4', '#ffd97d']
      const bubbles = times(19, (index) => {
        const y = 26 - index * ((halfHeight + 24) / 19)
        const spread = Math.min(halfWidth, 14 + index * 8)
        const radius = 7 + index * 1.35 * random.between(0.6, 1.3)
        const x = random.between(-spread, spread)
        return (
          circle(x, y, radius, overprint(nth(inks, index % inks.length))) +
          path(
            `M${x - radius * 0.62} ${y - radius * 0.1}A${radius * 0.64} ${radius * 0.64} 0 0 1 ${x - radius * 0.05} ${y - radius * 0.64}`,
            {
              ...line('#ffffff', radius * 0.16),
              'stroke-linecap': 'round',
            },
          )
        )
      })
      return (
        bubbles +
        path('M-15 14H15V42L52 94H-52L-15 42Z', overprint('#cfe8ff')) +
        path('M-33 68H33L52 94H-52Z', overprint('#f7aef8')) +
        box(-20, 8, 40, 9, fill('#3d2c8d'), 4) +
        circle(-12, 80, 5, fill('#fdf3ff')) +
        circle(10, 76, 3.4, fill('#fdf3ff')) +
        circle(20, 85, 4, fill('#fdf3ff'))
      )
    },
  },
  /** A butterfly made of four quarters of paper. */
  'butterfly-and-wind': {
    ground: '#e6f4ea',
    ink: '#22406b',
    draw({ halfWidth }) {
      const wing =
        quarterDisc(-72, -78, 72, 2, fill('#ff8fa3')) +
        quarterDisc(-52, -58, 52, 2, fill('#ffc2d1')) +
        circle(-22, -28, 9, fill('#22406b')) +
        quarterDisc(-54, 2, 54, 1, fill('#f4a340')) +
        quarterDisc(-36, 2, 36, 1, fill('#ffd58a')) +
        circle(-15, 17, 6, fill('#ff8fa3'))
      const wind = times(7, (index) => {
        const y = -84 + index * 29
        const x = -halfWidth - 20 + ((index * 41) % 60)
        return path(`M${x} ${y}q${halfWidth * 0.5} -14 ${halfWidth} 0t${halfWidth} 0`, {
          ...line('#a9d3c0', 3.4),
          'stroke-linecap': 'round',
        })
      })
      return (
        wind +
        turned(
          wing +
            group(wing, { transform: 'scale(-1 1)' }) +
            box(-4, -62, 8, 112, fill('#22406b'), 4) +
            path('M0 -60C-4 -80 -16 -90 -28 -90M0 -60C4 -80 16 -90 28 -90', {
              ...line('#22406b', 3),
              'stroke-linecap': 'round',
            }),
          14,
        )
      )
    },
  },
  /** A wall of modernist shapes. */
  'memory-of-colour': {
    ground: '#efe6d5',
    ink: '#1d1d1b',
    draw({ halfWidth, halfHeight, random }) {
      const colours = ['#d8342b', '#f2b134', '#2456a6', '#1d1d1b', '#2f8f83', '#f2a7a0']
      const columns = Math.max(4, Math.round(halfWidth / 25))
      const side = (halfWidth * 2) / columns
      const rows = Math.ceil((halfHeight * 2) / side)
      const cell = (x: number, y: number) => {
        const [back, front, third] = [
          random.pick(colours),
          random.pick(colours),
          random.pick(colours),
        ]
        const paint = fill(front === back ? '#efe6d5' : front)
        const ground = box(x, y, side + 0.3, side + 0.3, fill(back))
        const half = side / 2
        const kind = random.integer(0, 6)
        if (kind === 0) return ground + quarterDisc(x, y, side, random.integer(0, 3), paint)
        if (kind === 1)
          return (
            ground +
            circle(x + half, y + half, half, paint) +
            circle(x + half, y + half, half * 0.45, fill(third))
          )
        if (kind === 2)
          return ground + halfDisc(x + half, y + half, half, random.integer(0, 3) * 90, paint)
        if (kind === 3)
          return (
            ground +
            turned(
              polygon(
                [
                  [x, y],
                  [x + side, y + side],
                  [x, y + side],
                ],
                paint,
              ),
              random.integer(0, 3) * 90,
              x + half,
              y + half,
            )
          )
        if (kind === 4)
          return ground + times(3, (index) => box(x, y + (index * side) / 3, side, side / 6, paint))
        if (kind === 5)
          return (
            ground + quarterDisc(x, y, side, 0, paint) + quarterDisc(x, y, half, 0, fill(third))
          )
        return ground + box(x + side * 0.25, y + side * 0.25, half, half, paint)
      }
      return times(rows * columns, (index) =>
        cell(
          -halfWidth + (index % columns) * side,
          -halfHeight + Math.floor(index / columns) * side,
        ),
      )
    },
  },
  /** Balconies, laundry and a cat. */
  courtyards: {
    ground: '#2f6f73',
    ink: '#fbead0',
    draw({ halfWidth, halfHeight, random }) {
      const columns = Math.max(3, Math.round(halfWidth / 36))
      const wide = (halfWidth * 2) / columns
      const high = (halfHeight * 2) / 3
      const floors = times(3 * columns, (index) => {
        const x = -halfWidth + (index % columns) * wide
        const y = -halfHeight + Math.floor(index / columns) * high
        const arch = wide * 0.34
        const light = random.pick(['#f0b94d', '#153e42', '#153e42', '#e9784a'])
        return (
          path(
            `M${x + wide / 2 - arch} ${y + high - 7}V${y + 14 + arch}A${arch} ${arch} 0 0 1 ${x + wide / 2 + arch} ${y + 14 + arch}V${y + high - 7}Z`,
            fill(light),
          ) +
          times(Math.floor(wide / 6), (bar) =>
            box(x + 2 + bar * 6, y + high - 24, 2, 17, fill('#fbead0')),
          ) +
          box(x, y + high - 26, wide, 3, fill('#fbead0')) +
          box(x, y + high - 7, wide, 7, fill('#7c3b26'))
        )
      })
      const shirt = (x: number, y: number, colour: string) =>
        path(
          `M${x - 13} ${y}l8 -3q5 6 10 0l8 3l5 12l-8 3l-1 -3v20h-18v-20l-1 3l-8 -3Z`,
          fill(colour),
        )
      const rope = (y: number, sag: number) =>
        path(`M${-halfWidth} ${y}Q0 ${y + sag} ${halfWidth} ${y}`, line('#fbead0', 1.6))
      const washing = [-66, -30, 8, 46, 80]
        .map((x, index) =>
          shirt(
            x,
            -18 + Math.cos(x / 70) * 9,
            nth(['#fbead0', '#e9784a', '#f0b94d', '#fbead0', '#d94f6b'], index),
          ),
        )
        .join('')
      const catX = halfWidth * 0.5
      const catY = halfHeight - 26
      return (
        floors +
        rope(-20, 26) +
        washing +
        path(
          `M${catX - 13} ${catY}q-2 -22 8 -26l-1 -11l6 5h7l6 -5l-1 11q10 4 8 26Z`,
          fill('#151515'),
        ) +
        path(`M${catX + 18} ${catY}q12 -6 7 -20`, {
          ...line('#151515', 4),
          'stroke-linecap': 'round',
        })
      )
    },
  },
}
