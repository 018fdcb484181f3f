import { stopOnSignals } from '../shared/server.ts'
import { startFacebook } from './start.ts'

/** Runs the fake of Facebook. Reads PORT (4504), HOST, FB_APP_ID and FB_APP_SECRET from the environment. */
const { env } = process
const facebook = await startFacebook({
  port: Number(env.PORT ?? 4504),
  host: env.HOST,
  appId: env.FB_APP_ID,
  appSecret: env.FB_APP_SECRET,
})
console.log(`The demo Facebook shows at ${facebook.url}`)
stopOnSignals(facebook)
