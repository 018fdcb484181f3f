/** Poster art of restaurants, offers, concerts abroad and groups, by slug. */
import {
  box,
  circle,
  ellipse,
  fill,
  halfDisc,
  leaf,
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

function glass(colour: string, wine: string): string {
  return (
    path('M-34 -70H34C38 -20 22 4 0 6C-22 4 -38 -20 -34 -70Z', fill(colour)) +
    path('M-33 -40H33C30 -14 18 -2 0 0C-18 -2 -30 -14 -33 -40Z', fill(wine)) +
    box(-3, 4, 6, 62, fill(colour)) +
    ellipse(0, 68, 28, 6, fill(colour))
  )
}

function plate(radius: number, rim: string, middle: string): string {
  return circle(0, 0, radius, fill(rim)) + circle(0, 0, radius * 0.68, fill(middle))
}

function stave(width: number, y: number, colour: string): string {
  return times(5, (index) => box(-width, y + index * 9, width * 2, 1.6, fill(colour)))
}

export const kindsArt: Readonly<Record<string, Art>> = {
  /** A balcony rail and a glass. */
  'wine-balcony': {
    ground: '#f3e3c3',
    ink: '#5b1a2b',
    draw: ({ halfWidth, halfHeight }) =>
      circle(46, -44, 46, fill('#e8a33d')) +
      times(13, (index) => box((index - 6.5) * 26, 40, 5, halfHeight, fill('#7a4a2b'))) +
      times(12, (index) => circle((index - 5.5) * 26 - 10, 62, 9, line('#7a4a2b', 4))) +
      box(-halfWidth - 4, 32, halfWidth * 2 + 8, 12, fill('#5b3a22')) +
      moved(glass('#fff6e5', '#8c1d3a'), -18, -36),
  },
  /** A fish on a plate in front of a low sun. */
  'sea-table': {
    ground: '#0f4c5c',
    ink: '#f7ede2',
    draw: (sheet) =>
      moved(plate(72, '#f7ede2', '#e9d8c0'), 0, -14) +
      path(
        'M-52 -14C-30 -44 22 -44 40 -14L64 -34V6L40 -14C22 16 -30 16 -52 -14Z',
        fill('#e36414'),
      ) +
      circle(-30, -20, 4.5, fill('#0f4c5c')) +
      times(3, (index) =>
        waveBand(
          sheet,
          58 + index * 18,
          { height: 5, length: 44, phase: index * 0.3, bottom: sheet.halfHeight + 9 },
          fill(nth(['#1f7a8c', '#176272', '#12505f'], index)),
        ),
      ),
  },
  /** A vine over a valley. */
  'alazani-supra': {
    ground: '#f6c667',
    ink: '#4b2142',
    draw: (sheet) =>
      times(3, (index) =>
        waveBand(
          sheet,
          20 + index * 26,
          {
            height: 12 - index * 3,
            length: 150,
            phase: 0.2 + index * 0.27,
            bottom: sheet.halfHeight + 9,
          },
          fill(nth(['#b9823f', '#8a9a3b', '#5f7a35'], index)),
        ),
      ) +
      times(15, (index) => {
        const row = Math.floor((Math.sqrt(8 * index + 1) - 1) / 2)
        const place = index - (row * (row + 1)) / 2
        return circle(
          (place - row / 2) * 21,
          30 - row * 19,
          11,
          fill(nth(['#5d2a5d', '#7a3b78'], index)),
        )
      }) +
      times(3, (index) => moved(turned(leaf(46, 34, fill('#3f6b2f')), -60 + index * 60), 0, -58)),
  },
  /** Strings and a wheel of valleys. */
  'caucasus-suite-vienna': {
    ground: '#1d2a44',
    ink: '#f2d7a0',
    draw: ({ halfWidth }) =>
      times(5, (index) => {
        const x = (index - 2) * 46
        return polygon(
          [
            [x - 46, 46],
            [x, -52 + Math.abs(index - 2) * 16],
            [x + 46, 46],
          ],
          fill(nth(['#3b4f7a', '#546a9b', '#7287b8', '#546a9b', '#3b4f7a'], index)),
        )
      }) +
      stave(halfWidth + 4, 52, '#f2d7a0') +
      times(6, (index) =>
        ellipse(-90 + index * 36, 84 - nth([0, 9, 18, 9, 27, 18], index), 8, 6, fill('#f2d7a0')),
      ),
  },
  /** Three arches. */
  'london-polyphony': {
    ground: '#efe9dc',
    ink: '#31263e',
    draw: () =>
      times(3, (index) => {
        const x = (index - 1) * 62
        const colour = nth(['#c0392b', '#31263e', '#2e6f73'], index)
        return (
          box(x - 26, -30, 52, 100, fill(colour)) +
          halfDisc(x, -30, 26, 0, fill(colour)) +
          ellipse(x, 10, 12, 20, fill('#efe9dc'))
        )
      }),
  },
  /** Windows of towers and a guitar string of light. */
  'neon-city-new-york': {
    ground: '#130f2d',
    ink: '#ff4fa3',
    draw: ({ halfWidth, halfHeight, random }) =>
      times(9, (index) => {
        const x = -halfWidth + (index * halfWidth * 2) / 9
        const high = 60 + random.next() * 90
        const width = (halfWidth * 2) / 9 - 4
        const top = halfHeight - high
        return (
          box(x, top, width, high + 9, fill('#2a2360')) +
          times(12, (lamp) =>
            random.next() > 0.45
              ? box(
                  x + 4 + (lamp % 3) * (width / 3.4),
                  top + 8 + Math.floor(lamp / 3) * 14,
                  4,
                  7,
                  fill(nth(['#ffd166', '#40e0d0', '#ff4fa3'], lamp)),
                )
              : '',
          )
        )
      }) +
      circle(0, -34, 40, line('#ff4fa3', 6)) +
      circle(0, -34, 28, line('#40e0d0', 4)),
  },
  /** Two plates and a candle. */
  'dinner-for-two': {
    ground: '#5b1a2b',
    ink: '#f9e2c0',
    draw: () =>
      moved(plate(40, '#f9e2c0', '#f1cf9d'), -58, 34) +
      moved(plate(40, '#f9e2c0', '#f1cf9d'), 58, 34) +
      box(-8, -34, 16, 84, fill('#f9e2c0'), 3) +
      path('M0 -78C16 -58 12 -44 0 -38C-12 -44 -16 -58 0 -78Z', fill('#f4a52a')) +
      circle(0, -52, 34, { fill: '#f4a52a', opacity: 0.18 }),
  },
  /** A boat-shaped bread with an egg yolk. */
  'breakfast-by-the-sea': {
    ground: '#9ad1d4',
    ink: '#1f3a5f',
    draw: (sheet) =>
      path('M-86 0C-50 -52 50 -52 86 0C50 52 -50 52 -86 0Z', fill('#c77d3a')) +
      path('M-62 0C-36 -34 36 -34 62 0C36 34 -36 34 -62 0Z', fill('#fbe7b2')) +
      circle(0, 0, 20, fill('#f59e0b')) +
      waveBand(
        sheet,
        66,
        { height: 5, length: 40, phase: 0, bottom: sheet.halfHeight + 9 },
        fill('#4a9fa5'),
      ),
  },
  /** Five glasses of wine from light to dark. */
  'tasting-above-the-valley': {
    ground: '#e7dcc4',
    ink: '#3d2b1f',
    draw: () =>
      times(5, (index) =>
        moved(
          glass('#fffaf0', nth(['#f2d16b', '#e8a33d', '#c96f2c', '#8c1d3a', '#4b0f24'], index)),
          (index - 2) * 44,
          index % 2 ? -14 : 6,
        ),
      ),
  },
  /** A mask and a plate, side by side. */
  'an-evening-for-two': {
    ground: '#20304f',
    ink: '#ffd9a0',
    draw: () =>
      path('M-86 -54H-8V0C-8 34 -30 50 -47 54C-64 50 -86 34 -86 0Z', fill('#ffd9a0')) +
      ellipse(-66, -20, 9, 6, fill('#20304f')) +
      ellipse(-28, -20, 9, 6, fill('#20304f')) +
      path('M-68 12C-56 30 -38 30 -26 12C-38 20 -56 20 -68 12Z', fill('#20304f')) +
      moved(plate(42, '#d1495b', '#edae49'), 50, 6),
  },
  /** A snowflake of toys. */
  'winter-for-children': {
    ground: '#dff1fb',
    ink: '#1b3b6f',
    draw: () =>
      times(6, (index) => {
        const [x, y] = polar(78, index * 60 - 90)
        return (
          turned(box(-3.5, -78, 7, 78, fill('#1b3b6f'), 3), index * 60) +
          circle(x, y, 15, fill(nth(['#ff6b6b', '#ffd166', '#06d6a0'], index))) +
          circle(x / 2, y / 2, 9, fill(nth(['#06d6a0', '#ff6b6b', '#ffd166'], index)))
        )
      }) + circle(0, 0, 18, fill('#ffffff')),
  },
}
