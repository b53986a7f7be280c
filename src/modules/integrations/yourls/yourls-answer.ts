import { html } from 'ghtml'

/** What an action answers: a tree of texts, and one text for clients that ask for the format `simple`. */
export interface YourlsAnswer {
  readonly status: number
  readonly simple: string
  readonly fields: YourlsFields
}

export interface YourlsFields {
  readonly [name: string]: string | number | YourlsFields
}

export type YourlsFormat = 'xml' | 'json' | 'simple'

/** An action that failed. `code` is what YOURLS calls it, such as `error:keyword`. */
export function failure(status: number, message: string, code?: string): YourlsAnswer {
  const statusCode = String(status)
  const fields = { ...(code !== undefined && { status: 'fail', code }), message, errorCode: statusCode, statusCode }
  return { status, simple: message, fields }
}

export function success(simple: string, fields: YourlsFields): YourlsAnswer {
  return { status: 200, simple, fields: { ...fields, statusCode: '200' } }
}

/** XML unless the client names another format that there is, as YOURLS does. */
export function readFormat(format: string | undefined): YourlsFormat {
  return format === 'json' || format === 'simple' ? format : 'xml'
}

export function render({ simple, fields }: YourlsAnswer, format: YourlsFormat): { mediaType: string; body: string } {
  if (format === 'simple') return { mediaType: 'text/plain; charset=utf-8', body: simple }
  if (format === 'json') return { mediaType: 'application/json; charset=utf-8', body: JSON.stringify(fields) }
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<result>${renderFields(fields)}</result>\n`
  return { mediaType: 'application/xml; charset=utf-8', body }
}

function renderFields(fields: YourlsFields): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${typeof value === 'object' ? renderFields(value) : escapeXml(value)}</${name}>`)
    .join('')
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function escapeXml(value: string | number): string {
  return html`${String(value).replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')}`
}
