import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'

/** Asserts that an answer is exactly the error envelope, and returns its `error`. */
export function expectError(test: TestApp, answer: RestAnswer, status: number, code: string) {
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code])
  const { error } = answer.json
  expect(answer.json).toEqual({ error, message: error.message, timestamp: test.clock.now().toISOString() })
  const { details, ...rest } = error
  expect(rest).toEqual({
    code,
    message: expect.stringMatching(/\S/),
    resolution: expect.stringMatching(/\S/),
    requestId: answer.headers['x-request-id'],
  })
  for (const detail of details ?? []) {
    expect(detail).toMatchObject({ field: expect.any(String), issue: expect.stringMatching(/\S/) })
  }
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers).not.toHaveProperty('x-powered-by')
  return error as { message: string; resolution: string; details?: { field: string; issue: string }[] }
}
