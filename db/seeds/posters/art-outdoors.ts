/** Poster art of sport and festivals, by slug. */
import {
  box,
  circle,
  clipped,
  ellipse,
  fill,
  group,
  halfDisc,
  line,
  nth,
  overprint,
  path,
  polar,
  polygon,
  times,
  waveBand,
  type Art,
} from './svg.ts'

export const outdoorArt: Readonly<Record<string, Art>> = {
  /** A pitch from above with the cup on its centre spot. */
  'cup-final': {
    ground: '#1f6b3a',
    ink: '#f6f3df',
    draw({ halfWidth, halfHeight }) {
      const stripes = times(Math.ceil(halfWidth / 20) + 1, (index) =>
        box(-halfWidth + index * 40, -halfHeight, 20, halfHeight * 2, fill('#2a8047')),
      )
      const white = line('#f6f3df', 3)
      return (
        stripes +
        circle(0, 0, 92, white) +
        path(`M${-halfWidth} 0H${halfWidth}`, white) +
        circle(0, -18, 78, fill('#e23d28')) +
        path('M-34 -58C-70 -62 -70 -10 -26 -6', line('#f4c63d', 10)) +
        path('M34 -58C70 -62 70 -10 26 -6', line('#f4c63d', 10)) +
        halfDisc(0, -62, 42, 180, fill('#f4c63d')) +
        clipped(
          halfDisc(0, -62, 42, 180, fill('#c9931a')),
          box(0, -100, 60, 140, {}),
          'cup-shade',
        ) +
        box(-42, -70, 84, 9, fill('#fbe59b'), 3) +
        box(-6, -24, 12, 42, fill('#c9931a')) +
        circle(0, -4, 9, fill('#f4c63d')) +
        box(-27, 16, 54, 11, fill('#f4c63d'), 3) +
        box(-36, 27, 72, 26, fill('#17331f'), 3) +
        box(-22, 35, 44, 9, fill('#f4c63d'), 2)
      )
    },
  },
  /** Three ropes of a boxing ring and a punch. */
  'boxing-night': {
    ground: '#f2e6cf',
    ink: '#14213d',
    draw({ halfWidth }) {
      const burst = times(16, (index) => {
        const [ax, ay] = polar(34, index * 22.5 - 5)
        const [bx, by] = polar(index % 2 ? 150 : 96, index * 22.5)
        const [cx, cy] = polar(34, index * 22.5 + 5)
        return polygon(
          [
            [ax, ay],
            [bx, by],
            [cx, cy],
          ],
          fill(index % 2 ? '#f3b52f' : '#e8762c'),
        )
      })
      const glove = (colour: string, shade: string) =>
        box(-118, -19, 62, 38, fill('#f2e6cf')) +
        box(-78, -22, 13, 44, fill(shade)) +
        path(
          'M-66 -24C-58 -46 -8 -48 -4 -12C0 26 -18 40 -44 38C-62 36 -66 26 -66 18Z',
          fill(colour),
        ) +
        path('M-50 -20C-36 -34 -16 -28 -20 -12C-24 2 -44 2 -50 -4Z', fill(shade))
      const rope = (y: number, colour: string) => box(-halfWidth, y, halfWidth * 2, 6, fill(colour))
      return (
        rope(-76, '#14213d') +
        rope(0, '#14213d') +
        rope(72, '#14213d') +
        burst +
        glove('#d62839', '#8f1622') +
        group(glove('#1f4fa3', '#14213d'), { transform: 'scale(-1 1)' })
      )
    },
  },
  /** Curved lanes with moving lights. */
  'night-run': {
    ground: '#0f1c3f',
    ink: '#d9ff5b',
    draw({ halfWidth, halfHeight }) {
      const w = halfWidth + 20
      const h = halfHeight
      const lane = (index: number) => {
        const shift = (index - 3) * 15
        return `M${-w} ${h * 0.62 + shift}C${-w * 0.2} ${h * 0.66 + shift} ${-w * 0.5 + shift * 0.4} ${-h * 0.55 + shift} ${w * 0.1} ${-h * 0.5 + shift}S${w * 0.6} ${h * 0.3 + shift} ${w} ${-h * 0.1 + shift}`
      }
      const colours = ['#26407f', '#2f4f9c', '#ff5d73', '#d9ff5b', '#35d0ba', '#2f4f9c', '#26407f']
      const lanes = times(7, (index) =>
        path(lane(index), line(nth(colours, index), index > 1 && index < 5 ? 7 : 5)),
      )
      const runners = times(7, (index) =>
        path(lane(index), {
          ...line(index > 1 && index < 5 ? '#ffffff' : '#8fa6e0', 12),
          'stroke-linecap': 'round',
          'stroke-dasharray': `0.1 ${61 + index * 17}`,
          'stroke-dashoffset': `${-index * 29}`,
        }),
      )
      return circle(halfWidth * 0.5, -h * 0.58, 22, fill('#f6f0d8')) + lanes + runners
    },
  },
  /** A sunset behind a stage. */
  'jazz-by-the-sea': {
    ground: '#f5a25d',
    ink: '#3b1443',
    draw(sheet) {
      const { halfWidth, halfHeight } = sheet
      const sun = times(5, (index) =>
        circle(
          0,
          -4,
          84 - index * 16,
          fill(nth(['#f2785c', '#e8505b', '#f9d56e', '#fbe8a6', '#fff6d8'], index)),
        ),
      )
      const sea = times(9, (index) =>
        waveBand(
          sheet,
          6 + index * ((halfHeight - 2) / 8),
          {
            height: 2 + index * 0.5,
            length: 60 + index * 10,
            phase: index * 0.43,
            bottom: halfHeight + 9,
          },
          fill(index % 2 ? '#8a2a6b' : '#5c1d5e'),
        ),
      )
      const glints = times(8, (index) =>
        box(
          -34 + index * 3.2 + (index % 2 ? 6 : -6),
          14 + index * 10.5,
          68 - index * 7,
          3.6,
          fill('#f9d56e'),
          2,
        ),
      )
      const horn = path('M-30 -70C-34 -20 -40 24 -18 36C6 48 20 22 18 -4', {
        ...line('#3b1443', 13),
        'stroke-linecap': 'round',
      })
      return (
        sun +
        sea +
        glints +
        horn +
        polygon(
          [
            [8, 4],
            [28, 2],
            [50, -32],
            [2, -22],
          ],
          fill('#3b1443'),
        ) +
        ellipse(26, -28, 26, 8, fill('#f9d56e')) +
        path('M-30 -70C-28 -82 -40 -88 -54 -82', {
          ...line('#3b1443', 8),
          'stroke-linecap': 'round',
        }) +
        times(5, (index) => circle(-37 + index * 1.4, -46 + index * 15, 4, fill('#f9d56e'))) +
        box(-halfWidth, halfHeight - 1, halfWidth * 2, 4, fill('#3b1443'))
      )
    },
  },
  /** A church on a hill and eight beams of light. */
  'lights-of-mtskheta': {
    ground: '#221a44',
    ink: '#ffe9b8',
    draw({ halfWidth, halfHeight }) {
      const colours = ['#ff5f8f', '#ffb03b', '#41d3bd', '#6f7dff']
      const beams = times(12, (index) => {
        const angle = 180 + index * 16.4 - 1
        const [ax, ay] = polar(330, angle)
        const [bx, by] = polar(330, angle + 8.2)
        return polygon(
          [
            [0, 34],
            [ax, ay + 34],
            [bx, by + 34],
          ],
          { fill: nth(colours, index % 4), opacity: 0.85 },
        )
      })
      const rings = times(4, (index) => circle(0, 34, 44 + index * 24, line('#221a44', 3)))
      const church =
        box(-46, 14, 92, 70, fill('#f4dcae')) +
        polygon(
          [
            [-52, 16],
            [0, -12],
            [52, 16],
          ],
          fill('#a8432f'),
        ) +
        box(-19, -34, 38, 40, fill('#f4dcae')) +
        times(3, (index) => box(-13 + index * 10, -26, 5, 22, fill('#221a44'), 2.5)) +
        polygon(
          [
            [-24, -33],
            [0, -80],
            [24, -33],
          ],
          fill('#a8432f'),
        ) +
        box(-1.4, -95, 2.8, 18, fill('#ffe9b8')) +
        box(-5.5, -90, 11, 2.8, fill('#ffe9b8')) +
        box(-9, 44, 18, 44, fill('#221a44'), 9) +
        box(-33, 40, 9, 26, fill('#221a44'), 4.5) +
        box(24, 40, 9, 26, fill('#221a44'), 4.5)
      return (
        beams +
        rings +
        church +
        path(
          `M${-halfWidth - 9} ${halfHeight + 9}V84Q0 52 ${halfWidth + 9} 84V${halfHeight + 9}Z`,
          fill('#14102b'),
        )
      )
    },
  },
  /** A clay jar and a glass, overlapping. */
  'new-wine': {
    ground: '#f7ead3',
    ink: '#571530',
    draw({ halfWidth, halfHeight }) {
      return (
        box(-halfWidth, 38, halfWidth * 2, halfHeight, fill('#e3b98a')) +
        path(
          'M-60 -66C-92 -20 -84 40 -34 88Q-24 96 -14 88C36 40 44 -20 12 -66Z',
          overprint('#d9743f'),
        ) +
        ellipse(-24, -68, 40, 11, overprint('#b8532a')) +
        times(3, (index) =>
          path(
            `M${-76 + index * 5} ${-22 + index * 30}Q-24 ${-6 + index * 30} ${28 - index * 5} ${-22 + index * 30}`,
            line('#b8532a', 3.4),
          ),
        ) +
        path('M-8 -74H84C90 -20 74 16 38 16S-14 -20 -8 -74Z', overprint('#a9c7d8')) +
        path('M-8 -34H84C82 0 66 16 38 16S-6 0 -8 -34Z', overprint('#c2185b')) +
        box(34.5, 14, 7, 62, overprint('#7d9fb3')) +
        ellipse(38, 80, 34, 7, overprint('#7d9fb3')) +
        circle(60, -86, 7, overprint('#c2185b')) +
        circle(22, -92, 4.5, overprint('#c2185b'))
      )
    },
  },
}
