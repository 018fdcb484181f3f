import { parseArgs } from 'node:util'

export interface RehearsalOptions {
  readonly eventId: number
  readonly shoppers: number
  readonly seed: number
  /** Number of server processes. */
  readonly processes: number
  /** Number of kills and disconnections. */
  readonly kills: number
  /** Admissions per minute. */
  readonly ratePerMinute: number
  /** Maximum number of admitted visitors at a time. */
  readonly insideMax: number
  /** Seconds before the opening during which visitors arrive. */
  readonly leadSeconds: number
  /** Seconds from the opening to the end. */
  readonly saleSeconds: number
  /** First of the ports on 127.0.0.1. */
  readonly port: number
  /** An organiser's database for the rehearsal, which is modified; null: the demo's content. */
  readonly databaseUrl: string | null
  /** Directory made by `prepareTemplate`, whose content is copied instead of generated. */
  readonly template?: string
  /** File of the report; null for none. */
  readonly out: string | null
  /** Also writes the report as data. */
  readonly json: boolean
}

export const usage = `npm run rehearse -- --event <number> [options]
  --event      event that goes on sale (145)
  --shoppers   people who come (20000)
  --seed       the same people, fates and failures again (drawn)
  --processes  server processes (2)
  --kills      processes, database, bank and links that are killed or cut (8)
  --rate       people admitted in a minute (600)
  --inside     people inside at once (600)
  --lead       seconds that people come before the opening (90)
  --seconds    seconds from the opening to the end (240)
  --port       first of the ports on this machine (6200)
  --database   address of a copy of your own database whose name begins with rehearsal_; it is written to
  --out        file of the report (rehearsal.html)
  --json       writes the figures beside the report, too`

/** Parses the command's options; null if they are invalid. */
export function readOptions(given: readonly string[]): RehearsalOptions | null {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        event: { type: 'string', default: '145' },
        shoppers: { type: 'string', default: '20000' },
        seed: { type: 'string' },
        processes: { type: 'string', default: '2' },
        kills: { type: 'string', default: '8' },
        rate: { type: 'string', default: '600' },
        inside: { type: 'string', default: '600' },
        lead: { type: 'string', default: '90' },
        seconds: { type: 'string', default: '240' },
        port: { type: 'string', default: '6200' },
        database: { type: 'string' },
        out: { type: 'string', default: 'rehearsal.html' },
        json: { type: 'boolean', default: false },
      },
    })
    const databaseUrl = values.database ?? null
    if (databaseUrl !== null && !new URL(databaseUrl).pathname.startsWith('/rehearsal_'))
      return null
    const options = {
      eventId: whole(values.event),
      shoppers: whole(values.shoppers),
      seed: values.seed === undefined ? Date.now() % 2_000_000_000 : whole(values.seed),
      processes: whole(values.processes),
      kills: whole(values.kills),
      ratePerMinute: whole(values.rate),
      insideMax: whole(values.inside),
      leadSeconds: whole(values.lead),
      saleSeconds: whole(values.seconds),
      port: whole(values.port),
      databaseUrl,
      out: values.out,
      json: values.json,
    }
    return options.processes > 0 && options.ratePerMinute > 0 ? options : null
  } catch {
    return null
  }
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${text} is no number`)
  return Number(text)
}
