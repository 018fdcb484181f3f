import { readFileSync } from 'node:fs'

import { isAlive } from './account.ts'

/** A process as a note names it: its number, and when it began, for numbers are used again. */
export function markOf(pid: number): string {
  return `${pid}.${startOf(pid)}`
}

/** True while the very process of a mark lives; what follows the second dot does not matter. */
export function isMarkAlive(mark: string): boolean {
  const [pid, start] = mark.split('.')
  return isAlive(Number(pid)) && startOf(Number(pid)) === start
}

/** Start time of a process in kernel ticks: distinguishes two processes that had the same pid. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name may hold blanks and brackets, so counting starts after its last bracket.
    const [state, ...rest] = fields.slice(fields.lastIndexOf(')') + 2).split(' ')
    // One that has ended and was not collected yet does nothing any more.
    return state === 'Z' ? 'ended' : (rest[18] ?? '')
  } catch {
    return ''
  }
}
