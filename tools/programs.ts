import type { OutsideParties } from './outside-parties.ts'
import type { Program } from './supervisor.ts'
import { fakesFlags, serverFlags, workerFlags } from '#platform/node-flags.ts'

/** The programs of a running shop; with no fakes, only its own two. */
export function programsOf(
  environment: Readonly<Record<string, string>>,
  fakes: OutsideParties['fakes'],
): Program[] {
  const own: Program[] = [
    {
      name: 'server',
      file: 'src/apps/server/main.ts',
      environment,
      ready: 'serving',
      flags: ['--enable-source-maps', ...serverFlags],
    },
    {
      name: 'worker',
      file: 'src/apps/worker/main.ts',
      environment,
      ready: 'working',
      flags: workerFlags,
    },
  ]
  return Object.keys(fakes).length === 0 ? own : [...own, fakesProgram(fakes)]
}

/** All fakes are one process: each listens on its own port, as if it were somebody else's server. */
export function fakesProgram(fakes: OutsideParties['fakes']): Program {
  return {
    name: 'demo services',
    file: 'fakes/main.ts',
    environment: { FAKES: JSON.stringify(fakes) },
    ready: 'listening',
    flags: fakesFlags,
    isQuiet: true,
  }
}
