import { startNbg } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Runs the fake of the National Bank. Reads PORT (4503) and HOST (127.0.0.1) from the environment. */
export const open: OpenFake = async (env) => {
  const bank = await startNbg({ port: Number(env.PORT ?? 4503), host: env.HOST })
  return { line: `The demo's National Bank listens at ${bank.url}`, stop: () => bank.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
