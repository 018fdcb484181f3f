import { stopOnSignals } from '../shared/server.ts'
import { startPush } from './start.ts'

/** Runs the fake push services. Reads PORT (4504), HOST and FCM_PUBLIC_KEY from the environment. */
const { env } = process
const push = await startPush({
  port: Number(env['PORT'] ?? 4504),
  host: env['HOST'],
  fcmPublicKey: env['FCM_PUBLIC_KEY'],
})
console.log(`Notifications show at ${push.url}`)
stopOnSignals(push)
