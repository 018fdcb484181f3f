/** Exports the metrics of `/metrics` over OTLP, so that both outputs have the same figures. */
import { ValueType, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

interface PrometheusValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

interface PrometheusMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly values: readonly PrometheusValue[]
}

interface HistogramValue {
  buckets: { boundaries: number[]; counts: number[] }
  sum: number
  count: number
}

export class RegistryProducer implements MetricProducer {
  readonly #registry: Registry
  readonly #resource: Resource
  readonly #startTime = now()

  constructor(registry: Registry, resource: Resource) {
    this.#registry = registry
    this.#resource = resource
  }

  async collect(): Promise<CollectionResult> {
    const found = (await this.#registry.getMetricsAsJSON()) as unknown as PrometheusMetric[]
    const endTime = now()
    const metrics = found.flatMap((metric) => this.#converted(metric, endTime) ?? [])
    return {
      resourceMetrics: {
        resource: this.#resource,
        scopeMetrics: [{ scope: { name: 'bileti' }, metrics }],
      },
      errors: [],
    }
  }

  #converted(metric: PrometheusMetric, endTime: HrTime): MetricData | undefined {
    const { name, help, type, values } = metric
    const shared = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const point = <Value>(
      attributes: PrometheusValue['labels'],
      value: Value,
    ): DataPoint<Value> => ({
      startTime: this.#startTime,
      endTime,
      attributes: { ...attributes },
      value,
    })
    if (type === 'histogram') {
      const dataPoints = histogramsOf(metric).map(({ labels, value }) => point(labels, value))
      return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints }
    }
    const dataPoints = values.map(({ labels, value }) => point(labels, value))
    if (type === 'counter')
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    return type === 'gauge'
      ? { ...shared, dataPointType: DataPointType.GAUGE, dataPoints }
      : undefined
  }
}

/** One histogram for each set of labels; Prometheus buckets are cumulative. */
function histogramsOf(metric: PrometheusMetric) {
  const found = new Map<string, { labels: PrometheusValue['labels']; value: HistogramValue }>()
  for (const { value, labels: all, metricName = '' } of metric.values) {
    const { le, ...labels } = all
    const key = JSON.stringify(labels)
    const known = found.get(key) ?? {
      labels,
      value: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
    }
    found.set(key, known)
    const { buckets } = known.value
    if (metricName.endsWith('_sum')) known.value.sum = value
    else if (metricName.endsWith('_count')) known.value.count = value
    else {
      buckets.counts.push(value - buckets.counts.reduce((sum, count) => sum + count, 0))
      if (le !== '+Inf') buckets.boundaries.push(Number(le))
    }
  }
  return [...found.values()]
}

function now(): HrTime {
  const milliseconds = Date.now()
  return [Math.floor(milliseconds / 1_000), (milliseconds % 1_000) * 1_000_000]
}
