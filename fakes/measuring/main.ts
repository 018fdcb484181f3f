import { startMeasuringFake } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/**
 * Runs the fake of analytics and error reporting. Reads PORT (4513) and HOST (127.0.0.1) from the
 * environment.
 */
export const open: OpenFake = async (env) => {
  const figures = await startMeasuringFake({ port: Number(env.PORT ?? 4513), host: env.HOST })
  return {
    line: `Analytics, pixels and error reports listen at http://127.0.0.1:${figures.port}`,
    stop: () => figures.stop(),
  }
}

if (import.meta.main) await runFakes([open(process.env)])
