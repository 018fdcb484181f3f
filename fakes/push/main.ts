import { startPush } from './start.ts'
import { runFakes, type OpenFake } from '../shared/program.ts'

/** Runs the fake push services. Reads PORT (4504), HOST and FCM_PUBLIC_KEY from the environment. */
export const open: OpenFake = async (env) => {
  const push = await startPush({
    port: Number(env['PORT'] ?? 4504),
    host: env['HOST'],
    fcmPublicKey: env['FCM_PUBLIC_KEY'],
  })
  return { line: `Notifications show at ${push.url}`, stop: () => push.stop() }
}

if (import.meta.main) await runFakes([open(process.env)])
