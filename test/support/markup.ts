import { createHash } from 'node:crypto'
import { expect } from 'vitest'

/** Asserts that a page has no script but one of its own, which its policy allows by its hash. */
export function expectOwnScript(policy: string, text: string): void {
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(/script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []).toEqual(hashes)
  expect(text.match(/<script/gi) ?? []).toHaveLength(scripts.length)
}
