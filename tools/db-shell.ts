import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { openDemoDatabase } from './demo-database.ts'
import { readConfig } from '#platform/config.ts'

/**
 * `npm run db:shell [-- -c "select 1"]`: a prompt on the database of `npm start`, whether or not the shop is
 * running. It uses psql if installed, else a minimal shell: statements end with `;`, `\d` lists tables, `\d NAME`
 * columns.
 */
const describeTables = `select schemaname as schema, relname as name, n_live_tup as rows
  from pg_stat_user_tables order by 1, 2`
const describeColumns = `select column_name as column, data_type as type, is_nullable as nullable, column_default as "default"
  from information_schema.columns where table_name = $1 order by ordinal_position`

const config = readConfig(process.env)
const database = await openDemoDatabase(config)
try {
  const hasPsql = spawnSync('psql', ['--version'], { stdio: 'ignore' }).status === 0
  if (hasPsql) {
    // The shell interrupts its own statement; this process waits for the shell to end.
    process.on('SIGINT', () => undefined)
    const { status } = spawnSync('psql', [database.url, ...process.argv.slice(2)], {
      stdio: 'inherit',
    })
    process.exitCode = status ?? 1
  } else await prompt(database.url)
} finally {
  await database.close()
}

async function prompt(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  try {
    const flag = process.argv.indexOf('-c')
    if (flag >= 0) {
      if (!(await show(client, process.argv[flag + 1] ?? ''))) process.exitCode = 1
      return
    }
    const lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: 'bileti=> ',
    })
    let statement = ''
    // Piped input ends before its last statement has been answered.
    let isOpen = true
    lines.once('close', () => (isOpen = false))
    lines.prompt()
    for await (const line of lines) {
      if (/^\\q\s*$/.test(line)) break
      statement += `${line}\n`
      if (/;\s*$/.test(line) || /^\s*\\d/.test(statement)) {
        await show(client, statement)
        statement = ''
      }
      lines.setPrompt(statement === '' ? 'bileti=> ' : 'bileti-> ')
      if (isOpen) lines.prompt()
    }
    lines.close()
  } finally {
    await client.end()
  }
}

/** Runs an entered command and prints its rows; returns false if it failed. */
async function show(client: pg.Client, typed: string): Promise<boolean> {
  const describe = /^\s*\\d\s*(\w*)/.exec(typed)
  try {
    const result = describe
      ? describe[1]
        ? await client.query(describeColumns, [describe[1]])
        : await client.query(describeTables)
      : await client.query(typed)
    for (const each of Array.isArray(result) ? (result as pg.QueryResult[]) : [result]) {
      if (each.rows.length > 0) console.table(each.rows)
      console.log(`${each.command ?? ''} ${each.rowCount ?? ''}`.trim())
    }
    return true
  } catch (error) {
    console.error((error as Error).message)
    return false
  }
}
