/**
 * A Patroni cluster of three nodes on this machine: etcd, three PostgreSQL servers behind HAProxy, and network
 * links that can be cut.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { stringify } from 'yaml'
import { freePort } from '#platform/ports.ts'
import { Forwarder } from './forwarder.ts'

export interface Node {
  readonly name: string
  /** The port of PostgreSQL itself; replicas connect through the forwarder. */
  readonly port: number
  readonly rest: number
  readonly network: readonly Forwarder[]
  readonly settings: string
  patroni: ChildProcess | null
}

interface Account {
  readonly uid: number
  readonly gid: number
}

const startSecondsMax = 90

export class Cluster {
  readonly nodes: Node[] = []
  /** Connection addresses of the current primary and of a replica, through HAProxy. */
  primaryUrl = ''
  replicaUrl = ''
  readonly #folder: string
  readonly #bin: string
  readonly #account: Account
  readonly #children: ChildProcess[] = []

  private constructor(options: { folder: string; bin: string; account: Account }) {
    this.#folder = options.folder
    this.#bin = options.bin
    this.#account = options.account
  }

  /** @param options.bin directory of the PostgreSQL programs */
  static async start(options: { folder: string; bin: string }): Promise<Cluster> {
    const cluster = new Cluster({ ...options, account: accountOf('postgres') })
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** The node that reports itself as primary; undefined while there is none. */
  async primary(): Promise<Node | undefined> {
    const answers = await Promise.all(this.nodes.map(({ rest }) => isPrimary(rest)))
    return this.nodes[answers.indexOf(true)]
  }

  /** Resolves when there is a primary with a replica that confirms its commits. */
  async settled(): Promise<Node> {
    const deadline = performance.now() + startSecondsMax * 1_000
    while (performance.now() < deadline) {
      const primary = await this.primary()
      const members = primary ? await membersOf(primary.rest) : []
      if (primary && members.filter(isFollowing).length === this.nodes.length - 1) return primary
      await pause(200)
    }
    throw new Error(`The cluster did not settle; its logs are in ${this.#folder}`)
  }

  /** Kills PostgreSQL and its Patroni with SIGKILL, as if the machine were lost. */
  async kill(node: Node): Promise<void> {
    node.patroni?.kill('SIGKILL')
    // The backends end with the postmaster.
    const folder = this.#dataOf(node)
    const pid = Number.parseInt(await textOf(path.join(folder, 'postmaster.pid')), 10)
    // The process id may have been reused.
    const isOurs = pid > 1 && (await textOf(`/proc/${pid}/cmdline`)).includes(folder)
    if (isOurs) process.kill(pid, 'SIGKILL')
  }

  /** Cuts a node off from etcd and the other nodes; buyers still reach it. */
  cut(node: Node): void {
    for (const stretch of node.network) stretch.cut()
  }

  mend(node: Node): void {
    for (const stretch of node.network) stretch.mend()
  }

  startNode(node: Node): void {
    node.patroni = this.#run('patroni', [node.settings], node.name)
  }

  async stop(): Promise<void> {
    const ends = this.#children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), pause(20_000)])
      if (child.exitCode === null) child.kill('SIGKILL')
    })
    await Promise.all(ends)
    for (const node of this.nodes) {
      await this.kill(node)
      for (const stretch of node.network) stretch.close()
    }
  }

  async #start(): Promise<void> {
    const etcd = await freePort()
    const peer = await freePort()
    await this.#own(this.#folder)
    this.#run(
      'etcd',
      flags({
        'data-dir': path.join(this.#folder, 'etcd'),
        name: 'drill',
        'listen-client-urls': at(etcd),
        'advertise-client-urls': at(etcd),
        'listen-peer-urls': at(peer),
        'initial-advertise-peer-urls': at(peer),
        'initial-cluster': `drill=${at(peer)}`,
      }),
      'etcd',
    )
    for (const name of ['one', 'two', 'three']) this.nodes.push(await this.#prepare(name, etcd))
    for (const node of this.nodes) this.startNode(node)
    const ports = { primary: await freePort(), replica: await freePort() }
    const proxy = path.join(this.#folder, 'haproxy.cfg')
    await writeFile(proxy, proxySettings(this.nodes, ports))
    this.#run('haproxy', ['-f', proxy], 'haproxy')
    const url = (port: number, database: string) =>
      `postgresql://postgres@127.0.0.1:${port}/${database}`
    await this.settled()
    // Not by a program that blocks this process: replication runs through its forwarders.
    const client = new pg.Client({ connectionString: url(ports.primary, 'postgres') })
    await client.connect()
    await client.query('create database bileti')
    await client.end()
    this.primaryUrl = url(ports.primary, 'bileti')
    this.replicaUrl = url(ports.replica, 'bileti')
  }

  async #prepare(name: string, etcd: number): Promise<Node> {
    const port = await freePort()
    const rest = await freePort()
    const toPostgres = await Forwarder.open(await freePort(), port)
    const toEtcd = await Forwarder.open(await freePort(), etcd)
    const settings = path.join(this.#folder, `${name}.yml`)
    const node: Node = {
      name,
      port,
      rest,
      network: [toPostgres, toEtcd],
      settings,
      patroni: null,
    }
    const own = {
      scope: 'drill',
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      // Otherwise it would discover etcd's own address and bypass the link that is cut.
      etcd3: { host: `127.0.0.1:${toEtcd.port}`, use_proxies: true },
      bootstrap: {
        dcs: {
          ttl: 15,
          loop_wait: 3,
          retry_timeout: 5,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${toPostgres.port}`,
        data_dir: this.#dataOf(node),
        bin_dir: this.#bin,
        pgpass: path.join(this.#folder, `${name}.pgpass`),
        parameters: { unix_socket_directories: this.#folder },
        authentication: {
          superuser: { username: 'postgres', password: 'drill' },
          replication: { username: 'replicator', password: 'drill' },
          rewind: { username: 'rewinder', password: 'drill' },
        },
      },
    }
    await writeFile(settings, stringify(own))
    return node
  }

  #dataOf({ name }: { readonly name: string }): string {
    return path.join(this.#folder, `data-${name}`)
  }

  async #own(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    await chown(folder, this.#account.uid, this.#account.gid)
  }

  /** Runs as the PostgreSQL user, because PostgreSQL refuses to run as root. */
  #run(program: string, parameters: readonly string[], name: string): ChildProcess {
    const log = path.join(this.#folder, `${name}.log`)
    const child = spawn('sh', ['-c', `exec "$0" "$@" >>'${log}' 2>&1`, program, ...parameters], {
      ...this.#account,
      cwd: this.#folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    })
    this.#children.push(child)
    return child
  }
}

const parameters = {
  max_connections: 200,
  shared_buffers: '128MB',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
}

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

const flags = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])

const at = (port: number): string => `http://127.0.0.1:${port}`

function accountOf(name: string): Account {
  const number = (flag: string) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
  return { uid: number('-u'), gid: number('-g') }
}

/** As in `deploy/haproxy/postgresql.cfg`, with the ports of this drill. */
function proxySettings(
  nodes: readonly Node[],
  ports: { readonly primary: number; readonly replica: number },
): string {
  const servers = nodes.map(
    ({ name, port, rest }) => `    server ${name} 127.0.0.1:${port} check port ${rest}`,
  )
  const side = (name: 'primary' | 'replica', check: string) => [
    `listen ${name}`,
    `    bind 127.0.0.1:${ports[name]}`,
    `    option httpchk GET ${check}`,
    '    http-check expect status 200',
    '    default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  return [
    'global',
    '    maxconn 2000',
    'defaults',
    '    mode tcp',
    '    timeout connect 2s',
    '    timeout client 1h',
    '    timeout server 1h',
    '    timeout check 2s',
    ...side('primary', '/primary'),
    ...side('replica', '/replica?replication_state=streaming'),
    '',
  ].join('\n')
}

async function isPrimary(rest: number): Promise<boolean> {
  try {
    return (await fetch(`${at(rest)}/primary`, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}

interface Member {
  readonly role: string
  readonly state: string
}

const isFollowing = ({ role, state }: Member): boolean =>
  role !== 'leader' && /^(?:running|streaming)$/.test(state)

/** The members as Patroni reports them; none while there is no synchronous one. */
async function membersOf(rest: number): Promise<Member[]> {
  try {
    const answer = await fetch(`${at(rest)}/cluster`, { signal: AbortSignal.timeout(1_000) })
    const { members } = (await answer.json()) as { members: Member[] }
    return members.some(({ role }) => role === 'sync_standby') ? members : []
  } catch {
    return []
  }
}
