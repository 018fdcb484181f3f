/** Terminal output of a rehearsal. */
import type { Sale } from './shopper.ts'

const width = 40
const bars = ' ▁▂▃▄▅▆▇█'
const rewriteLines = 8
/** Without a terminal one line is written at this interval. */
const plainEverySeconds = 10

export function createPicture(stream: NodeJS.WriteStream) {
  let isDrawn = false
  let second = 0
  return {
    draw(sale: Sale, opensIn: number): void {
      second += 1
      if (!stream.isTTY) {
        if (second % plainEverySeconds === 0) stream.write(`${lineOf(sale, opensIn)}\n`)
        return
      }
      const lines = linesOf(sale, opensIn)
      stream.write(`${isDrawn ? `\u001B[${rewriteLines}F\u001B[0J` : ''}${lines.join('\n')}\n`)
      isDrawn = true
    },
  }
}

function lineOf({ record, inside, hall }: Sale, opensIn: number): string {
  const totals = (['arrived', 'joined', 'admitted', 'held', 'bought'] as const).map(
    (what) => `${what} ${record.total(what)}`,
  )
  const when =
    opensIn > 0 ? `opens in ${opensIn.toFixed(0)} s` : `open for ${(-opensIn).toFixed(0)} s`
  return `${when}: ${totals.join(', ')}, inside ${inside}, places left ${hall.left}, failures ${record.failures.length}, unanswered ${record.total('unanswered')}`
}

function linesOf(sale: Sale, opensIn: number): string[] {
  const { record, inside, hall } = sale
  const row = (name: string, values: readonly number[], total: number | string) =>
    `${name.padEnd(12)}${sparkline(values)} ${total}`
  const of = (what: Parameters<typeof record.total>[0]) =>
    row(what, [...(record.perSecond.get(what) ?? [])], record.total(what))
  const last = record.failures.at(-1)
  return [
    opensIn > 0
      ? `The sale opens in ${opensIn.toFixed(0)} s`
      : `Open for ${(-opensIn).toFixed(0)} s`,
    of('arrived'),
    row('waiting', record.waiting, record.waiting.at(-1) ?? 0),
    of('admitted'),
    of('held'),
    of('bought'),
    `inside ${inside}, places left ${hall.left}, unanswered ${record.total('unanswered')}`,
    last
      ? `last failure: ${last.victim}, back after ${last.backAfter.toFixed(1)} s`
      : 'nothing has failed yet',
  ].slice(0, rewriteLines)
}

/** The last seconds as a bar sparkline. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const last = values.slice(-width)
  const most = Math.max(1, ...last.map((value) => value ?? 0))
  return last
    .map((value) => bars[Math.round(((value ?? 0) / most) * (bars.length - 1))])
    .join('')
    .padStart(width)
}
