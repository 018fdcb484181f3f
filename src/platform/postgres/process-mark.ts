import { readFileSync } from 'node:fs'

import { isAlive } from './account.ts'

/** Identity of a process in a file: its pid and start time, since pids are reused. */
export function markOf(pid: number): string {
  return `${pid}.${startOf(pid)}`
}

/** True while the process of a mark runs; text after the second dot is ignored. */
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
    // A zombie process counts as ended.
    return state === 'Z' ? 'ended' : (rest[18] ?? '')
  } catch {
    return ''
  }
}
