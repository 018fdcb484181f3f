import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface MemoryGroup {
  /** A command of a shell that puts it and all that it starts into the group. */
  readonly enter: string
  remove(): Promise<void>
}

/**
 * Processes that have so much memory together, or null where that cannot be had. Of both versions of control groups, the
 * one that this machine uses.
 */
export async function memoryGroup(bytes: number): Promise<MemoryGroup | null> {
  const isFirst = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')
  const folder = path.join(
    isFirst ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup',
    `bileti-${process.pid}`,
  )
  const limit = isFirst ? 'memory.limit_in_bytes' : 'memory.max'
  try {
    await mkdir(folder)
    await writeFile(path.join(folder, limit), String(bytes))
  } catch {
    await rmdir(folder).catch(() => {})
    return null
  }
  return {
    enter: `echo $$ > ${path.join(folder, 'cgroup.procs')}`,
    remove: () => rmdir(folder),
  }
}
