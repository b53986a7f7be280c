import { z } from 'zod'
import { httpUrl } from './addresses.ts'
import { defineSecret, defineVariable } from './variable.ts'

/** Where traces are sent, and which requests have one. */
export interface TracingSettings {
  /** The collector takes them at `/v1/traces` below it. */
  readonly endpoint: string
  /** Sent with them, such as a credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of requests that is traced, from 0 to 1. */
  readonly ratio: number
  /** Whether a caller who sends `traceparent` decides about its request instead of `ratio`. */
  readonly callersDecide: boolean
}

/** `key1=value1,key2=value2`, with values that may be percent-encoded, as the specification of OpenTelemetry has it. */
const headerList = z.string().transform((text, issues) => {
  const headers: Record<string, string> = {}
  for (const entry of text.split(',')) {
    const [, name, encoded = ''] = /^([\w!#$%&'*+.^`|~-]+)=(.+)$/.exec(entry.trim()) ?? []
    const value = decode(encoded)
    if (name && value && /^[\x20-\x7e]+$/.test(value)) headers[name.toLowerCase()] = value
    else issues.addIssue('not a list of headers')
  }
  return headers
})

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}

const samplers = [
  'traceidratio',
  'always_on',
  'always_off',
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
] as const

/** With the names of the specification of OpenTelemetry. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: defineVariable(
    httpUrl.optional(),
    'the http or https URL of a collector without credentials or query, such as http://localhost:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: defineSecret(headerList.default({}), 'headers such as api-key=secret,tenant=acme'),
  OTEL_SERVICE_NAME: defineVariable(
    z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/)
      .default('tack'),
    'a name of 1 to 100 characters',
  ),
  OTEL_TRACES_SAMPLER: defineVariable(z.enum(samplers).default('traceidratio'), samplers.join(', ')),
  OTEL_TRACES_SAMPLER_ARG: defineVariable(
    z
      .string()
      .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/)
      .transform(Number)
      .default(1),
    'a number from 0 to 1',
  ),
}

type TracingVariables = z.output<
  z.ZodObject<{ [N in keyof typeof tracingVariables]: (typeof tracingVariables)[N]['schema'] }>
>

/** Undefined without a collector. */
export function readTracingSettings(env: TracingVariables): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env
  if (endpoint === undefined) return undefined
  const ratio = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : env.OTEL_TRACES_SAMPLER_ARG
  return Object.freeze({
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    ratio,
    callersDecide: sampler.startsWith('parentbased_'),
  })
}
