import { startCinema } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Started by `npm start` beside the shop; it has no sessions until they are added. */
export const open: OpenFake = async (env) => {
  const port = Number(env['PORT'] ?? 0)
  const fake = await startCinema({ port, host: env['HOST'] ?? '127.0.0.1' })
  return { line: `The cinema system is listening at ${fake.url}`, stop: () => fake.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
