/** The fields that our manifests use of resources whose schemas are in no package, as their references name them. */
import { z } from 'zod'

const metadata = z.strictObject({ name: z.string(), namespace: z.string() })
const texts = z.record(z.string(), z.string())
const secretKey = z.strictObject({ name: z.string(), key: z.string() })
const storage = z.strictObject({ size: z.string().regex(/^\d+Gi$/) })

const cluster = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    instances: z.number().int().min(1),
    imageName: z.string(),
    primaryUpdateStrategy: z.enum(['unsupervised', 'supervised']),
    primaryUpdateMethod: z.enum(['switchover', 'restart']),
    bootstrap: z.strictObject({
      initdb: z.strictObject({
        database: z.string(),
        owner: z.string(),
        encoding: z.string(),
        localeProvider: z.enum(['builtin', 'icu', 'libc']),
        builtinLocale: z.string(),
      }),
    }),
    managed: z.strictObject({
      roles: z.array(
        z.strictObject({
          name: z.string(),
          login: z.boolean(),
          passwordSecret: z.strictObject({ name: z.string() }),
        }),
      ),
    }),
    storage,
    walStorage: storage,
    resources: z.strictObject({ requests: texts, limits: texts }),
    affinity: z.strictObject({
      enablePodAntiAffinity: z.boolean(),
      topologyKey: z.string(),
      podAntiAffinityType: z.enum(['preferred', 'required']),
    }),
    postgresql: z.strictObject({
      synchronous: z.strictObject({
        method: z.enum(['any', 'first']),
        number: z.number().int().min(1),
        dataDurability: z.enum(['required', 'preferred']),
      }),
      parameters: texts,
    }),
    plugins: z.array(
      z.strictObject({ name: z.string(), isWALArchiver: z.boolean(), parameters: texts }),
    ),
    monitoring: z.strictObject({ enablePodMonitor: z.boolean() }),
  }),
})

const objectStore = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^\d+[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().startsWith('s3://'),
      endpointURL: z.url(),
      s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
      wal: z.strictObject({ compression: z.string(), maxParallel: z.number().int() }),
      data: z.strictObject({ compression: z.string() }),
    }),
  }),
})

const scheduledBackup = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    // Six fields: seconds first.
    schedule: z.string().regex(/^(\S+ ){5}\S+$/),
    immediate: z.boolean(),
    backupOwnerReference: z.enum(['none', 'self', 'cluster']),
    method: z.enum(['barmanObjectStore', 'volumeSnapshot', 'plugin']),
    pluginConfiguration: z.strictObject({ name: z.string() }),
    cluster: z.strictObject({ name: z.string() }),
  }),
})

const podMonitor = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    jobLabel: z.string(),
    selector: z.strictObject({ matchLabels: texts }),
    podMetricsEndpoints: z.array(
      z.strictObject({
        port: z.string(),
        path: z.string().startsWith('/'),
        interval: z.string().regex(/^\d+s$/),
        authorization: z.strictObject({ credentials: secretKey }),
      }),
    ),
  }),
})

export const customResources: Readonly<Record<string, z.ZodType>> = {
  'postgresql.cnpg.io/v1 Cluster': cluster,
  'barmancloud.cnpg.io/v1 ObjectStore': objectStore,
  'postgresql.cnpg.io/v1 ScheduledBackup': scheduledBackup,
  'monitoring.coreos.com/v1 PodMonitor': podMonitor,
}
