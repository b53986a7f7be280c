import { expect, it } from 'vitest'
import { prefersMediaType } from '../../src/platform/rest/rest-routes.ts'

it.each([
  ['application/geo+json', true],
  ['Application/GEO+JSON', true],
  ['application/geo+json;q=0.5', true],
  ['application/geo+json, */*;q=0.1', true],
  ['application/json;q=0.8, application/geo+json', true],
  ['text/html, application/geo+json;q=0.2', true],
  ['application/*;q=0.1, application/geo+json;q=0.9', true],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  ['application/json, application/geo+json', false],
  ['application/json, application/geo+json;q=0.9', false],
  ['application/geo+json;q=0', false],
  ['application/geo+json;q=x', false],
  ['', false],
  [',;=', false],
])('Accept: %s asks for GeoJSON rather than JSON: %s', (accept, expected) => {
  expect(prefersMediaType(accept, 'application/geo+json')).toBe(expected)
})

it('a request without Accept gets JSON', () => {
  expect(prefersMediaType(undefined, 'application/geo+json')).toBe(false)
})
