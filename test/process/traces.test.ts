import { expect, it, vi } from 'vitest'
import { startCollector } from '../support/collector.ts'
import { freePort } from '../support/port.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

const memory = { DATABASE_URL: 'memory://', NODE_OPTIONS: '--import ./test/process/record-loads.mjs' }
const isLoaded = ({ output }: ServiceProcess) => /^loaded .*open-telemetry/m.test(output())
const linesOf = ({ output }: ServiceProcess, message: string) => output().split(message).length - 1
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 100 })

async function stop(service: ServiceProcess): Promise<number> {
  const startedAtMs = performance.now()
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  return performance.now() - startedAtMs
}

it('loads nothing of OpenTelemetry without a collector', async () => {
  const service = await startProcess({ ...memory, OTEL_SERVICE_NAME: 'tack' })
  await fetch(`${service.base}/v1/urls`)
  expect(service.output()).toMatch(/^loaded .*main/m)
  expect(isLoaded(service)).toBe(false)
  await stop(service)
})

it('serves while the collector is away, says once that it is and that it is back, and sends the last spans when it stops', async () => {
  const port = await freePort()
  const service = await startProcess({ ...memory, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  expect(isLoaded(service)).toBe(true)
  expect((await fetch(`${service.base}/v1/urls`)).status).toBe(401)
  await until(() => expect(linesOf(service, 'the collector accepts no traces')).toBe(1))
  expect((await fetch(`${service.base}/v1/urls`)).status).toBe(401)
  const collector = await startCollector(port)
  await until(() => expect(linesOf(service, 'the collector accepts traces again')).toBe(1))
  expect(linesOf(service, 'the collector accepts no traces')).toBe(1)
  await fetch(`${service.base}/v1/tags`)
  await stop(service)
  expect(collector.spans.map(({ name }) => name)).toContain('GET /v1/tags')
  await collector.close()
})

it('does not wait when it stops for a collector that does not answer', async () => {
  const collector = await startCollector()
  collector.status = 0
  const service = await startProcess({ ...memory, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await fetch(`${service.base}/v1/urls`)
  expect(await stop(service)).toBeLessThan(5_000)
  await collector.close()
})
