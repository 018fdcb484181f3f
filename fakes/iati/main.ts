import { startIati } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Runs the fake of IATI. Reads PORT (4515), HOST (127.0.0.1) and IATI_API_KEY from the environment. */
export const open: OpenFake = async (env) => {
  const iati = await startIati({
    port: Number(env.PORT ?? 4515),
    host: env.HOST,
    apiKey: env.IATI_API_KEY,
  })
  return { line: `IATI listens at ${iati.url}`, stop: () => iati.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
