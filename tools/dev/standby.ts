import { once } from 'node:events'
import inspector from 'node:inspector'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Loads the packages of the server and waits. When the parent process sends `{ begin: true }`, it opens the debugger's
 * port and loads the program: the restart after a change then loads our own files only.
 */
const [file = '', inspectPort = ''] = process.argv.slice(2)

await Promise.all([
  import('@fastify/cookie'),
  import('@fastify/rate-limit'),
  import('@fastify/static'),
  import('@openfeature/server-sdk'),
  import('fastify'),
  import('ical-generator'),
  import('jose'),
  import('kysely'),
  import('libphonenumber-js/min'),
  import('nodemailer'),
  import('pg-boss'),
  import('pino'),
  import('piscina'),
  import('prom-client'),
  import('react-router'),
  import('saxes'),
  import('vite'),
  import('zod'),
])
process.send?.({ standingBy: true })
await once(process, 'message')
inspector.open(Number(inspectPort), '127.0.0.1')
await import(pathToFileURL(path.resolve(file)).href)
