import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Failure } from '../base/failure.ts'
import { HeadersTooLarge, InvalidParams, RequestTimeout } from '../base/failures.ts'
import { envelope } from '../rest/envelope.ts'
import { quotaHeaders } from './quota.ts'
import { jsonHeaders } from './secure.ts'

/**
 * Answers what Node could not read as a request, before any route or hook, in the contract's envelope all the same and
 * with the `headers` of every answer.
 */
export function refuseUnreadable(clock: Clock, headers: Readonly<Record<string, string>>) {
  return function refuse(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const id = randomUUID()
    const failure = failureOf(error.code)
    this.log.debug({ reqId: id, code: error.code }, failure.message)
    const body = JSON.stringify(envelope(failure, id, clock.now()))
    // Where such a request ends is anybody's guess, so nothing more is read from its connection.
    const answer = (quota: Readonly<Record<string, string>>) => {
      if (socket.writable)
        socket.write(rendered(failure, body, { ...headers, ...jsonHeaders, ...quota, 'x-request-id': id }))
      socket.destroy(error)
    }
    const meter = this.quota?.meterOf(socket.remoteAddress ?? '')
    if (meter) meter.then(quotaHeaders).then(answer, () => answer({}))
    else answer({})
  }
}

function failureOf(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout()
  return InvalidParams.of('request', 'is not well-formed HTTP')
}

function rendered({ status }: Failure, body: string, headers: Readonly<Record<string, string>>): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
