import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10

interface ProcessTimes {
  readonly parent: number
  /** Of the process and its ended children, in milliseconds. */
  readonly milliseconds: number
}

function timesOf(pid: number): ProcessTimes | null {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name in brackets may contain anything; it is followed by state, parent and, from the twelfth field on, the
  // times.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { parent: fields[1] ?? 0, milliseconds: ticks * millisecondsPerTick }
}

/** CPU milliseconds used so far by a process and its descendants; 0 if unknown. */
function processorOf(root: number): number {
  if (process.platform !== 'linux') return 0
  const times = new Map<number, ProcessTimes>()
  for (const pid of readdirSync('/proc').map(Number)) {
    const known = pid > 0 && timesOf(pid)
    if (known) times.set(pid, known)
  }
  const belongs = (pid: number): boolean =>
    pid === root || (pid > 1 && belongs(times.get(pid)?.parent ?? 0))
  let milliseconds = 0
  for (const [pid, known] of times) if (belongs(pid)) milliseconds += known.milliseconds
  return milliseconds
}

const nanosecondsPerMillisecond = 1e6

/** CPU milliseconds used so far by a process's main thread and by all its threads; 0 where that is unknown. */
export function threadTimes(pid: number): { readonly main: number; readonly all: number } {
  if (process.platform !== 'linux') return { main: 0, all: 0 }
  const folder = `/proc/${pid}/task`
  const times = readdirSync(folder).map((thread) => {
    try {
      const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
      return [Number(thread), Number(nanoseconds) / nanosecondsPerMillisecond] as const
    } catch {
      // The thread has ended.
      return [Number(thread), 0] as const
    }
  })
  return {
    main: times.find(([thread]) => thread === pid)?.[1] ?? 0,
    all: times.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
  }
}

/** The parent process of all connections of a local PostgreSQL. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return timesOf(rows[0]?.pid ?? 0)?.parent ?? 0
}

/** Runs the work and returns the CPU time of each process meanwhile, in milliseconds. */
export async function withProcessor<Value>(
  parties: Readonly<Record<string, number>>,
  work: () => Promise<Value>,
): Promise<{ value: Value; processor: Record<string, number> }> {
  const before = Object.entries(parties).map(
    ([name, pid]) => [name, pid, processorOf(pid)] as const,
  )
  const value = await work()
  const processor = Object.fromEntries(
    before.map(([name, pid, used]) => [name, processorOf(pid) - used]),
  )
  return { value, processor }
}
