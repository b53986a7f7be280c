import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// Answers the HTTP requests that @clickhouse/client sends, with the engine of ClickHouse as a library. One process has
// one engine, which is why this is a program: node server.ts FOLDER [PORT]. It prints its port when it
// listens, and ends with its input, so with the process that has started it.

interface Session {
  queryBindAsync(sql: string, params: object, options: { format: string }): Promise<{ bytes(): Uint8Array }>
}

const [folder, port = '0'] = process.argv.slice(2)
const { Session } = createRequire(import.meta.url)('chdb') as { Session: new (folder?: string) => Session }
const session = new Session(folder)

/** What the client sends beside the settings of a query. */
const otherNames = new Set(['query', 'query_id', 'database', 'session_id', 'role', 'default_format'])

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const { message } = error as Error
    const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002'
    response.writeHead(500, { 'x-clickhouse-exception-code': code, 'content-type': 'text/plain' }).end(message)
  })
})
process.stdin.on('end', () => process.exit()).resume()
server.listen(Number(port), '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  if (pathname === '/ping') return void response.end('Ok.\n')
  const body = await buffer(request)
  const contentType = request.headers['content-type'] ?? ''
  const form = contentType.startsWith('multipart/')
    ? await new Response(body, { headers: { 'content-type': contentType } }).formData()
    : null
  const texts = new Map([...searchParams, ...((form ?? []) as Iterable<[string, string]>)])
  const sql = [texts.get('query') ?? '', form ? '' : body.toString()].filter((part) => part !== '').join('\n')
  const params = [...texts].flatMap(([name, text]) =>
    name.startsWith('param_') ? [[name.slice('param_'.length), readParam(text)]] : [],
  )
  const settings = [...texts].filter(([name]) => !otherNames.has(name) && !name.startsWith('param_'))
  const database = texts.get('database')
  if (database !== undefined) await run(`use \`${database}\``, {})
  const result = await run(withSettings(sql, settings), Object.fromEntries(params))
  response.writeHead(200, { 'x-clickhouse-query-id': texts.get('query_id') ?? '' }).end(result)
}

async function run(sql: string, params: object): Promise<Uint8Array> {
  return (await session.queryBindAsync(sql, params, { format: 'TabSeparated' })).bytes()
}

/** Settings of the address become a clause of the statement. An insert has it before its format. */
function withSettings(sql: string, settings: readonly (readonly [string, string])[]): string {
  if (settings.length === 0 || !/^\s*(insert|select|with|delete|alter)\b/i.test(sql)) return sql
  const clause = `settings ${settings.map(([name, text]) => `${name} = '${text}'`).join(', ')}`
  return /^\s*insert\b/i.test(sql) ? sql.replace(/\bformat\b/i, `${clause} format`) : `${sql}\n${clause}`
}

/** A parameter as the client has written it: a number, a text with escapes, or a list of those. */
function readParam(text: string): unknown {
  if (!text.startsWith('[')) return unescapeText(text)
  return Array.from(text.matchAll(/'((?:[^'\\]|\\.)*)'|[^[\],]+/g), ([plain, quoted]) =>
    quoted === undefined ? Number(plain) : unescapeText(quoted),
  )
}

function unescapeText(text: string): string | null {
  const characters: Record<string, string> = { t: '\t', n: '\n', r: '\r' }
  return text === '\\N' ? null : text.replace(/\\(.)/gs, (_escape, sign: string) => characters[sign] ?? sign)
}
