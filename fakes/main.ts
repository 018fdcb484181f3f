import { flushCompileCache } from 'node:module'
import { runFakes, type OpenFake, type RunningFake, type Settings } from './shared/program.ts'

/**
 * Runs several fakes in one process, each on its own port. FAKES is JSON: the settings of each fake by the name of its
 * folder, as its own `main.ts` reads them from the environment. Settings of this process apply to all of them.
 */
async function open(name: string, settings: Settings): Promise<RunningFake> {
  const fake = (await import(`./${name}/main.ts`)) as { readonly open: OpenFake }
  return fake.open({ ...process.env, ...settings })
}

/** Node itself writes its compile cache only when a process ends normally, so a killed one would start as slowly again. */
const flushMilliseconds = 2_000

const wanted = JSON.parse(process.env['FAKES'] ?? '{}') as Record<string, Settings>
await runFakes(Object.entries(wanted).map(([name, settings]) => open(name, settings)))
setTimeout(flushCompileCache, flushMilliseconds).unref()
