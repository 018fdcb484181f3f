import { startTerminal } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs fake card terminals that approve payments. Reads PORT (4520), HOST (127.0.0.1) and TERMINAL_API_KEY
 * from the environment.
 */
export const open: OpenFake = async (env) => {
  const terminal = await startTerminal({
    port: Number(env.PORT ?? 4520),
    host: env.HOST,
    apiKey: env.TERMINAL_API_KEY,
  })
  terminal.misbehave({ thinkMs: 1_500 })
  return { line: `Card terminals are reached at ${terminal.url}`, stop: () => terminal.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
