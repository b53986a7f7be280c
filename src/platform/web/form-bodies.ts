import { type ParsedUrlQuery, parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { assertParameterCount } from '../shared/text/parameter-count.ts'

/** More than any page has. */
const defaultMaxFields = 50

export interface FormOptions {
  /** In bytes. */
  readonly bodyLimit: number
  readonly maxFields?: number
}

/** Makes the routes of a scope accept forms. */
export async function acceptForms(
  scope: FastifyInstance,
  { bodyLimit, maxFields = defaultMaxFields }: FormOptions,
): Promise<void> {
  await scope.register(formbody, { bodyLimit, parser: (text) => parseForm(text, maxFields) })
}

/** The fields of a form. Throws `InvalidParams` for too many. */
export function parseForm(text: string, maxFields = defaultMaxFields): ParsedUrlQuery {
  assertParameterCount('form', text, maxFields)
  return parse(text, '&', '=', { maxKeys: 0 })
}
