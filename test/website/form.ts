import type { TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'

/** Sends the form of the home page like a browser. */
export function sendForm(
  test: TestApp,
  fields: Readonly<Record<string, string>>,
  { headers, ...options }: RestOptions = {},
): Promise<RestAnswer> {
  return test.rest.post('/', new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    ...options,
  })
}

/** Text of the element with this id. */
export function textOf(html: string, id: string): string | undefined {
  return new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]
}

/** Value of the input with this id, still escaped. */
export function inputValue(html: string, id: string): string | undefined {
  return new RegExp(`id="${id}"[^>]* value="([^"]*)"`).exec(html)?.[1]
}
