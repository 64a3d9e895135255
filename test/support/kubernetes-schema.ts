import { z } from 'zod';

/**
 * The fields of Kubernetes's resources that the samples use, with their types. They were compared with the API's own
 * schema (the npm packages `kubernetes-models` and `@kubernetes-models/prometheus-operator`), which is too large to install
 * for each run of the tests. A missing field is a spelling mistake, or must be looked up and added.
 */
const strict = z.strictObject;
const text = z.string();
const count = z.number().int().min(0);
const texts = z.record(text, text);
const labels = strict({ app: text });
const selector = strict({ matchLabels: labels });
const port = z.union([count, text]);

const metadata = strict({ name: text, labels: labels.optional(), annotations: texts.optional() });
const resource = <Shape extends z.ZodRawShape>(apiVersion: string, kind: string, shape: Shape) =>
  strict({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...shape });

const probe = strict({
  httpGet: strict({ path: text, port: text }),
  periodSeconds: count.optional(),
  timeoutSeconds: count.optional(),
  failureThreshold: count.optional(),
});
const quantities = strict({ cpu: text.optional(), memory: text });

const container = strict({
  name: text,
  image: text,
  command: z.array(text).optional(),
  envFrom: z.array(strict({ configMapRef: strict({ name: text }) })),
  env: z.array(strict({ name: text, value: text })).optional(),
  ports: z.array(strict({ name: text, containerPort: count })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: strict({ requests: quantities, limits: quantities }),
  lifecycle: strict({ preStop: strict({ exec: strict({ command: z.array(text) }) }) }).optional(),
  securityContext: strict({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: strict({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(strict({ name: text, mountPath: text, readOnly: z.literal(true) })),
});

const volume = strict({
  name: text,
  secret: strict({ secretName: text, defaultMode: count }).optional(),
  configMap: strict({ name: text }).optional(),
});

const template = strict({
  metadata: strict({ labels }),
  spec: strict({
    restartPolicy: z.literal('Never').optional(),
    terminationGracePeriodSeconds: count.optional(),
    automountServiceAccountToken: z.literal(false),
    // Otherwise a Service named `metrics` would set METRICS_PORT.
    enableServiceLinks: z.literal(false),
    topologySpreadConstraints: z
      .array(
        strict({
          maxSkew: count,
          topologyKey: text,
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: selector,
        }),
      )
      .optional(),
    securityContext: strict({
      runAsNonRoot: z.literal(true),
      runAsUser: count,
      fsGroup: count,
      seccompProfile: strict({ type: z.literal('RuntimeDefault') }),
    }),
    containers: z.tuple([container]),
    volumes: z.array(volume),
  }),
});

const peer = strict({ namespaceSelector: strict({ matchLabels: texts }) });
const allowedPort = strict({ port, protocol: z.enum(['TCP', 'UDP']).optional() });

/** The schemas of the resources, by kind. */
export const KUBERNETES = {
  Secret: resource('v1', 'Secret', { stringData: texts }),
  ConfigMap: resource('v1', 'ConfigMap', { data: texts }),
  Job: resource('batch/v1', 'Job', {
    spec: strict({ backoffLimit: count, ttlSecondsAfterFinished: count, template }),
  }),
  Deployment: resource('apps/v1', 'Deployment', {
    spec: strict({
      replicas: count,
      selector,
      strategy: strict({ rollingUpdate: strict({ maxUnavailable: count, maxSurge: count }) }),
      template,
    }),
  }),
  Service: resource('v1', 'Service', {
    spec: strict({
      selector: labels,
      ports: z.array(strict({ name: text, port: count, targetPort: port })),
    }),
  }),
  PodDisruptionBudget: resource('policy/v1', 'PodDisruptionBudget', {
    spec: strict({ minAvailable: count, selector }),
  }),
  NetworkPolicy: resource('networking.k8s.io/v1', 'NetworkPolicy', {
    spec: strict({
      podSelector: selector,
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(strict({ from: z.array(peer), ports: z.array(allowedPort) })),
      egress: z.array(strict({ ports: z.array(allowedPort) })),
    }),
  }),
  PodMonitor: resource('monitoring.coreos.com/v1', 'PodMonitor', {
    spec: strict({
      jobLabel: text,
      selector,
      podMetricsEndpoints: z.array(strict({ port: text, path: text, interval: text.regex(/^\d+s$/) })),
    }),
  }),
  Ingress: resource('networking.k8s.io/v1', 'Ingress', {
    spec: strict({
      ingressClassName: text,
      tls: z.array(strict({ hosts: z.array(text), secretName: text })),
      rules: z.array(
        strict({
          host: text,
          http: strict({
            paths: z.array(
              strict({
                path: text,
                pathType: z.enum(['Prefix', 'Exact']),
                backend: strict({ service: strict({ name: text, port: strict({ name: text }) }) }),
              }),
            ),
          }),
        }),
      ),
    }),
  }),
};
