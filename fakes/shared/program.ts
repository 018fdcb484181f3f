/** Settings of a fake, as in the environment of a process. */
export type Settings = NodeJS.ProcessEnv

/** A fake that listens. */
export interface RunningFake {
  /** One line that says where it listens. */
  readonly line: string
  stop(): Promise<void>
}

/** Starts a fake as its settings say; each `fakes/<name>/main.ts` exports one as `open`. */
export type OpenFake = (settings: Settings) => Promise<RunningFake>

/** Time limit for stopping, after which the process exits. */
const stopMillisecondsMax = 2_000

/**
 * Runs fakes as one process: notifies the parent process when all of them listen, and stops on a signal or when the
 * parent process has ended.
 */
export async function runFakes(opening: readonly Promise<RunningFake>[]): Promise<void> {
  const fakes = await Promise.all(opening)
  for (const { line } of fakes) console.log(line)
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), stopMillisecondsMax).unref()
    void Promise.all(fakes.map((fake) => fake.stop())).then(() => process.exit(0))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop)
  // The parent process may have ended while the fakes were starting.
  if (process.connected === false) stop()
  else process.send?.({ listening: true })
}
