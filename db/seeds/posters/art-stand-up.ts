/** Poster art of stand-up comedy, by slug. */
import { box, circle, clipped, fill, nth, path, polygon, times, type Art } from './svg.ts'

export const standUpArt: Readonly<Record<string, Art>> = {
  /** A serious face. */
  'levan-kipiani-seriously': {
    ground: '#f4b41a',
    ink: '#143d59',
    draw({ halfHeight }) {
      return (
        polygon(
          [
            [-112, halfHeight + 9],
            [-58, 60],
            [58, 60],
            [112, halfHeight + 9],
          ],
          fill('#143d59'),
        ) +
        polygon(
          [
            [-24, 58],
            [24, 58],
            [0, 98],
          ],
          fill('#fdf3da'),
        ) +
        polygon(
          [
            [-7, 66],
            [7, 66],
            [11, halfHeight + 9],
            [-11, halfHeight + 9],
          ],
          fill('#d1362f'),
        ) +
        box(-46, -82, 92, 150, fill('#f1c9a2'), 44) +
        path(
          'M-46 -36V-50C-46 -84 46 -100 48 -50L46 -36C40 -56 -30 -46 -46 -36Z',
          fill('#143d59'),
        ) +
        circle(-50, -10, 10, fill('#f1c9a2')) +
        circle(50, -10, 10, fill('#f1c9a2')) +
        box(-35, -28, 27, 7, fill('#143d59')) +
        box(8, -28, 27, 7, fill('#143d59')) +
        circle(-21, -10, 5.4, fill('#143d59')) +
        circle(21, -10, 5.4, fill('#143d59')) +
        polygon(
          [
            [0, -14],
            [11, 18],
            [-6, 18],
          ],
          fill('#d99f72'),
        ) +
        box(-25, 24, 50, 10, fill('#143d59'), 5) +
        box(-15, 44, 30, 5, fill('#b84a3c'))
      )
    },
  },
  /** A chat with unanswered messages. */
  'mum-will-not-see-this': {
    ground: '#d9f2e6',
    ink: '#18453b',
    draw({ halfWidth }) {
      const bubble = (
        x: number,
        y: number,
        wide: number,
        high: number,
        colour: string,
        side: number,
      ) =>
        box(x, y, wide, high, fill(colour), 17) +
        polygon(
          side < 0
            ? [
                [x + 4, y + high - 20],
                [x - 12, y + high + 3],
                [x + 24, y + high - 3],
              ]
            : [
                [x + wide - 4, y + high - 20],
                [x + wide + 12, y + high + 3],
                [x + wide - 24, y + high - 3],
              ],
          fill(colour),
        )
      const left = -Math.min(halfWidth * 0.86, 96)
      const right = -left
      return (
        bubble(left, -90, 104, 44, '#ffffff', -1) +
        times(2, (index) =>
          box(left + 16, -76 + index * 12, index ? 48 : 72, 5, fill('#9cc9b8'), 2),
        ) +
        bubble(right - 124, -34, 124, 62, '#ff6f59', 1) +
        times(3, (index) =>
          box(right - 106, -18 + index * 13, nth([88, 70, 40], index), 6, fill('#ffd0c4'), 3),
        ) +
        bubble(left, 42, 92, 46, '#ffffff', -1) +
        times(3, (index) =>
          circle(
            left + 26 + index * 20,
            65,
            6.4,
            fill(nth(['#18453b', '#5f9c88', '#a9d3c4'], index)),
          ),
        ) +
        circle(right - 22, 70, 22, fill('#ffd166')) +
        circle(right - 30, 66, 3.4, fill('#18453b')) +
        circle(right - 14, 66, 3.4, fill('#18453b')) +
        circle(right - 22, 79, 4.4, fill('#18453b'))
      )
    },
  },
  /** A microphone with sound waves. */
  'open-mic': {
    ground: '#3a1d5c',
    ink: '#ffd84d',
    draw({ halfWidth, halfHeight }) {
      const count = Math.ceil(Math.hypot(halfWidth, halfHeight) / 17)
      const colours = ['#5a2d8a', '#ff5c8a', '#5a2d8a', '#ff9a3d', '#5a2d8a', '#ffd84d']
      const rings = times(count, (index) =>
        circle(0, -22, 62 + (count - index) * 17, fill(nth(colours, (count - index) % 6))),
      )
      const mesh = times(7, (row) =>
        times(7, (column) =>
          circle(-30 + column * 10 + (row % 2 ? 5 : 0), -54 + row * 10.6, 2.7, fill('#3a1d5c')),
        ),
      )
      return (
        rings +
        circle(0, -22, 62, fill('#3a1d5c')) +
        box(-8, 20, 16, halfHeight + 20, fill('#f4f0ff')) +
        polygon(
          [
            [-25, 14],
            [25, 14],
            [16, 62],
            [-16, 62],
          ],
          fill('#f4f0ff'),
        ) +
        circle(0, -22, 43, fill('#f4f0ff')) +
        clipped(mesh, circle(0, -22, 38, {}), 'mesh') +
        box(-45, 2, 90, 12, fill('#ff5c8a'), 6)
      )
    },
  },
}
