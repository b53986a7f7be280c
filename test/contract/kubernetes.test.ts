import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readSettings } from '../../src/config.ts'
import { readSettingNames } from './setting-names.ts'

const folder = 'ops/kubernetes'

/** Names in DNS (RFC 1123), as Kubernetes wants them. */
const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/)
const labels = z.record(z.string(), z.string())
const selector = z.strictObject({ matchLabels: labels })
const metadata = z.strictObject({ name, labels: labels.optional() })
const port = z.union([name, z.int().min(1).max(65_535)])
const quantity = z.string().regex(/^\d+(m|Mi|Gi)?$/)
const seconds = z.int().min(1)
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port }),
  periodSeconds: seconds.optional(),
  timeoutSeconds: seconds.optional(),
  failureThreshold: seconds.optional(),
})
const container = z.strictObject({
  name,
  image: z.string(),
  workingDir: z.string().startsWith('/'),
  command: z.array(z.string()),
  ports: z.array(z.strictObject({ name, containerPort: z.int() })),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name }) })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({ requests: z.record(z.string(), quantity), limits: z.record(z.string(), quantity) }),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
})
const volume = z.union([
  z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: quantity }) }),
  z.strictObject({ name, secret: z.strictObject({ secretName: name, defaultMode: z.int().max(0o777) }) }),
])
const podSpec = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.boolean(),
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    runAsGroup: z.int().min(1),
    fsGroup: z.int().min(1),
    fsGroupChangePolicy: z.enum(['Always', 'OnRootMismatch']),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: seconds,
      topologyKey: z.string(),
      whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
      labelSelector: selector,
    }),
  ),
  containers: z.array(container).length(1),
  volumes: z.array(volume),
})
const statefulSet = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('StatefulSet'),
  metadata,
  spec: z.strictObject({
    serviceName: name,
    replicas: z.int().min(1),
    podManagementPolicy: z.enum(['OrderedReady', 'Parallel']),
    updateStrategy: z.strictObject({ type: z.enum(['RollingUpdate', 'OnDelete']) }),
    selector,
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: podSpec }),
    volumeClaimTemplates: z.array(
      z.strictObject({
        metadata: z.strictObject({ name }),
        spec: z.strictObject({
          accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteOncePod'])),
          resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
        }),
      }),
    ),
  }),
})
const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    clusterIP: z.literal('None').optional(),
    publishNotReadyAddresses: z.boolean().optional(),
    selector: labels,
    ports: z.array(z.strictObject({ name, port, targetPort: port })),
  }),
})
const disruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  spec: z.strictObject({ maxUnavailable: z.int().min(1), selector }),
})
const networkPolicy = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('NetworkPolicy'),
  metadata,
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(
      z.strictObject({
        from: z.array(z.strictObject({ namespaceSelector: selector })).optional(),
        ports: z.array(z.strictObject({ port })),
      }),
    ),
  }),
})
const namespace = z.strictObject({ apiVersion: z.literal('v1'), kind: z.literal('Namespace'), metadata })

/** The parts of the schemas of Kubernetes that our files use. A key that is not here is a mistake, or belongs here. */
const resource = z.discriminatedUnion('kind', [statefulSet, service, disruptionBudget, networkPolicy, namespace])

const readText = (file: string) => readFile(join(folder, file), 'utf8')
const kustomization = parse(await readText('kustomization.yaml')) as {
  readonly resources: readonly string[]
  readonly configMapGenerator: readonly { readonly name: string; readonly envs: readonly string[] }[]
  readonly images: readonly { readonly name: string }[]
}
const documents = (await Promise.all(kustomization.resources.map(readText))).flatMap((text) =>
  parseAllDocuments(text).map((document) => document.toJS() as { kind: string; metadata: { name: string } }),
)
const find = <T>(schema: z.ZodType<T>, kind: string): T =>
  schema.parse(documents.find((document) => document.kind === kind))
const set = find(statefulSet, 'StatefulSet')
const pod = set.spec.template
const [node] = pod.spec.containers

describe('ops/kubernetes', () => {
  it.each(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]))(
    'has a valid %s, without an unknown key',
    (_name, document) => {
      expect(resource.safeParse(document).error).toBeUndefined()
      expect(resource.safeParse({ ...document, sepc: {} }).success).toBe(false)
    },
  )

  it('selects the pods of the nodes everywhere', () => {
    const services = documents.filter(({ kind }) => kind === 'Service').map((each) => service.parse(each))
    const selectors = [
      set.spec.selector.matchLabels,
      find(disruptionBudget, 'PodDisruptionBudget').spec.selector.matchLabels,
      find(networkPolicy, 'NetworkPolicy').spec.podSelector.matchLabels,
      ...services.map(({ spec }) => spec.selector),
    ]
    expect(selectors).toEqual(selectors.map(() => pod.metadata.labels))
    expect(services.find(({ metadata }) => metadata.name === set.spec.serviceName)?.spec.clusterIP).toBe('None')
    const ports = new Set(node?.ports.map((each) => each.name))
    for (const { spec } of services) for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort)
  })

  it('ends no node that migrates, and sends visitors only to nodes that are ready', () => {
    expect([node?.startupProbe, node?.livenessProbe].map((each) => each?.httpGet.path)).toEqual([
      '/healthz',
      '/healthz',
    ])
    expect(node?.readinessProbe.httpGet.path).toBe('/readyz')
    const { drainSeconds } = readSettings({})
    expect(node?.readinessProbe.periodSeconds).toBeLessThan(drainSeconds)
    expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10)
  })

  it('keeps what the service writes below its working folder on a volume of each node', () => {
    const [claim] = set.spec.volumeClaimTemplates
    const mount = node?.volumeMounts.find((each) => each.name === claim?.metadata.name)
    expect(node?.workingDir).toBe(mount?.mountPath)
    const volumes = [...pod.spec.volumes, ...set.spec.volumeClaimTemplates.map((each) => each.metadata)]
    expect(new Set(node?.volumeMounts.map((each) => each.name))).toEqual(new Set(volumes.map((each) => each.name)))
  })

  it('has settings that the service knows and accepts', async () => {
    const [generator] = kustomization.configMapGenerator
    expect(node?.envFrom).toEqual([{ configMapRef: { name: generator?.name } }])
    expect(kustomization.images.map((each) => each.name)).toEqual([node?.image])
    const lines = (await Promise.all(generator?.envs.map(readText) ?? [])).join('\n').trim().split('\n')
    const given = Object.fromEntries(lines.map((line) => line.split('=', 2)))
    expect(readSettings(given)).toMatchObject({ trustProxy: 1, metricsPort: 9464 })
    const { settings, files } = await readSettingNames()
    const names = [...Object.keys(given), ...(node?.env.map((each) => each.name) ?? [])]
    expect([...settings, ...files]).toEqual(expect.arrayContaining(names))
    expect(node?.ports.find((each) => each.name === 'metrics')?.containerPort).toBe(9464)
  })
})

describe('ops/systemd/tack.service', () => {
  it('runs the service without rights, and lets it write to its own folder only', async () => {
    const lines = (await readFile('ops/systemd/tack.service', 'utf8')).split('\n')
    const hardening = ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'PrivateUsers=yes']
    expect(lines).toEqual(
      expect.arrayContaining([...hardening, 'WorkingDirectory=/var/lib/tack', 'StateDirectory=tack']),
    )
    // A migration may take longer than any limit.
    expect(lines).toContain('TimeoutStartSec=infinity')
  })
})
