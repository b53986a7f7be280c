import type { TracingSettings } from '../../config/tracing.ts'
import type { Logger } from '../shared/logger.ts'
import { installTracer } from './tracing.ts'

/** Loads OpenTelemetry and begins to trace, if there is a collector. */
export async function startTracing(
  settings: TracingSettings | undefined,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<void> {
  if (!settings) return
  const { createTracer } = await import('./open-telemetry.ts')
  installTracer(createTracer(settings, log))
}
