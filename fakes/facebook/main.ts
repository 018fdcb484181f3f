import { startFacebook } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Runs the fake of Facebook. Reads PORT (4504), HOST, FB_APP_ID and FB_APP_SECRET from the environment. */
export const open: OpenFake = async (env) => {
  const facebook = await startFacebook({
    port: Number(env.PORT ?? 4504),
    host: env.HOST,
    appId: env.FB_APP_ID,
    appSecret: env.FB_APP_SECRET,
  })
  return { line: `The demo Facebook shows at ${facebook.url}`, stop: () => facebook.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
