import type { IForbiddenRuleType } from 'dependency-cruiser'
import { mayUse, modules, openFormats, openParts, shellParts, layers } from './layers.ts'

/** The dependency-cruiser rules derived from the table of layers. */
export function boundaryRules(): IForbiddenRuleType[] {
  return [...layerRules(), ...moduleRules(), ...generalRules()]
}

function layerRules(): IForbiddenRuleType[] {
  return layers.map(({ name, folder }) => {
    const forbidden = layers.filter(
      (other) => other.name !== name && !mayUse[name].includes(other.name),
    )
    const allowedParts = name === 'modules' || name === 'flows' ? shellParts : []
    return {
      name: `layer-${name}`,
      comment: `${name} may use only ${mayUse[name].join(', ') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path:
          forbidden.length > 0 ? `^(${forbidden.map((other) => other.folder).join('|')})/` : '^$',
        ...(allowedParts.length > 0 ? { pathNot: allowedParts.map((part) => `^${part}$`) } : {}),
      },
    }
  })
}

function moduleRules(): IForbiddenRuleType[] {
  const rules: IForbiddenRuleType[] = []
  for (const [module, layer] of Object.entries(modules)) {
    const forbidden = Object.keys(modules).filter(
      (other) => other !== module && (modules[other] ?? 0) >= layer,
    )
    rules.push({
      name: `module-${module}-downwards`,
      comment: `${module} is in layer ${layer}: it may use neither its own layer nor a higher one`,
      severity: 'error',
      from: { path: `^src/modules/${module}/`, pathNot: '/tests/' },
      to: { path: `^src/modules/(${forbidden.join('|')})/` },
    })
  }
  rules.push({
    name: 'module-by-public-api',
    comment:
      'Another module is used by its public-api.ts (server), its contract.ts or its shapes.ts, nothing else',
    severity: 'error',
    from: { path: '^src/modules/([^/]+)/', pathNot: '/tests/' },
    to: {
      path: '^src/modules/([^/]+)/',
      pathNot: [
        '^src/modules/$1/',
        '^src/modules/[^/]+/[a-z-]*(contract|shapes)\\.ts$',
        '^src/modules/[^/]+/server/public-api\\.ts$',
        ...[...openFormats, ...openParts].map((file) => `^${file}$`),
      ],
    },
  })
  return rules
}

function generalRules(): IForbiddenRuleType[] {
  return [
    {
      name: 'web-not-server',
      comment: 'Pages reach the server by calls only',
      severity: 'error',
      from: {
        path: '^src/(modules|flows)/[^/]+/web/|^src/design/|^src/seatmap/web/|^src/apps/web/',
        pathNot: '/tests/',
      },
      to: { path: '^src/(platform|apps/server|apps/worker)/|^src/(modules|flows)/[^/]+/server/' },
    },
    {
      name: 'server-not-web',
      comment: 'The server answers calls; it does not know the pages',
      severity: 'error',
      from: { path: '^src/(modules|flows)/[^/]+/server/|^src/platform/' },
      to: { path: '/web/' },
    },
    {
      name: 'flows-by-public-api',
      comment: 'A flow joins modules by their public APIs and contracts',
      severity: 'error',
      from: { path: '^src/flows/', pathNot: '/tests/' },
      to: {
        path: '^src/modules/',
        pathNot: [
          '^src/modules/[^/]+/[a-z-]*(contract|shapes)\\.ts$',
          '^src/modules/[^/]+/server/public-api\\.ts$',
        ],
      },
    },
    {
      name: 'pure-kernel',
      // `url` computes only: the spellings of a domain.
      comment: 'The kernel and the contract do no I/O',
      severity: 'error',
      from: { path: '^src/(kernel|contract)/', pathNot: '/tests/' },
      to: { dependencyTypes: ['core'], pathNot: '^url$' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle has no lower and no upper layer',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'production-without-fakes',
      comment: 'Outside parties are spoken to over the network only',
      severity: 'error',
      from: { path: '^src/', pathNot: '/tests/' },
      to: { path: '^(fakes|tests|bench|tools|db)/' },
    },
  ]
}
