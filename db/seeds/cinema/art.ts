/** Film posters: a motif with three colours each, drawn like those of shows. */
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
  type Sheet,
} from '../posters/svg.ts'
import type { FilmSeed } from './types.ts'

type Colours = readonly [string, string, string]
type Motif = (sheet: Sheet, colours: Colours) => string

const motifs: Readonly<Record<string, Motif>> = {
  peaks: ({ halfWidth, halfHeight }, [a, b, c]) =>
    circle(42, -46, 26, fill(c)) +
    times(7, (index) => {
      const x = (index - 3) * 44
      const top = -20 - nth([8, 52, 24, 74, 18, 46, 4], index)
      return (
        polygon(
          [
            [x - 62, halfHeight],
            [x, top],
            [x + 62, halfHeight],
          ],
          fill(index % 2 ? a : b),
        ) +
        polygon(
          [
            [x - 12, top + 24],
            [x, top],
            [x + 12, top + 24],
            [x, top + 15],
          ],
          fill(c),
        )
      )
    }) +
    box(-halfWidth, halfHeight - 22, halfWidth * 2, 22, fill(a)),
  dial: (_sheet, [a, b, c]) =>
    circle(0, 0, 84, fill(b)) +
    circle(0, 0, 72, fill(c)) +
    times(12, (index) => turned(box(-3, -68, 6, index % 3 ? 9 : 17, fill(b)), index * 30)) +
    turned(box(-4, -48, 8, 54, fill(a), 4), -90) +
    turned(box(-2.5, -62, 5, 70, fill(b), 2), 6) +
    circle(0, 0, 8, fill(a)),
  orbit: ({ random, halfWidth, halfHeight }, [a, b, c]) =>
    times(46, () =>
      circle(
        (random.next() * 2 - 1) * halfWidth,
        (random.next() * 2 - 1) * halfHeight,
        0.5 + random.next() * 1.4,
        fill('#ffffff'),
      ),
    ) +
    circle(0, 6, 58, fill(c)) +
    halfDisc(0, 6, 58, -35, fill(a)) +
    turned(ellipse(0, 6, 96, 26, line(b, 4)), -24) +
    circle(74, -30, 9, fill(b)),
  bus: ({ halfWidth, halfHeight }, [a, b, c]) =>
    circle(46, -52, 24, fill(c)) +
    box(-halfWidth, 54, halfWidth * 2, halfHeight, fill(b)) +
    box(-78, -16, 156, 66, fill(a), 14) +
    times(4, (index) => box(-66 + index * 34, -4, 26, 24, fill(c), 4)) +
    box(-34, -38, 44, 22, fill(b), 5) +
    times(
      2,
      (index) =>
        circle(-44 + index * 88, 52, 16, fill('#2a1f1a')) +
        circle(-44 + index * 88, 52, 6, fill(c)),
    ),
  beam: ({ halfWidth, halfHeight }, [a, b, c]) =>
    polygon(
      [
        [-58, 20],
        [halfWidth + 10, -halfHeight],
        [halfWidth + 10, 64],
      ],
      { fill: a, opacity: 0.75 },
    ) +
    polygon(
      [
        [-58, 22],
        [halfWidth + 10, -halfHeight + 50],
        [halfWidth + 10, 20],
      ],
      { fill: a, opacity: 0.5 },
    ) +
    box(-92, 0, 40, 44, fill(b), 6) +
    circle(-84, -14, 20, line(c, 8)) +
    circle(-56, -12, 15, line(c, 7)) +
    box(-78, 44, 10, halfHeight, fill(c)),
  fox: ({ halfWidth, halfHeight }, [a, b, c]) =>
    circle(34, -40, 40, fill(c)) +
    path(
      `M${-halfWidth} ${halfHeight}V58C-40 34 40 34 ${halfWidth} 58V${halfHeight}Z`,
      fill('#152642'),
    ) +
    polygon(
      [
        [-62, -20],
        [-46, -70],
        [-20, -34],
      ],
      fill(a),
    ) +
    polygon(
      [
        [42, -20],
        [26, -70],
        [0, -34],
      ],
      fill(a),
    ) +
    path('M-66 -18C-40 -44 20 -44 46 -18C36 22 8 46 -10 54C-28 46 -56 22 -66 -18Z', fill(a)) +
    path('M-60 -8C-40 4 -22 18 -10 54C-30 44 -52 22 -60 -8Z', fill(b)) +
    path('M40 -8C20 4 2 18 -10 54C10 44 32 22 40 -8Z', fill(b)) +
    circle(-34, -8, 5, fill('#1b1b1b')) +
    circle(14, -8, 5, fill('#1b1b1b')) +
    ellipse(-10, 48, 8, 6, fill('#1b1b1b')),
  waves: (sheet, [a, b, c]) =>
    circle(0, -34, 34, fill(c)) +
    times(5, (index) =>
      waveBand(
        sheet,
        -4 + index * 22,
        { height: 9, length: 90 + index * 14, phase: index * 0.27, bottom: sheet.halfHeight + 9 },
        fill(index % 2 ? a : b),
      ),
    ),
  plates: (_sheet, [a, b, c]) =>
    times(3, (index) =>
      moved(
        circle(0, 0, 46, fill(nth([a, b, c], index))) +
          circle(0, 0, 31, { fill: '#fffaf0', opacity: 0.85 }) +
          circle(0, 0, 15, fill(nth([b, c, a], index))),
        (index - 1) * 54,
        index === 1 ? 22 : -22,
      ),
    ),
  windows: ({ halfWidth, halfHeight, random }, [a, b, c]) =>
    box(-70, -88, 140, halfHeight + 100, fill(a)) +
    times(24, (index) =>
      box(
        -58 + (index % 4) * 31,
        -78 + Math.floor(index / 4) * 31,
        23,
        21,
        fill(index === 13 ? b : random.next() > 0.72 ? c : '#221b1b'),
        2,
      ),
    ) +
    box(-halfWidth, halfHeight - 12, halfWidth * 2, 14, fill(b)),
  strings: ({ halfWidth, halfHeight }, [a, b, c]) =>
    times(6, (index) => box(-halfWidth, -50 + index * 20, halfWidth * 2, 1.6, fill(b))) +
    path(
      'M0 -80C44 -80 50 -36 30 -12C56 14 46 76 0 80C-46 76 -56 14 -30 -12C-50 -36 -44 -80 0 -80Z',
      fill(a),
    ) +
    ellipse(0, 34, 17, 22, fill(c)) +
    box(-3, -halfHeight, 6, halfHeight + 70, fill(b)),
  lions: (_sheet, [a, b, c]) =>
    times(14, (index) =>
      turned(
        polygon(
          [
            [-16, -52],
            [0, -92],
            [16, -52],
          ],
          fill(index % 2 ? a : b),
        ),
        (index * 360) / 14,
      ),
    ) +
    circle(0, 0, 56, fill(a)) +
    polygon(
      [
        [-34, -20],
        [34, -20],
        [0, 44],
      ],
      fill('#fff4dc'),
    ) +
    circle(-18, -14, 6, fill(c)) +
    circle(18, -14, 6, fill(c)) +
    polygon(
      [
        [-9, 16],
        [9, 16],
        [0, 28],
      ],
      fill(c),
    ),
  rails: ({ halfHeight }, [a, b, c]) =>
    polygon(
      [
        [-8, -60],
        [8, -60],
        [72, halfHeight],
        [-72, halfHeight],
      ],
      fill(c),
    ) +
    times(8, (index) => {
      const y = -50 + index * index * 2.8
      const wide = 10 + (index + 1) * 9
      return box(-wide, y, wide * 2, 3 + index * 0.8, fill(a))
    }) +
    circle(0, -62, 22, fill(b)) +
    circle(0, -62, 12, fill('#fffbe6')),
  leaves: ({ random, halfWidth, halfHeight }, colours) =>
    times(34, (index) =>
      moved(
        turned(
          leaf(46 + random.next() * 38, 22 + random.next() * 16, fill(nth(colours, index))),
          random.next() * 360,
        ),
        (random.next() * 2 - 1) * halfWidth,
        (random.next() * 2 - 1) * halfHeight,
      ),
    ),
  arches: ({ halfWidth, halfHeight }, [a, b, c]) =>
    circle(0, -56, 24, fill(c)) +
    box(-halfWidth, -10, halfWidth * 2, 14, fill(a)) +
    times(5, (index) => {
      const x = (index - 2) * 56
      return (
        box(x - 5, 4, 10, halfHeight, fill(a)) +
        path(`M${x - 28} 62A28 44 0 0 1 ${x + 28} 62`, line(b, 7))
      )
    }) +
    box(-halfWidth, halfHeight - 30, halfWidth * 2, 40, fill(b)),
  clouds: ({ halfWidth, random }, [a, b, c]) =>
    polygon(
      [
        [-40, 16],
        [60, -18],
        [10, 4],
        [44, 34],
        [0, 14],
      ],
      fill(c),
    ) +
    times(9, (index) => {
      const x = (random.next() * 2 - 1) * halfWidth
      const y = -70 + index * 18
      return ellipse(x, y, 52, 17, { fill: index % 2 ? a : b, opacity: 0.86 })
    }),
  hearts: (_sheet, [a, b, c]) =>
    times(3, (index) =>
      moved(
        path(
          'M0 62C-76 8 -56 -50 -22 -50C-8 -50 0 -38 0 -28C0 -38 8 -50 22 -50C56 -50 76 8 0 62Z',
          fill(nth([c, b, a], index)),
        ),
        (index - 1) * 22,
        (index - 1) * 9,
      ),
    ),
  snow: ({ halfWidth, halfHeight, random }, [a, b, c]) =>
    box(-54, -36, 108, 74, fill(b), 4) +
    path('M-54 -36L0 10L54 -36', line(a, 5)) +
    circle(0, 10, 13, fill(c)) +
    times(54, () =>
      circle(
        (random.next() * 2 - 1) * halfWidth,
        (random.next() * 2 - 1) * halfHeight,
        1.5 + random.next() * 3,
        fill(b),
      ),
    ),
  stars: ({ halfWidth, halfHeight, random }, [a, b, c]) => {
    const points = [
      [-70, -30],
      [-36, -52],
      [-4, -34],
      [26, -44],
      [60, -8],
      [34, 26],
      [-10, 12],
      [-4, -34],
    ] as const
    return (
      times(60, () =>
        circle(
          (random.next() * 2 - 1) * halfWidth,
          (random.next() * 2 - 1) * halfHeight,
          0.6 + random.next(),
          fill(a),
        ),
      ) +
      path(`M${points.map((point) => point.join(' ')).join('L')}`, line(b, 3)) +
      points.map(([x, y]) => circle(x, y, 6, fill(a))).join('') +
      path(`M${-halfWidth} ${halfHeight}V70C-30 48 40 50 ${halfWidth} 66V${halfHeight}Z`, fill(c))
    )
  },
  suns: (sheet, [a, b, c]) =>
    times(20, (index) => {
      const [x, y] = polar(130, index * 18)
      return path(`M0 -20L${x} ${y - 20}`, line(c, 5))
    }) +
    circle(-30, -24, 48, fill(a)) +
    circle(36, -40, 30, fill(b)) +
    waveBand(
      sheet,
      58,
      { height: 6, length: 120, phase: 0.1, bottom: sheet.halfHeight + 9 },
      fill(c),
    ),
  curtain: ({ halfWidth, halfHeight }, [a, b, c]) =>
    times(12, (index) => {
      const x = -halfWidth + (index * halfWidth) / 6
      return box(x, -halfHeight, halfWidth / 6 + 1, halfHeight * 2, fill(index % 2 ? a : b))
    }) +
    ellipse(0, 40, 60, 92, fill('#1a0508')) +
    polygon(
      [
        [-26, 10],
        [26, 10],
        [0, 58],
      ],
      fill(c),
    ) +
    box(-36, -6, 72, 12, fill(c), 6),
  kites: ({ halfHeight }, colours) =>
    times(4, (index) => {
      const x = nth([-58, 48, -14, 70], index)
      const y = nth([-40, -62, 8, 22], index)
      return moved(
        turned(
          polygon(
            [
              [0, -34],
              [22, 0],
              [0, 40],
              [-22, 0],
            ],
            fill(nth(colours, index)),
          ) + path('M0 -34V40M-22 0H22', line('#ffffff', 2)),
          nth([-16, 22, 4, 30], index),
        ) + path(`M0 38C12 60 -14 76 6 ${halfHeight}`, line('#ffffff', 2)),
        x,
        y,
      )
    }),
}

/** The poster art of a film: its motif in its colours. */
export function artOfFilm({ art: [name, ground, ink, ...colours] }: FilmSeed): Art {
  const motif = motifs[name]
  if (!motif) throw new Error(`No motif ${name}`)
  const three: Colours = [colours[0] ?? ink, colours[1] ?? ink, colours[2] ?? ink]
  return { ground, ink, draw: (sheet) => motif(sheet, three) }
}
