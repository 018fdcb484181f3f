import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The kernel's own default: in shorter periods a process mostly waits for memory that others have displaced from the caches. */
const periodMicroseconds = 100_000

/** The server processes of a pid: itself, or its forked workers. */
export function serversOf(pid: number, workers: number): number[] {
  if (workers === 1) return [pid]
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
}

function parentOf(pid: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/**
 * Limits each of these processes to a share of one core (0.25: a quarter) with a control group. Returns the
 * function that lifts the limits, or null if control groups cannot be written.
 */
export function limitEach(pids: readonly number[], share: number): (() => void) | null {
  const isFirst = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_period_us')
  const root = isFirst ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup'
  const quota = Math.round(periodMicroseconds * share)
  const groups: string[] = []
  const unlimit = (): void => {
    for (const group of groups) {
      for (const pid of readFileSync(path.join(group, 'cgroup.procs'), 'utf8').split('\n'))
        if (pid !== '') writeFileSync(path.join(root, 'cgroup.procs'), pid)
      rmdirSync(group)
    }
  }
  try {
    for (const pid of pids) {
      const group = path.join(root, `bileti-bench-${pid}`)
      mkdirSync(group)
      groups.push(group)
      if (isFirst) {
        writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(periodMicroseconds))
        writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(quota))
      } else writeFileSync(path.join(group, 'cpu.max'), `${quota} ${periodMicroseconds}`)
      writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
    }
    return unlimit
  } catch {
    unlimit()
    return null
  }
}
