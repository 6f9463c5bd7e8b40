// The Prometheus metrics of the HTTP layer. Labels are closed lists or route patterns: no caller can create a time series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; dense around the response time of ingestion (a few ms), sparse above. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'route' | 'method' | 'status'>;
  readonly stages: Histogram<'stage'>;
  readonly decisions: Counter<'decision'>;
  readonly levels: Counter<'level'>;
  readonly rejectedEvents: Counter<'code'>;
  readonly nearMisses: Counter<'read_as'>;

  /** `registry` is shared with the other metrics of this process. */
  constructor(registry: Registry = new Registry()) {
    this.registry = registry;
    const registers = [registry];
    this.requests = new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response, by route pattern.',
      labelNames: ['route', 'method', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.stages = new Histogram({
      name: 'assay_ingest_stage_seconds',
      help: 'Time of each stage of an accepted event: authenticate, receive (body and checks), record (to durable).',
      labelNames: ['stage'],
      buckets: BUCKETS,
      registers,
    });
    this.decisions = new Counter({
      name: 'assay_decisions_total',
      help: 'Events recorded, by decision.',
      labelNames: ['decision'],
      registers,
    });
    this.levels = new Counter({
      name: 'assay_risk_levels_total',
      help: 'Events recorded, by risk level.',
      labelNames: ['level'],
      registers,
    });
    this.rejectedEvents = new Counter({
      name: 'assay_events_refused_total',
      help: 'Events rejected, by error code.',
      labelNames: ['code'],
      registers,
    });
    this.nearMisses = new Counter({
      name: 'assay_event_type_near_misses_total',
      help: 'Events recorded whose type is outside the catalog, by the type of the catalog that it was read as.',
      labelNames: ['read_as'],
      registers,
    });
  }

  /** A gauge that is always 1 and whose labels describe the running build: dashboards show it, and alerts detect two versions. */
  describeBuild(build: { version: string; engine: string; role: string }): void {
    const labels = { ...build, node: process.versions.node };
    const gauge = new Gauge({
      name: 'assay_build_info',
      help: 'Always 1; the labels are the version of Assay and of Node, the database engine and the role of the process.',
      labelNames: ['version', 'node', 'engine', 'role'],
      registers: [this.registry],
    });
    gauge.set(labels, 1);
  }

  /** Memory, CPU, event loop and garbage collection of this process. Call it once per process. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry, prefix: 'assay_' });
  }
}
