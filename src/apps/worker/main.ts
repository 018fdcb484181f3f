import { register } from 'prom-client'
import { bindJobs } from './bindings.ts'
import { startSweeps } from './start-sweeps.ts'
import { createPorts } from '#apps/server/ports.ts'
import { exitWith } from '#apps/server/exit.ts'
import { openServices } from '#apps/server/services.ts'
import { flushCompileCacheLater } from '#platform/compile-cache.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { sendOnce } from '#platform/mail/send-once.ts'
import { openSms } from '#platform/sms/sms.ts'
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts'

const stopMillisecondsMax = 9_000

/** The worker process: emails, payment polling, refunds, sweeps. */
try {
  const config = readConfig(process.env)
  const { DATABASE_URL, SMTP_URL, SMS_URL } = config
  if (!DATABASE_URL || !SMTP_URL || !SMS_URL) {
    throw new ConfigError(
      'Settings are not usable: the worker needs DATABASE_URL, SMTP_URL and SMS_URL (npm start sets them)',
    )
  }
  const telemetry = await startTelemetry(config, { service: 'bileti-worker', registry: register })
  const services = await openServices(
    { ...config, DATABASE_URL },
    { name: 'bileti-worker', supervise: true },
  )
  const transport = openMailer({
    smtpUrl: SMTP_URL,
    from: config.MAIL_FROM,
    connectionsMax: config.SMTP_CONNECTIONS_MAX,
  })
  const mailer = sendOnce(transport, services.base.db)
  const sms = openSms({ url: SMS_URL, apiKey: config.SMS_API_KEY, sender: config.SMS_SENDER })
  const ports = createPorts(config)
  await bindJobs({ config, services, ports, mailer, sms })
  const stopSweeps = startSweeps({ config, services, ports, mail: transport, sms })
  services.log.info({ process: process.pid }, 'working')
  process.send?.({ working: true })
  flushCompileCacheLater()

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    // Without the database, finishing the running work could take for ever.
    setTimeout(() => process.exit(0), stopMillisecondsMax).unref()
    await stopSweeps()
    await services.close()
    mailer.close()
    await telemetry.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void stop())
  // The parent process may have ended during startup.
  if (process.connected === false) void stop()
} catch (error) {
  exitWith(error)
}
