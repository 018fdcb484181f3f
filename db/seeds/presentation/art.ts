/**
 * Art of content other than shows: buying instructions, the loyalty programme, the basketball banner and
 * the gift.
 */
import { box, circle, ellipse, fill, line, path, times, turned, type Art } from '../posters/svg.ts'
import { artOf } from '../posters/art.ts'

const seat = 22

const ownArt: Readonly<Record<string, Art>> = {
  /** Rows of a hall with two highlighted places. */
  'story-seats': {
    ground: '#1d2a44',
    ink: '#fdf3da',
    draw({ halfWidth, halfHeight }) {
      const columns = Math.ceil(halfWidth / seat) + 1
      const rows = Math.ceil((halfHeight * 1.2) / seat) + 1
      const chosen = new Set(['0:2', '1:2'])
      return (
        path(
          `M${-halfWidth * 1.2} ${-halfHeight * 0.62}Q0 ${-halfHeight * 0.38} ${halfWidth * 1.2} ${-halfHeight * 0.62}V${-halfHeight * 1.1}H${-halfWidth * 1.2}Z`,
          fill('#c8412b'),
        ) +
        times(rows, (row) =>
          times(columns * 2, (index) => {
            const column = index - columns
            const isChosen = chosen.has(`${column}:${row}`)
            const x = column * seat + seat / 2
            const y = -halfHeight * 0.3 + row * seat + (x * x) / (halfWidth * 14)
            return box(x - 8, y, 16, 15, fill(isChosen ? '#f4b41a' : '#4a5c86'), 5)
          }),
        )
      )
    },
  },
  /** A card half out of a pocket. */
  'story-card': {
    ground: '#e8b23a',
    ink: '#1d2a44',
    draw({ halfWidth, halfHeight }) {
      return (
        turned(
          box(-66, -74, 132, 88, fill('#fdf3da'), 9) +
            box(-66, -54, 132, 17, fill('#1d2a44')) +
            box(-52, -22, 30, 20, fill('#c8412b'), 4) +
            box(14, -14, 38, 6, fill('#b9a878'), 3),
          -14,
        ) +
        path(
          `M${-halfWidth - 4} 6Q0 46 ${halfWidth + 4} 6V${halfHeight + 4}H${-halfWidth - 4}Z`,
          fill('#1f5a6b'),
        ) +
        path(`M${-halfWidth - 4} 20Q0 60 ${halfWidth + 4} 20`, {
          ...line('#fdf3da', 2),
          'stroke-dasharray': '7 5',
        })
      )
    },
  },
  /** A phone that displays a code. */
  'story-code': {
    ground: '#0f6b5c',
    ink: '#fdf3da',
    draw({ random }) {
      const cell = 8
      const cells = 11
      const start = (-cells * cell) / 2
      const corner = (x: number, y: number) =>
        box(x, y, cell * 3, cell * 3, fill('#14213d')) +
        box(x + cell * 0.7, y + cell * 0.7, cell * 1.6, cell * 1.6, fill('#fdf3da')) +
        box(x + cell * 1.05, y + cell * 1.05, cell * 0.9, cell * 0.9, fill('#14213d'))
      const end = start + cell * (cells - 3)
      return (
        circle(0, 0, 96, fill('#138a75')) +
        box(-58, -104, 116, 208, fill('#14213d'), 16) +
        box(-52, -92, 104, 184, fill('#fdf3da'), 8) +
        times(cells * cells, (index) => {
          const x = index % cells
          const y = Math.floor(index / cells)
          const isCorner = (x < 4 && y < 4) || (x > 6 && y < 4) || (x < 4 && y > 6)
          return !isCorner && random.next() < 0.5
            ? box(start + x * cell, start - 14 + y * cell, cell, cell, fill('#14213d'))
            : ''
        }) +
        corner(start, start - 14) +
        corner(end, start - 14) +
        corner(start, end - 14) +
        box(-36, 52, 72, 8, fill('#c8412b'), 4) +
        box(-24, 66, 48, 6, fill('#b9a878'), 3)
      )
    },
  },
  /** A ball above the rim. */
  basketball: {
    ground: '#20304f',
    ink: '#fdf3da',
    draw({ halfWidth, halfHeight }) {
      return (
        times(7, (index) => circle(0, halfHeight * 1.1, 60 + index * 34, line('#31456d', 3))) +
        box(-halfWidth - 4, halfHeight * 0.62, halfWidth * 2 + 8, halfHeight, fill('#c9803a')) +
        circle(0, -8, 62, fill('#e46b26')) +
        path('M-62 -8H62M0 -70V54', line('#20304f', 4)) +
        path('M-44 -52Q-8 -8 -44 36M44 -52Q8 -8 44 36', line('#20304f', 4))
      )
    },
  },
  /** A rugby ball between the posts. */
  rugby: {
    ground: '#7a1526',
    ink: '#fdf3da',
    draw({ halfWidth, halfHeight }) {
      return (
        box(-halfWidth - 4, halfHeight * 0.66, halfWidth * 2 + 8, halfHeight, fill('#1f6b45')) +
        box(-70, -halfHeight - 4, 7, halfHeight * 1.66 + 8, fill('#fdf3da')) +
        box(63, -halfHeight - 4, 7, halfHeight * 1.66 + 8, fill('#fdf3da')) +
        box(-70, 22, 140, 7, fill('#fdf3da')) +
        turned(
          ellipse(0, -18, 46, 29, fill('#d9924c')) +
            path('M-46 -18Q0 -30 46 -18', line('#7a1526', 3)) +
            path('M-12 -32V-14M0 -34V-13M12 -32V-14', line('#fdf3da', 3)),
          -28,
          0,
          -18,
        )
      )
    },
  },
}

/** Art by its key, or by the slug of a show. */
export function presentationArt(key: string): Art {
  return ownArt[key] ?? artOf(key)
}
