/** Why a process could not start, as one line for the operator. */

/** Where the server wanted to listen. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Undefined when the error does not concern listening. */
export function explainListenError(
  error: unknown,
  { host, port }: ListenAddress,
): string | undefined {
  const { code = '' } = error as { code?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is taken on ${host}. Set PORT to another one, for example: PORT=${port + 100} npm start`
    case 'EACCES':
      return `PORT ${port} may not be used by this user: choose one from 1024 on, or give the right to it`
    case 'EADDRNOTAVAIL':
      return `HOST ${host} is no address of this machine. 127.0.0.1 is for this machine only, 0.0.0.0 for all`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'EAFNOSUPPORT':
      return `HOST ${host} is not an address that can be listened on (${code})`
    default:
      return undefined
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection is cut off; is it PostgreSQL?',
  ETIMEDOUT: 'there is no answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database',
  '42501': 'this user may not make tables there',
  '53300': 'it has no connection left to give',
  '57P03': 'it is starting or stopping',
}

/** Undefined when the error does not concern the connection. The password is not included. */
export function explainDatabaseError(error: unknown, url: string): string | undefined {
  const reason = reasonOf(error)
  if (reason === undefined || !URL.canParse(url)) return undefined
  const { hostname, port, pathname, username } = new URL(url)
  const user = username === '' ? '' : ` as ${decodeURIComponent(username)}`
  return `DATABASE_URL: ${hostname}:${port || 5432}${pathname}${user}: ${reason}`
}

function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', errors } = error as { code?: string; errors?: unknown[] }
  if (reasons[code] !== undefined) return `${reasons[code]} (${code})`
  if (/^(?:timeout expired|Connection terminated)/.test(error.message))
    return `no PostgreSQL answers there (${error.message})`
  if (/SSL/.test(error.message)) return error.message
  return reasonOf(error.cause) ?? errors?.map(reasonOf).find((reason) => reason !== undefined)
}
