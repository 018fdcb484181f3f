export type { ServerCalls } from '#design/data/server-calls.ts'
