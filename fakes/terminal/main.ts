import { stopOnSignals } from '../shared/server.ts'
import { startTerminal } from './start.ts'

/**
 * Runs fake card terminals that approve payments. Reads PORT (4520), HOST (127.0.0.1) and TERMINAL_API_KEY
 * from the environment.
 */
const { env } = process
const terminal = await startTerminal({
  port: Number(env.PORT ?? 4520),
  host: env.HOST,
  apiKey: env.TERMINAL_API_KEY,
})
terminal.misbehave({ thinkMs: 1_500 })
console.log(`Card terminals are reached at ${terminal.url}`)
stopOnSignals(terminal)
