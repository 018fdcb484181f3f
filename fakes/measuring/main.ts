import { stopOnSignals } from '../shared/server.ts'
import { startMeasuringFake } from './start.ts'

/**
 * Runs the fake of analytics and error reporting. Reads PORT (4513) and HOST (127.0.0.1) from the
 * environment.
 */
const { env } = process
const figures = await startMeasuringFake({ port: Number(env.PORT ?? 4513), host: env.HOST })
console.log(`Analytics, pixels and error reports listen at http://127.0.0.1:${figures.port}`)
stopOnSignals(figures)
